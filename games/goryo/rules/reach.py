"""Where the Samurai may stand in the Goryō's own sheet, from which their moves may be left out.

Every set contains the truth: a Samurai whose set has one space is known to stand there.
"""

from itertools import product
from typing import NamedTuple

from games.goryo.rules.board import Board
from games.goryo.rules.editions import ACTIONS_IN_ALL, MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.state import Chase, Setup


class Reach(NamedTuple):
    """Where one Samurai may stand in a chase. `by_moves` holds a mask of spaces by how many of his
    moves were left out (0 to 2); `moves` and `actions` count the recorded ones.
    """

    by_moves: tuple[int, int, int]
    moves: int = 0
    actions: int = 0

    @property
    def mask(self) -> int:
        """The mask of all spaces where he may stand."""
        none, one, two = self.by_moves
        return none | one | two

    def extended(self, setup: Setup, spare: int) -> "Reach":
        """Return where he may stand after further moves that were left out; `spare` is how many
        actions of the round are left for them (5.2).
        """
        most = min(MOVES_EACH - self.moves, setup.ruleset.actions_each - self.actions, spare)
        none, one, two = self.by_moves
        near = setup.board.neighbours
        one = (one | near(none)) if most >= 1 else 0
        two = (two | near(one)) if most >= MOVES_EACH else 0
        return self._replace(by_moves=(none if most >= 0 else 0, one, two))

    def after(self, here: int, to: int | None = None) -> "Reach":
        """Return where he may stand if he stood on a space of the mask `here`, and then moved to
        the space `to`.
        """
        none, one, two = (mask & here for mask in self.by_moves)
        if to is not None:
            none, one, two = (1 << to if mask else 0 for mask in (none, one, two))
        return self._replace(by_moves=(none, one, two))

    def cost(self, mask: int) -> int | None:
        """Return the fewest moves left out with which he may stand on the mask; None if none."""
        return next((k for k, spaces in enumerate(self.by_moves) if spaces & mask), None)


Reaches = tuple[Reach, Reach, Reach, Reach]
"""The four Samurai, in the ruleset's order."""


def start(setup: Setup) -> Reaches:
    """Return the Samurai where they start."""
    one, two, three, four = (Reach((1 << space, 0, 0)) for space in setup.samurai)
    return one, two, three, four


def before_action(
    setup: Setup, chase: Chase, reaches: Reaches, number: int, *, is_move: bool
) -> Reach:
    """Return where Samurai `number` may stand right before a recorded action, which is counted."""
    reach = reaches[number]
    counted = reach._replace(moves=reach.moves + is_move, actions=reach.actions + 1)
    return counted.extended(setup, chase.actions_left - 1)


def at_end(setup: Setup, chase: Chase, reaches: Reaches) -> Reaches:
    """Return where the Samurai may stand at the end of a chase."""
    uncalled = chase.actions_left if len(chase.called) < SAMURAI_CALLED else 0
    one, two, three, four = (
        reach.extended(setup, chase.actions_left if number in chase.called else uncalled)
        for number, reach in enumerate(reaches)
    )
    return one, two, three, four


def after_last_event(setup: Setup, chase: Chase, reaches: Reaches) -> tuple[int, int, int, int]:
    """Return the masks of where the Samurai may stand right after the last recorded event."""
    if not chase.called or chase.actions_left == ACTIONS_IN_ALL:
        one, two, three, four = (reach.mask for reach in reaches)
        return one, two, three, four
    ends = at_end(setup, chase, reaches)
    one, two, three, four = (
        (reach if number == chase.called[-1] else end).mask
        for number, (reach, end) in enumerate(zip(reaches, ends, strict=True))
    )
    return one, two, three, four


def settled(setup: Setup, chase: Chase, reaches: Reaches) -> Reaches:
    """Return where the Samurai may stand at the start of the next chase."""
    one, two, three, four = (Reach((reach.mask, 0, 0)) for reach in at_end(setup, chase, reaches))
    return one, two, three, four


def catches(setup: Setup, chase: Chase, reaches: Reaches, target: int) -> list[int]:
    """Return how many Samurai may stand on the target at the end of a chase, ascending."""
    on, board = 1 << target, setup.board
    ends = at_end(setup, chase, reaches)
    choices = [(end.cost(on), end.cost(_all(board) & ~on)) for end in ends]
    slots = SAMURAI_CALLED - len(chase.called)
    counts = set()
    for picks in product((0, 1), repeat=len(choices)):
        costs = [choice[pick] for choice, pick in zip(choices, picks, strict=True)]
        known = [cost for cost in costs if cost is not None]
        silent = sum(bool(cost) and n not in chase.called for n, cost in enumerate(costs))
        if len(known) == len(costs) and sum(known) <= chase.actions_left and silent <= slots:
            counts.add(picks.count(0))
    return sorted(counts)


def _all(board: Board) -> int:
    return (1 << len(board.names)) - 1
