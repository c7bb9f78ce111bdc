"""Every rule the engine checks or applies, by section of our rules page, with its standing and its
location in the rulebook.
"""

from games.core.language import gettext_noop as _
from games.core.rules import Rule, Rulebook, Standing
from games.gorinto.rules.rulebook_modes import MODE_TEXTS
from games.gorinto.rules.rulebook_play import PLAY_TEXTS

SECTIONS = {
    "2": _("Components"),
    "3": _("Set-up"),
    "4": _("A turn"),
    "5": _("Two players"),
    "6": _("Seasons"),
    "7": _("Goals"),
    "8": _("End of the game"),
    "9": _("Compassionate order"),
    "10": _("Partnership"),
    "11": _("Kitsune solo"),
    "12": _("Our rulings"),
    "13": _("Public information"),
}
"""The headings of the rules page."""
YEAR = "2020"
"""The year of the only rulebook."""
_HEADINGS = {
    "Component": ("2.1", "2.4", "2.5"),
    "Setup": ("2.2", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    "On Your Turn": ("2.3", "4.1", "4.2", "4.8"),
    "Alternate Landscapes": ("2.7",),
    "Understanding": ("4.3", "12.2"),
    "Patterns": ("4.4",),
    "Additional Gathering Rules": ("4.5", "4.6", "4.7", "12.3", "12.12"),
    "Adjustment for 2 Players": ("5.1", "5.2", "5.3", "5.4", "12.4", "12.5"),
    "Gameplay": ("6.1",),
    "End of a Season": ("6.2", "6.3", "6.4", "6.5", "12.6", "12.7"),
    "Sample Season Scoring": ("7.0",),
    "Game End": ("8.1", "8.2"),
    "Compassionate Turn Order": ("9.1", "9.2"),
    "Partnership Mode": ("10.1", "10.2", "10.3"),
    "Kitsune Solo Mode, Changes to General Setup": ("11.1",),
    "Kitsune Solo Mode, Path Setup": ("11.2",),
    "Kitsune Solo Mode, Movement Setup": ("11.3", "12.11"),
    "Kitsune Solo Mode, Gameplay": ("11.4",),
    "Kitsune Solo Mode, Kitsune's Turn": ("11.5", "11.6", "11.7"),
    "Kitsune Solo Mode, End of the Season": ("11.8",),
    "Kitsune Solo Mode, Game End": ("11.9",),
}
"""Headings of the rulebook, with the rules that are printed or based there."""
_STANDINGS = {
    Standing.COMPONENT: ("2.1", "2.3", "2.4", "2.5", "2.7", "7.0"),
    Standing.INFERRED: (
        *("5.4", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.7", "12.8", "12.9"),
        *("12.11", "12.12", "13.1"),
    ),
    Standing.HOUSE: ("2.6", "8.3", "10.4", "10.5", "10.6", "12.10"),
}
"""The rules that are not printed."""


def _rulebook() -> Rulebook:
    locations = {key: heading for heading, keys in _HEADINGS.items() for key in keys}
    standings = {key: standing for standing, keys in _STANDINGS.items() for key in keys}
    rules = []
    for key, (title, summary) in (*PLAY_TEXTS.items(), *MODE_TEXTS.items()):
        standing = standings.get(key, Standing.PRINTED)
        citations = {YEAR: locations[key]} if key in locations else {}
        rules.append(Rule(key, title, summary, standing, citations))
    return Rulebook(tuple(rules))


RULEBOOK = _rulebook()
