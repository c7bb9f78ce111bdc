"""Where the Samurai can move and what they can investigate with their remaining actions (5.1 to
5.4); all of it is public.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.goryo.rules.board import Board, set_bits
from games.goryo.rules.editions import ACTIONS_IN_ALL, MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.state import PublicView


class Remaining(NamedTuple):
    """What a Samurai may still do in this chase: the total of actions, and among them moves, a
    search and a sniff.
    """

    actions: int
    moves: int
    search: bool
    sniff: bool


class ReachableQuestion(NamedTuple):
    """A question that a Samurai can reach: the space, `search` or `sniff`, and the moves before."""

    space: int
    kind: str
    moves: int


NO_ACTIONS = Remaining(0, 0, False, False)


def remaining_actions(view: PublicView, number: int) -> Remaining:
    """Return what Samurai `number` (in the ruleset's order) may still do."""
    used = view.chase.turn_of(number)
    if used is None:
        return NO_ACTIONS
    actions = min(view.setup.ruleset.actions_each - used.actions, view.chase.actions_left)
    if actions <= 0:
        return NO_ACTIONS
    moves = min(MOVES_EACH - used.moves, actions)
    return Remaining(actions, moves, not used.searched, not used.sniffed)


def masks_by_distance(board: Board, start: int, moves: int) -> list[int]:
    """Return the masks of the spaces that are 0, 1, … up to `moves` moves away."""
    seen, masks = 1 << start, [1 << start]
    for _ in range(moves):
        near = board.neighbours(masks[-1])
        masks.append(near & ~seen)
        seen |= near
    return masks


def spaces_within(board: Board, start: int, moves: int) -> int:
    """Return the mask of the spaces at most `moves` moves away."""
    return sum(masks_by_distance(board, start, moves))


def reachable_questions(view: PublicView, number: int) -> Iterator[ReachableQuestion]:
    """Yield every space that Samurai `number` can still investigate in this chase (5.4), once each,
    with the fewest moves before it.
    """
    remaining, board = remaining_actions(view, number), view.setup.board
    closed = view.chase.green | view.chase.red
    if view.table.pawn is not None:
        closed |= 1 << view.table.pawn
    if not remaining.actions:
        return
    most = min(remaining.moves, remaining.actions - 1)
    for moves, mask in enumerate(masks_by_distance(board, view.chase.samurai[number], most)):
        searches, sniffs = mask * remaining.search, board.neighbours(mask) * remaining.sniff
        for kind, spaces in (("search", searches), ("sniff", sniffs)):
            for space in set_bits(spaces & ~closed):
                yield ReachableQuestion(space, kind, moves)
            closed |= spaces


def covering_moves(view: PublicView, targets: int) -> dict[int, int] | None:
    """Return moves (Samurai number → space) after which every space of a mask has a Samurai on it,
    or None if that is impossible. Samurai who need not move are left out.
    """
    goals = list(set_bits(targets))
    if len(goals) > len(view.chase.samurai):
        return None
    spaces = dict(enumerate(view.chase.samurai))
    calls = SAMURAI_CALLED - len(view.chase.called)
    assigned = _assign(view, goals, spaces, view.chase.actions_left, calls)
    return assigned and {n: goal for n, goal in assigned.items() if spaces[n] != goal}


def _assign(
    view: PublicView, goals: list[int], free: dict[int, int], moves: int, calls: int
) -> dict[int, int] | None:
    """Assign one of the free Samurai to every goal, within the remaining moves and activations."""
    if not goals:
        return {}
    goal, rest = goals[0], goals[1:]
    for number in sorted(free, key=lambda n: (free[n] != goal, n)):
        others = {n: space for n, space in free.items() if n != number}
        cost = _moves_to(view, number, goal)
        if cost is None or cost > moves:
            continue
        is_new = cost > 0 and number not in view.chase.called
        if is_new and not calls:
            continue
        assigned = _assign(view, rest, others, moves - cost, calls - is_new)
        if assigned is not None:
            return {number: goal, **assigned}
    return None


def _moves_to(view: PublicView, number: int, goal: int) -> int | None:
    """Return the fewest moves Samurai `number` needs to a space, or None if he has too few."""
    most = remaining_actions(view, number).moves
    masks = masks_by_distance(view.setup.board, view.chase.samurai[number], most)
    return next((moves for moves, mask in enumerate(masks) if mask >> goal & 1), None)


def full_reach(view: PublicView, number: int) -> tuple[int, int]:
    """Return masks of the spaces that a Samurai with all his actions can stand on and can
    investigate. The pawn's space, which can't be investigated, may be among them.
    """
    board, each = view.setup.board, min(view.setup.ruleset.actions_each, ACTIONS_IN_ALL)
    start = view.chase.samurai[number]
    stand = spaces_within(board, start, min(MOVES_EACH, each))
    before_question = spaces_within(board, start, min(MOVES_EACH, each - 1))
    return stand, before_question | board.neighbours(before_question)
