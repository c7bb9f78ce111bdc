"""The modules of a game (log-format page, `ruleset`) and the depth of its log."""

from typing import NamedTuple

from games.core.language import Labels
from games.core.language import gettext_noop as _

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
        "base": _("base game"),
        "charisma": _("with Charisma"),
        "neutral": _("with Charisma and Ruri"),
        "equipment": _("with Equipment"),
        "charisma-equipment": _("with Charisma and Equipment"),
        "neutral-equipment": _("with Charisma, Ruri and Equipment"),
    }
)
"""The displayed name of each mode."""
