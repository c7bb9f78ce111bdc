"""The editions of Goryō as values with policies. No other engine module checks for an edition."""

from enum import StrEnum
from typing import NamedTuple


class Stage(StrEnum):
    """A stage of the discovery turn, numbered as on the rules page (section 6)."""

    MISTAKES = "6.1"
    BOUND = "6.2"
    GONG = "6.3"
    SPIRITS = "6.4"
    STONE = "6.5"


class Ruleset(NamedTuple):
    """An edition and mode, as the policies in which they differ."""

    edition: str
    advanced: bool
    colours: tuple[str, str, str, str]
    actions_each: int
    denial_allowed: bool
    """Whether the Goryō may answer no where only the false trail lies (5.5)."""
    discovery: tuple[Stage, ...]

    @property
    def name(self) -> str:
        """`2024` or `2024 advanced`."""
        return f"{self.edition} advanced" if self.advanced else self.edition


SAMURAI_CALLED = 3
ACTIONS_IN_ALL = 6
MOVES_EACH = 2
ROUNDS = 4
SPIRITS = 3
TYPES_TO_EXORCISE = 7
MOVE_CUBES = 4

_SPIRITS_FIRST = (Stage.MISTAKES, Stage.BOUND, Stage.GONG, Stage.SPIRITS, Stage.STONE)
_STONE_FIRST = (Stage.MISTAKES, Stage.BOUND, Stage.STONE, Stage.GONG, Stage.SPIRITS)
_YELLOW = ("green", "red", "blue", "yellow")
_PURPLE = ("green", "red", "blue", "purple")

RULESETS: dict[tuple[str, bool], Ruleset] = {
    (ruleset.edition, ruleset.advanced): ruleset
    for ruleset in (
        Ruleset("2019", False, _YELLOW, 2, False, _SPIRITS_FIRST),
        Ruleset("2021", False, _YELLOW, 3, False, _SPIRITS_FIRST),
        Ruleset("2021", True, _YELLOW, 2, False, _SPIRITS_FIRST),
        Ruleset("2024", False, _PURPLE, 3, True, _STONE_FIRST),
        Ruleset("2024", True, _PURPLE, 2, True, _STONE_FIRST),
    )
}
EDITIONS = tuple(dict.fromkeys(edition for edition, _ in RULESETS))
