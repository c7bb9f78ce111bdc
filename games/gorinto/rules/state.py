"""The state of a game of Gorinto: everything lies open but the order of the bag, which no log
records (rules page, section 13).

Players, sides, cells, Path spaces and elements are numbers here; `setup.ruleset`, `mountain` and
`elements` have their names. A state is a tuple that never changes.
"""

from typing import NamedTuple

from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import NONE_OF_ANY, TILES_EACH, Counts, counts
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import EMPTY_PATH, Mountain
from games.gorinto.rules.phase import OVER, Phase


class Setup(NamedTuple):
    """What is fixed before the first event (section 3).

    `board` is the landscape, `order` the turn order of the first Season as players' numbers,
    `keys` and `kitsune_keys` are elements.
    """

    ruleset: Ruleset
    board: Landscape
    mountain: Mountain
    goals: tuple[str, ...]
    keys: tuple[int, ...]
    order: tuple[int, ...]
    kitsune_keys: tuple[int, ...] = ()


class Scoring(NamedTuple):
    """A Season's scoring (6.3, 8.1, 11.8): for each player what each of his cards paid, what the
    Kitsune scored (None: no Kitsune), and after Winter each player's Key Element points.
    """

    season: int
    goals: tuple[tuple[int, ...], ...]
    kitsune: int | None
    keys: tuple[int, ...] | None


class Fox(NamedTuple):
    """What the Kitsune has on the table in this Season (11.2 to 11.8).

    `tiles` are the Path spaces of the Kitsune tiles 1 to 5 (empty while they are due); `head` and
    `tail` are cells, None before they lie there; `moving` is the token that the chit now due puts
    down or moves.
    """

    tiles: tuple[int, ...] = ()
    head: int | None = None
    tail: int | None = None
    chits: tuple[int, ...] = ()
    moving: str | None = None


HEAD, TAIL = "head", "tail"


class State(NamedTuple):
    """A position.

    `turn` counts the placements of this Season; `order` is this Season's turn order; `tokens` is
    the mask of the Burrow tokens revealed in it; `may_claim`: whether the event before ended a
    Season, so that a `score` may follow. `winners` is None until the game is over.
    """

    setup: Setup
    season: int
    phase: Phase
    turn: int
    order: tuple[int, ...]
    mountain: Mountain
    path: tuple[int, ...]
    mats: tuple[Counts, ...]
    wisdom: tuple[int, ...]
    bag: Counts
    discarded: Counts
    scoring: Scoring | None
    fox: Fox | None
    tokens: int
    may_claim: bool
    winners: tuple[str, ...] | None
    reason: str | None

    @property
    def player(self) -> int:
        """The player whose turn it is while a tile is placed."""
        return self.order[self.turn % len(self.order)]

    @property
    def last_player(self) -> int:
        """The player who has just placed."""
        return self.order[(self.turn - 1) % len(self.order)]

    def over(self, winners: tuple[str, ...], reason: str) -> "State":
        """The same position at the end of the game."""
        fox = self.fox if self.fox is None else self.fox._replace(moving=None)
        return self._replace(
            phase=OVER, fox=fox, may_claim=False, winners=tuple(sorted(winners)), reason=reason
        )


def initial_state(setup: Setup) -> State:
    """The state before the first event: the Mountain is dealt, the rest of the tiles in the
    bag (3.2, 3.3).
    """
    bag = [TILES_EACH] * len(NONE_OF_ANY)
    for stack in setup.mountain:
        for tile in stack:
            bag[tile] -= 1
    ruleset = setup.ruleset
    return State(
        setup=setup,
        season=1,
        phase=ruleset.first_phase,
        turn=0,
        order=setup.order,
        mountain=setup.mountain,
        path=EMPTY_PATH,
        mats=(NONE_OF_ANY,) * len(ruleset.mats),
        wisdom=(0,) * len(ruleset.sides),
        bag=counts(bag),
        discarded=NONE_OF_ANY,
        scoring=None,
        fox=Fox() if ruleset.has_kitsune else None,
        tokens=0,
        may_claim=False,
        winners=None,
        reason=None,
    )
