"""Every rule the engine enforces or applies, keyed by the section of our rules page, with its place
in the rulebook.
"""

from games.core.language import gettext_noop
from games.core.rules import Rulebook
from games.kyoto.rules.rulebook_modules import MODULE_RULES
from games.kyoto.rules.rulebook_play import PLAY_RULES

SECTIONS = {
    "2": gettext_noop("Pieces"),
    "3": gettext_noop("Set-up"),
    "4": gettext_noop("The turn"),
    "5": gettext_noop("Move"),
    "6": gettext_noop("Conflict"),
    "7": gettext_noop("The end"),
    "8": gettext_noop("Tactics"),
    "9": gettext_noop("Charisma"),
    "10": gettext_noop("Equipment"),
    "11": gettext_noop("What each side knows"),
}
"""The headings of the rules page."""

RULEBOOK = Rulebook((*PLAY_RULES, *MODULE_RULES))
