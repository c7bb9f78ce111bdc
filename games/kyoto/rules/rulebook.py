"""Every rule the engine enforces or applies, keyed by the section of our rules page, with its place
in the rulebook.
"""

from games.core.rules import Rulebook
from games.kyoto.rules.rulebook_modules import MODULE_RULES
from games.kyoto.rules.rulebook_play import PLAY_RULES

SECTIONS = {
    "2": "Pieces",
    "3": "Set-up",
    "4": "The turn",
    "5": "Move",
    "6": "Conflict",
    "7": "The end",
    "8": "Tactics",
    "9": "Charisma",
    "10": "Equipment",
    "11": "What each side knows",
}
"""The headings of the rules page."""

RULEBOOK = Rulebook((*PLAY_RULES, *MODULE_RULES))
