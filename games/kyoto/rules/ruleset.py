"""What a game is played with (log-format page, `ruleset`) and what its log records (`depth`)."""

from typing import NamedTuple

from games.core.language import Labels, gettext_noop

FULL, TABLE = "full", "table"
DEPTHS = (FULL, TABLE)
TURN_CAP, TURN_CAP_MAX = 100, 1000


class Ruleset(NamedTuple):
    """The modules that are used, and after how many turns nobody has won (4.5)."""

    charisma: bool = False
    neutral: bool = False
    equipment: bool = False
    turn_cap: int = TURN_CAP

    @property
    def name(self) -> str:
        """The mode in a word: `base`, `charisma`, `neutral-equipment`."""
        words = ["neutral"] if self.neutral else ["charisma"] if self.charisma else []
        words += ["equipment"] if self.equipment else []
        return "-".join(words) or "base"


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
"""Every mode by its name, and what people call it."""
