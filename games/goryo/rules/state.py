"""The state of a Goryō game, split by visibility.

`Table` and `Chase` are public; `Secret` is what only the Goryō knows, or what no player knows yet.
The Samurai's view consists of the first two, so it has no field for a secret.
"""

from enum import StrEnum
from typing import NamedTuple

from games.goryo.rules.board import Board
from games.goryo.rules.editions import SAMURAI_CALLED, Ruleset
from games.goryo.rules.events import Plan


class Phase(StrEnum):
    """What happens next."""

    SETUP = "setup"
    PLAN = "plan"
    CHASE = "chase"
    DRAW = "draw"
    OVER = "over"


_new = tuple.__new__
"""Creates a NamedTuple in half the time of its constructor; for the most frequent events."""
SETUP, PLAN, CHASE, DRAW, OVER = Phase
"""The phases as module constants: every event reads one, and reading an enum's attribute takes ten
times as long.
"""


class Setup(NamedTuple):
    """What is fixed before the first event: rules, board, where the four Samurai (in the ruleset's
    order) start, and whose record it is (None: it knows everything).
    """

    ruleset: Ruleset
    board: Board
    samurai: tuple[int, int, int, int]
    known_by: str | None = None


class Discovered(NamedTuple):
    """A discovered plan, with its round."""

    round: int
    plan: Plan


class Chase(NamedTuple):
    """Where the Samurai stand (in the ruleset's order), and what they have done in this chase.

    `called` lists the activated Samurai by number; `moves`, `searched` and `sniffed` belong to the
    last of them; `green` and `red` are masks of clues.
    """

    samurai: tuple[int, int, int, int]
    called: tuple[int, ...] = ()
    moves: int = 0
    searched: bool = False
    sniffed: bool = False
    actions_left: int = 0
    green: int = 0
    red: int = 0

    @property
    def actions(self) -> int:
        """The number of actions that the last activated Samurai has taken."""
        return self.moves + self.searched + self.sniffed

    def turn_of(self, number: int) -> "Chase | None":
        """Return what Samurai `number` has done, as fields of a chase: these if he is active, new
        ones if he can be activated. Return None if he can't act in this chase any more.
        """
        if self.called and self.called[-1] == number:
            return self
        if number in self.called or len(self.called) == SAMURAI_CALLED:
            return None
        return Chase(self.samurai)


class Table(NamedTuple):
    """The public state except the Samurai. Spaces and types are masks; `haunted` is the type drawn
    at set-up, as a mask; `bound_drawn` says whether the first token was drawn (`bind`).

    `bound` is None until the game is over, then the bound type's number if it is known.
    """

    phase: Phase
    round: int = 0
    draws_due: int = 0
    winner: str | None = None
    reason: str | None = None
    bound: int | None = None
    sealed: int = 0
    sealed_types: int = 0
    broken: int = 0
    broken_types: int = 0
    pawn: int | None = None
    spirits: int = 0
    gong: int = 0
    mistakes: int = 0
    sprint_left: bool = True
    false_trail_left: bool = True
    revealed: Discovered | None = None
    bound_drawn: bool = False
    haunted: int = 0

    def at(self, phase: Phase, round_number: int, draws_due: int) -> "Table":
        """Return the same table in another phase (several times faster than `_replace`)."""
        return _new(Table, (phase, round_number, draws_due, *self[3:]))

    def over(self, winner: str | None, reason: str, bound: int | None, draws_due: int) -> "Table":
        """Return the same table at the end of the game."""
        return _new(Table, (OVER, self.round, draws_due, winner, reason, bound, *self[6:]))

    @property
    def lit_types(self) -> int:
        """The mask of the types that are broken or sealed."""
        return self.broken_types | self.sealed_types

    @property
    def drawn(self) -> int:
        """The number of tokens drawn from the bag (6.6)."""
        return self.sealed_types.bit_count()


class Secret(NamedTuple):
    """The secrets: the plan of the current chase, and the bound type.

    `possible` is the mask of the types it may be: one if it was recorded, else all that the log
    still allows (7.7). `stuck` are those of them without a legal plan now. `recorded` says whether
    `bind` or `unmask` named the type.
    """

    recorded: bool
    possible: int
    stuck: int
    plan: Plan | None

    @property
    def barred_types(self) -> int:
        """The mask of the one type that no target may have, or 0 if several are possible."""
        possible = self.possible & ~self.stuck
        return possible if possible.bit_count() == 1 else 0


class State(NamedTuple):
    """A position: what is fixed, what is public, what is secret."""

    setup: Setup
    table: Table
    chase: Chase
    secret: Secret


class PublicView(NamedTuple):
    """What the Samurai and the public know about a position; no field holds a secret."""

    setup: Setup
    table: Table
    chase: Chase


def public_view(state: State) -> PublicView:
    """Return the public part of a state (8.1)."""
    return PublicView(state.setup, state.table, state.chase)


def initial_state(setup: Setup) -> State:
    """Return the state before the first event (section 3)."""
    secret = Secret(False, setup.board.all_types, 0, None)
    return State(setup, Table(SETUP), Chase(setup.samurai), secret)
