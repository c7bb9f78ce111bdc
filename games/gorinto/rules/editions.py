"""The modes of Gorinto as values with policies (rules page, 3.1). Nothing else in the engine asks
which mode it plays.

There is one edition of the rulebook, so no edition has a name.
"""

from typing import NamedTuple

from games.core.language import gettext_noop
from games.gorinto.rules.phase import BURROW, FILL, KITSUNE, REMOVE, Phase

EDITIONS: tuple[str, ...] = ()
ROLES = ("p1", "p2", "p3", "p4")
KITSUNE_SIDE = "kitsune"
SEASONS = 4
SEASON_NAMES = ("Spring", "Summer", "Autumn", "Winter")

STANDARD, PARTNERSHIP, SOLO = "standard", "partnership", "solo"
TACTICAL, BURROWING = "tactical", "burrow"
CLOCKWISE, COMPASSIONATE = "clockwise", "compassionate"
NORMAL, EXPERT = "normal", "expert"
REMOVALS, ORDERS = (BURROWING, TACTICAL), (CLOCKWISE, COMPASSIONATE)
DIFFICULTIES, MODE_WORDS = (NORMAL, EXPERT), (STANDARD, PARTNERSHIP, SOLO)


class Ruleset(NamedTuple):
    """A mode with its number of players: the policies in which modes differ.

    `sides` are those who score; `side_of` gives for each player the number of his side. `removal`
    is the phase after a player's further turns (5.1), None where nothing is removed.
    """

    name: str
    title: str
    mode: str
    players: int
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    goals: int = 2
    key_points: int = 2
    removal: Phase | None = None
    compassionate: bool = False
    difficulty: str | None = None
    partners: bool = False
    has_kitsune: bool = False
    may_resign: bool = True

    @property
    def roles(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return ROLES[: self.players]

    @property
    def mats(self) -> tuple[str, ...]:
        """Whose mats there are."""
        return (*self.roles, KITSUNE_SIDE) if self.has_kitsune else self.roles

    @property
    def first_phase(self) -> Phase:
        """What a Season begins with (6.1)."""
        return KITSUNE if self.has_kitsune else FILL

    @property
    def clockwise(self) -> bool:
        """Whether a start player has the coin (3.6, 9.1, 10.6)."""
        return not self.compassionate and not self.has_kitsune

    def cards(self, player: int) -> tuple[int, ...]:
        """Which of the set-up's goal cards a player scores: in partnership the two beside him
        (10.3).
        """
        return ((player - 1) % self.goals, player) if self.partners else (0, 1)

    def partner(self, player: int) -> int:
        """The player across (10.1)."""
        return (player + 2) % self.players


TITLES = {
    (3, CLOCKWISE): gettext_noop("3 players, clockwise"),
    (3, COMPASSIONATE): gettext_noop("3 players, compassionate"),
    (4, CLOCKWISE): gettext_noop("4 players, clockwise"),
    (4, COMPASSIONATE): gettext_noop("4 players, compassionate"),
    (1, NORMAL): gettext_noop("Kitsune solo, normal"),
    (1, EXPERT): gettext_noop("Kitsune solo, expert"),
}


def _each_alone(players: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return ROLES[:players], tuple(range(players))


def _pair(name: str, title: str, removal: Phase) -> Ruleset:
    return Ruleset(name, title, STANDARD, 2, *_each_alone(2), removal=removal)


def _table(players: int, order: str) -> Ruleset:
    alone = _each_alone(players)
    compassionate = order == COMPASSIONATE
    return Ruleset(
        f"{players}p-{order}",
        TITLES[players, order],
        STANDARD,
        players,
        *alone,
        compassionate=compassionate,
        may_resign=False,
    )


def _solo(difficulty: str, key_points: int) -> Ruleset:
    return Ruleset(
        f"solo-{difficulty}",
        TITLES[1, difficulty],
        SOLO,
        1,
        ("p1", KITSUNE_SIDE),
        (0,),
        key_points=key_points,
        difficulty=difficulty,
        has_kitsune=True,
    )


RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (
        _pair("2p-burrow", gettext_noop("2 players, Burrow tokens"), BURROW),
        _pair("2p-tactical", gettext_noop("2 players, tactical"), REMOVE),
        _table(3, CLOCKWISE),
        _table(3, COMPASSIONATE),
        _table(4, CLOCKWISE),
        _table(4, COMPASSIONATE),
        Ruleset(
            PARTNERSHIP,
            gettext_noop("Partnership"),
            PARTNERSHIP,
            4,
            ("p1+p3", "p2+p4"),
            (0, 1, 0, 1),
            goals=4,
            partners=True,
        ),
        _solo(NORMAL, 3),
        _solo(EXPERT, 2),
    )
}
"""Every mode by its name."""
PLAYERS = {STANDARD: (2, 3, 4), PARTNERSHIP: (4,), SOLO: (1,)}
"""How many players a mode is for."""


def find_ruleset(mode: str, players: int, removal: str, order: str, difficulty: str) -> Ruleset:
    """The ruleset of a header's words; those that are not for its mode are not looked at. Raises
    KeyError.
    """
    if mode == PARTNERSHIP:
        return RULESETS[PARTNERSHIP]
    if mode == SOLO:
        return RULESETS[f"solo-{difficulty}"]
    return RULESETS[f"{players}p-{removal if players == 2 else order}"]
