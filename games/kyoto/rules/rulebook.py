"""Every rule the engine checks or applies, by section of our rules page, with its standing and its
location in the rulebook.
"""

from games.core.language import gettext_noop as _
from games.core.rules import Rule, Rulebook, Standing
from games.kyoto.rules.rulebook_texts import TEXTS

SECTIONS = {
    "2": _("Components"),
    "3": _("Set-up"),
    "4": _("A turn"),
    "5": _("Moves"),
    "6": _("Conflict"),
    "7": _("End of the game"),
    "8": _("Tactics"),
    "9": _("Charisma"),
    "10": _("Equipment"),
    "11": _("Knowledge"),
}
"""The headings of the rules page."""
_HEADINGS = {
    "Components": ("2.1", "2.4"),
    "Game Elements": ("2.3",),
    "Move": ("2.2", "5.1", "5.2", "5.3"),
    "Site Type": ("5.4", "5.5", "5.6"),
    "Setup": ("11.1",),
    "Setup 3": ("3.1",),
    "Setup 4": ("3.2",),
    "Setup 5": ("3.6",),
    "Setup Charisma": ("3.3",),
    "Setup Equipment": ("3.5",),
    "Gameplay": ("4.3", "4.7"),
    "Gameplay 1": ("4.1",),
    "Gameplay 2": ("4.2",),
    "Conflict": ("6.1", "6.2", "6.3", "6.4", "6.5"),
    "End of the Game": ("7.1", "7.2", "7.3", "7.5"),
    "End of the Game, Special case 1": ("7.4",),
    "End of the Game, Special case 2": ("4.4",),
    "Description of the Tactic Cards": ("8.1", "8.2", "8.3", "8.4", "8.5", "8.6"),
    "Description of Charisma Cards, Tomoyo": ("9.1",),
    "Description of Charisma Cards, Anju": ("9.2",),
    "Description of Charisma Cards, Yoko": ("9.3",),
    "Description of Charisma Cards, Ayane": ("9.4",),
    "Description of Charisma Cards, Chiharu": ("9.5",),
    "Description of Charisma Cards, Iroha": ("9.6",),
    "Description of Charisma Cards, Ruri": ("3.4", "9.7"),
    "Activate Equipment Cards": ("10.1",),
    "Description of Equipment Cards, Typewriter": ("10.2",),
    "Description of Equipment Cards, Drugs": ("10.3",),
    "Description of Equipment Cards, Pocket Pistol": ("10.4",),
    "Description of Equipment Cards, Wireless Bugs": ("10.5",),
    "Description of Equipment Cards, Stun Weapon": ("10.6",),
    "Description of Equipment Cards, Bulletproof Fan": ("10.7",),
}
"""Headings of the rulebook, with the rules that are printed or based there."""
_STANDINGS = {
    Standing.COMPONENT: ("2.1", "2.2", "2.3"),
    Standing.INFERRED: ("2.4", "6.1", "7.5", "8.2", "9.5", "9.7", "10.4"),
    Standing.HOUSE: (
        *("2.5", "3.3", "3.4", "4.3", "4.5", "4.6", "7.3", "7.4", "7.6", "7.7", "8.3", "8.4"),
        *("8.6", "9.3", "10.1", "10.2", "10.3", "10.5", "10.6", "10.7"),
        *("11.1", "11.2", "11.3", "11.4", "11.5"),
    ),
}
"""The rules that are not printed."""


def _rulebook() -> Rulebook:
    locations = {key: heading for heading, keys in _HEADINGS.items() for key in keys}
    standings = {key: standing for standing, keys in _STANDINGS.items() for key in keys}
    rules = []
    for key, (title, summary) in TEXTS.items():
        standing = standings.get(key, Standing.PRINTED)
        citations = {"": locations[key]} if key in locations else {}
        rules.append(Rule(key, title, summary, standing, citations))
    return Rulebook(tuple(rules))


RULEBOOK = _rulebook()
