"""The state of a game of Goryō, split by who may know it.

`Table` and `Chase` are what lies on the table, for everybody to see; `Secret` is what only the
Goryō (or nobody yet) knows. A view of the Samurai is made of the first two, so it has no place
where a secret could stand.
"""

from enum import StrEnum
from typing import NamedTuple

from games.goryo.rules.board import Board
from games.goryo.rules.editions import Ruleset
from games.goryo.rules.events import Plan


class Phase(StrEnum):
    """What is due next."""

    SETUP = "setup"
    PLAN = "plan"
    CHASE = "chase"
    DRAW = "draw"
    OVER = "over"


SETUP, PLAN, CHASE, DRAW, OVER = Phase
"""The phases as module constants: reading an enum's attribute costs ten times as much, and each
event reads one.
"""


class Setup(NamedTuple):
    """What is fixed before the first event: rules, board, and where the four Samurai (in the
    ruleset's order) begin.
    """

    ruleset: Ruleset
    board: Board
    samurai: tuple[int, int, int, int]


class Discovered(NamedTuple):
    """A plan that was discovered, with its round."""

    round: int
    plan: Plan


class Chase(NamedTuple):
    """The Samurai: where they stand (in the ruleset's order), and what was done in the chase that
    runs.

    `called` lists Samurai by number; `moves`, `searched`, `sniffed` are the last called one's;
    `green` and `red` are masks of clues.
    """

    samurai: tuple[int, int, int, int]
    called: tuple[int, ...] = ()
    moves: int = 0
    searched: bool = False
    sniffed: bool = False
    actions_left: int = 0
    green: int = 0
    red: int = 0


class Table(NamedTuple):
    """What lies open apart from the Samurai. Spaces and types are masks; `haunted` is the type
    drawn at set-up, as a mask; `bound_drawn`: whether the first token was drawn (`bind`).

    `bound` is None until the game is over, then the bound type's number where it is known.
    """

    phase: Phase
    round: int
    draws_due: int
    winner: str | None
    reason: str | None
    bound: int | None
    sealed: int
    sealed_types: int
    broken: int
    broken_types: int
    pawn: int | None
    spirits: int
    gong: int
    mistakes: int
    sprint_left: bool
    false_trail_left: bool
    revealed: Discovered | None
    bound_drawn: bool
    haunted: int

    def at(self, phase: Phase, round_number: int, draws_due: int) -> "Table":
        """The same table at another point of the game (several times faster than `_replace`)."""
        return Table._make((phase, round_number, draws_due, *self[3:]))

    def over(self, winner: str | None, reason: str, bound: int | None, draws_due: int) -> "Table":
        """The same table at the end of the game."""
        return Table._make((OVER, self.round, draws_due, winner, reason, bound, *self[6:]))

    @property
    def lit_types(self) -> int:
        """The types that are no longer intact, as a mask."""
        return self.broken_types | self.sealed_types

    @property
    def drawn(self) -> int:
        """How many tokens were drawn from the bag (6.6)."""
        return self.sealed_types.bit_count()


class Secret(NamedTuple):
    """What is hidden: the plan of the chase that runs, and the bound type.

    `possible` is the mask of the types it may be: one where it was recorded, else all that the log
    still allows (7.7). `stuck` are those of them with no legal plan now. `recorded`: whether `bind`
    (or `unmask`) named the type.
    """

    recorded: bool
    possible: int
    stuck: int
    plan: Plan | None


class State(NamedTuple):
    """A position: what is fixed, what lies open, what is hidden."""

    setup: Setup
    table: Table
    chase: Chase
    secret: Secret


class PublicView(NamedTuple):
    """What the Samurai and the public know of a position: no field holds a secret."""

    setup: Setup
    table: Table
    chase: Chase


def initial_state(setup: Setup) -> State:
    """The state before the first event (section 3)."""
    table = Table(
        phase=SETUP,
        round=0,
        draws_due=0,
        winner=None,
        reason=None,
        bound=None,
        sealed=0,
        sealed_types=0,
        broken=0,
        broken_types=0,
        pawn=None,
        spirits=0,
        gong=0,
        mistakes=0,
        sprint_left=True,
        false_trail_left=True,
        revealed=None,
        bound_drawn=False,
        haunted=0,
    )
    return State(setup, table, Chase(setup.samurai), Secret(False, setup.board.all_types, 0, None))
