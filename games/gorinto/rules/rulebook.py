"""Every rule the engine enforces or applies, keyed by the section of our rules page, with its
place in the rulebook.
"""

from games.core.rules import Rulebook
from games.gorinto.rules.rulebook_modes import MODE_RULES
from games.gorinto.rules.rulebook_play import PLAY_RULES

SECTIONS = {
    "2": "Pieces",
    "3": "Set-up",
    "4": "A turn",
    "5": "Two players",
    "6": "Seasons",
    "7": "Goals",
    "8": "The end",
    "9": "Compassionate order",
    "10": "Partnership",
    "11": "Kitsune solo",
    "12": "Rulings",
    "13": "What is known",
}
"""The headings of the rules page."""

RULEBOOK = Rulebook((*PLAY_RULES, *MODE_RULES))
