"""The state of a game of Gorinto. Everything is public except the order of the bag, which no log
records (rules page, section 13).

Players, sides, cells, Path spaces and elements are numbers here. Their names are in
`setup.ruleset`, `mountain` and `elements`. States are immutable.
"""

from typing import NamedTuple

from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import NO_TILES, TILES_EACH, Counts, counts
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import EMPTY_PATH, Mountain
from games.gorinto.rules.phase import OVER, PLACE, REMOVE, Phase


class Setup(NamedTuple):
    """The set-up before the first event (section 3).

    `board` is the landscape. `order` is the turn order of the first Season, as player numbers.
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
    """The scoring of a Season (6.3, 8.1, 11.8).

    `goals` holds the points of each goal card by player. `kitsune` is the Kitsune's score, None
    without a Kitsune. `keys` holds each player's Key Element points after Winter, else None.
    """

    season: int
    goals: tuple[tuple[int, ...], ...]
    kitsune: int | None
    keys: tuple[int, ...] | None


class KitsuneState(NamedTuple):
    """The Kitsune's pieces in the current Season (11.2 to 11.8).

    `tiles` are the Path spaces of the Kitsune tiles 1 to 5, empty until they are laid. `head` and
    `tail` are cells, None until they are placed. `moving` is the token that the next chit places
    or moves.
    """

    tiles: tuple[int, ...] = ()
    head: int | None = None
    tail: int | None = None
    chits: tuple[int, ...] = ()
    moving: str | None = None


HEAD, TAIL = "head", "tail"


class State(NamedTuple):
    """A position.

    `turn` counts the placements in the current Season, `order` is its turn order, and `tokens` is
    the bit mask of its revealed Burrow tokens. `may_claim` is whether the last event ended a
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
    kitsune: KitsuneState | None
    tokens: int
    may_claim: bool
    winners: tuple[str, ...] | None
    reason: str | None

    @property
    def player(self) -> int:
        """The player to place a tile."""
        return self.order[self.turn % len(self.order)]

    @property
    def last_player(self) -> int:
        """The player who placed the last tile."""
        return self.order[(self.turn - 1) % len(self.order)]

    @property
    def actor(self) -> str | None:
        """The role that acts next, None in phases of chance."""
        if self.phase is PLACE:
            return self.setup.ruleset.roles[self.player]
        return self.setup.ruleset.roles[self.last_player] if self.phase is REMOVE else None

    def over(self, winners: tuple[str, ...], reason: str, may_claim: bool = False) -> "State":
        """Return this position as the end of the game."""
        return self._replace(
            phase=OVER,
            kitsune=self.kitsune and self.kitsune._replace(moving=None),
            may_claim=may_claim,
            winners=tuple(sorted(winners)),
            reason=reason,
        )


def initial_state(setup: Setup) -> State:
    """Return the state before the first event: the Mountain is dealt, all other tiles are in the
    bag (3.2, 3.3).
    """
    bag = [TILES_EACH] * len(NO_TILES)
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
        mats=(NO_TILES,) * len(ruleset.mats),
        wisdom=(0,) * len(ruleset.sides),
        bag=counts(bag),
        discarded=NO_TILES,
        scoring=None,
        kitsune=KitsuneState() if ruleset.has_kitsune else None,
        tokens=0,
        may_claim=False,
        winners=None,
        reason=None,
    )
