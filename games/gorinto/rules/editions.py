"""The modes of Gorinto as values with policies (rules page, 3.1). No other code asks which mode a
game has.

The rulebook has one edition, so editions have no names.
"""

from typing import NamedTuple

from games.core.language import gettext_noop as _
from games.gorinto.rules.phase import BURROW, FILL, KITSUNE, REMOVE, Phase

EDITIONS: tuple[str, ...] = ()
ROLES = ("p1", "p2", "p3", "p4")
KITSUNE_SIDE = "kitsune"
SEASONS = 4

STANDARD, PARTNERSHIP, SOLO = "standard", "partnership", "solo"
TACTICAL, BURROWING = "tactical", "burrow"
CLOCKWISE, COMPASSIONATE = "clockwise", "compassionate"
NORMAL, EXPERT = "normal", "expert"
REMOVALS, ORDERS = (BURROWING, TACTICAL), (CLOCKWISE, COMPASSIONATE)
DIFFICULTIES, MODES = (NORMAL, EXPERT), (STANDARD, PARTNERSHIP, SOLO)


class Ruleset(NamedTuple):
    """A mode with its number of players: the policies in which modes differ.

    `sides` are the sides that score. `side_of` maps each player to the number of a side. `removal`
    is the phase after a player's second and later turns in a Season (5.1), None without removals.
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
        """The owners of the mats."""
        return (*self.roles, KITSUNE_SIDE) if self.has_kitsune else self.roles

    @property
    def first_phase(self) -> Phase:
        """The first phase of a Season (6.1)."""
        return KITSUNE if self.has_kitsune else FILL

    @property
    def clockwise(self) -> bool:
        """Whether a start player has the Start coin (3.6, 9.1, 10.6)."""
        return not self.compassionate and not self.has_kitsune

    def cards(self, player: int) -> tuple[int, ...]:
        """Return the goal cards that a player scores. In partnership these are the two cards next
        to the player (10.3).
        """
        return ((player - 1) % self.goals, player) if self.partners else (0, 1)

    def partner(self, player: int) -> int:
        """Return the player opposite (10.1)."""
        return (player + 2) % self.players


def _standard(players: int, variant: str, title: str) -> Ruleset:
    return Ruleset(
        f"{players}p-{variant}",
        title,
        STANDARD,
        players,
        ROLES[:players],
        tuple(range(players)),
        removal={BURROWING: BURROW, TACTICAL: REMOVE}.get(variant),
        compassionate=variant == COMPASSIONATE,
        may_resign=players == 2,
    )


def _solo(difficulty: str, title: str, key_points: int) -> Ruleset:
    return Ruleset(
        f"solo-{difficulty}",
        title,
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
        _standard(2, BURROWING, _("2 players, Burrow tokens")),
        _standard(2, TACTICAL, _("2 players, tactical")),
        _standard(3, CLOCKWISE, _("3 players, clockwise")),
        _standard(3, COMPASSIONATE, _("3 players, compassionate")),
        _standard(4, CLOCKWISE, _("4 players, clockwise")),
        _standard(4, COMPASSIONATE, _("4 players, compassionate")),
        Ruleset(
            PARTNERSHIP,
            _("Partnership"),
            PARTNERSHIP,
            4,
            ("p1+p3", "p2+p4"),
            (0, 1, 0, 1),
            goals=4,
            partners=True,
        ),
        _solo(NORMAL, _("Kitsune solo, normal"), 3),
        _solo(EXPERT, _("Kitsune solo, expert"), 2),
    )
}
"""Every mode by its name."""
PLAYERS = {STANDARD: (2, 3, 4), PARTNERSHIP: (4,), SOLO: (1,)}
"""The possible numbers of players by mode."""


def find_ruleset(mode: str, players: int, removal: str, order: str, difficulty: str) -> Ruleset:
    """Return the ruleset for the settings of a header. Settings that do not belong to the mode are
    ignored. Raise KeyError if there is no such ruleset.
    """
    if mode == PARTNERSHIP:
        return RULESETS[PARTNERSHIP]
    if mode == SOLO:
        return RULESETS[f"solo-{difficulty}"]
    return RULESETS[f"{players}p-{removal if players == 2 else order}"]
