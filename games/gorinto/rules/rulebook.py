"""Every rule the engine enforces or applies, keyed by the section of our rules page, with its
place in the rulebook.
"""

from games.core.language import gettext_noop
from games.core.rules import Rulebook
from games.gorinto.rules.rulebook_modes import MODE_RULES
from games.gorinto.rules.rulebook_play import PLAY_RULES

SECTIONS = {
    "2": gettext_noop("Pieces"),
    "3": gettext_noop("Set-up"),
    "4": gettext_noop("A turn"),
    "5": gettext_noop("Two players"),
    "6": gettext_noop("Seasons"),
    "7": gettext_noop("Goals"),
    "8": gettext_noop("The end"),
    "9": gettext_noop("Compassionate order"),
    "10": gettext_noop("Partnership"),
    "11": gettext_noop("Kitsune solo"),
    "12": gettext_noop("Rulings"),
    "13": gettext_noop("What is known"),
}
"""The headings of the rules page."""

RULEBOOK = Rulebook((*PLAY_RULES, *MODE_RULES))
