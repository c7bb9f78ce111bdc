"""Where the Samurai can get to and what they can ask of with the actions they have left (5.1 to
5.4), as everybody at the table can see.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.goryo.rules.board import Board, bits
from games.goryo.rules.editions import ACTIONS_IN_ALL, MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.state import Chase, PublicView


class Left(NamedTuple):
    """What a Samurai may still do in this chase: actions in all, moves among them, one search,
    one sniff.
    """

    actions: int
    moves: int
    search: bool
    sniff: bool


class Ask(NamedTuple):
    """A question within reach: of which space, `search` or `sniff`, and after how many moves."""

    space: int
    kind: str
    moves: int


NOTHING = Left(0, 0, False, False)


def left(view: PublicView, number: int) -> Left:
    """What Samurai `number` (in the ruleset's order) may still do."""
    chase = view.chase
    if chase.called and chase.called[-1] == number:
        used = chase
    elif number in chase.called or len(chase.called) == SAMURAI_CALLED:
        return NOTHING
    else:
        used = Chase(chase.samurai)
    had = used.moves + used.searched + used.sniffed
    actions = min(view.setup.ruleset.actions_each - had, chase.actions_left)
    if actions <= 0:
        return NOTHING
    moves = min(MOVES_EACH - used.moves, actions)
    return Left(actions, moves, not used.searched, not used.sniffed)


def rings(board: Board, start: int, moves: int) -> list[int]:
    """Masks of the spaces that are 0, 1, … up to `moves` moves away."""
    seen, found = 1 << start, [1 << start]
    for _ in range(moves):
        edge = 0
        for i in bits(found[-1]):
            edge |= board.near_mask[i]
        found.append(edge & ~seen)
        seen |= edge
    return found


def within(board: Board, start: int, moves: int) -> int:
    """The spaces at most `moves` moves away, as a mask."""
    mask = 0
    for ring in rings(board, start, moves):
        mask |= ring
    return mask


def asks(view: PublicView, number: int) -> Iterator[Ask]:
    """Every space Samurai `number` can still ask of in this chase, each once, with the fewest
    moves before it; none that is barred (5.4).
    """
    may, board = left(view, number), view.setup.board
    barred = view.chase.green | view.chase.red
    if view.table.pawn is not None:
        barred |= 1 << view.table.pawn
    if not may.actions:
        return
    walk = rings(board, view.chase.samurai[number], min(may.moves, may.actions - 1))
    for moves, ring in enumerate(walk):
        near = 0
        for i in bits(ring):
            near |= board.near_mask[i]
        for kind, spaces in (("search", ring * may.search), ("sniff", near * may.sniff)):
            for space in bits(spaces & ~barred):
                yield Ask(space, kind, moves)
            barred |= spaces


def cover(view: PublicView, targets: int) -> dict[int, int] | None:
    """Where Samurai could still move (number → space) so that one stands on every space of a mask,
    those who stand there already staying; None where they cannot. An empty dict: they do already.
    """
    goals = list(bits(targets))
    if len(goals) > len(view.chase.samurai):
        return None
    stand = dict(enumerate(view.chase.samurai))
    calls = SAMURAI_CALLED - len(view.chase.called)
    found = _cover(view, goals, stand, view.chase.actions_left, calls)
    if found is None:
        return None
    return {number: to for number, to in found.items() if stand[number] != to}


def _cover(
    view: PublicView, goals: list[int], free: dict[int, int], moves: int, calls: int
) -> dict[int, int] | None:
    """Give every goal a Samurai of the free ones, within the moves and calls that are left."""
    if not goals:
        return {}
    goal, rest = goals[0], goals[1:]
    for number in sorted(free, key=lambda n: (free[n] != goal, n)):
        others = {n: at for n, at in free.items() if n != number}
        cost = _moves_to(view, number, goal)
        if cost is None or cost > moves:
            continue
        new = cost > 0 and number not in view.chase.called
        if new and not calls:
            continue
        found = _cover(view, rest, others, moves - cost, calls - new)
        if found is not None:
            return {number: goal, **found}
    return None


def _moves_to(view: PublicView, number: int, goal: int) -> int | None:
    """The fewest moves Samurai `number` needs to a space, or None where he has too few left."""
    walk = rings(view.setup.board, view.chase.samurai[number], left(view, number).moves)
    return next((moves for moves, ring in enumerate(walk) if ring >> goal & 1), None)


def fresh_reach(view: PublicView, number: int) -> tuple[int, int]:
    """Of a Samurai called with all his actions: the spaces he can stand on, and those he can ask
    of, as masks (the pawn's, which is barred, may be among them).
    """
    board, each = view.setup.board, min(view.setup.ruleset.actions_each, ACTIONS_IN_ALL)
    start = view.chase.samurai[number]
    stand = within(board, start, min(MOVES_EACH, each))
    asked = base = within(board, start, min(MOVES_EACH, each - 1))
    for i in bits(base):
        asked |= board.near_mask[i]
    return stand, asked
