"""The modules of a game (log-format page, `ruleset`) and the depth of its log."""

from typing import NamedTuple

from games.core.language import Labels, gettext_noop

FULL, TABLE = "full", "table"
DEPTHS = (FULL, TABLE)
TURN_CAP, TURN_CAP_MAX = 100, 1000


class Ruleset(NamedTuple):
    """The modules in use, and the turn after which the game ends without a winner (4.5)."""

    charisma: bool = False
    neutral: bool = False
    equipment: bool = False
    turn_cap: int = TURN_CAP

    @property
    def name(self) -> str:
        """Return the name of the mode, as `base`, `charisma` or `neutral-equipment`."""
        modules = ["neutral"] if self.neutral else ["charisma"] if self.charisma else []
        modules += ["equipment"] if self.equipment else []
        return "-".join(modules) or "base"


MODES = Labels(
    {
        "base": gettext_noop("base game"),
        "charisma": gettext_noop("with Charisma"),
        "neutral": gettext_noop("with Charisma and Ruri"),
        "equipment": gettext_noop("with Equipment"),
        "charisma-equipment": gettext_noop("with Charisma and Equipment"),
        "neutral-equipment": gettext_noop("with Charisma, Ruri and Equipment"),
    }
)
"""The displayed name of each mode."""
