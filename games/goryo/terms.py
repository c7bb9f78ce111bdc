"""The terms of Goryō in the reader's language.

An edition's terms are those of its rulebook if that is in the reader's language, else those of the
newest rulebook in that language: in English those of 2019 and 2024, in Italian those of 2021, the
only Italian rulebook (`docs/translating.md`).
"""

from collections.abc import Callable, Mapping

from games.core.language import Labels, gettext, pgettext
from games.core.language import gettext_noop as _

Terms = Mapping[str, Callable[[], str]]

_NEWEST: Terms = {
    "plan": lambda: gettext("Goryō's turn"),
    "chase": lambda: gettext("Samurai's turn"),
    "discovery": lambda: gettext("Discovery turn"),
    "move": lambda: pgettext("Goryō", "Move"),
    "search": lambda: pgettext("Goryō", "Search"),
    "sniff": lambda: pgettext("Goryō", "Sniff"),
    "sprint": lambda: pgettext("Goryō", "Sprint"),
    "false_trail": lambda: pgettext("Goryō", "False Trail"),
}
_OF_2019: Terms = {
    **_NEWEST,
    "discovery": lambda: pgettext("Goryō", "Reveal"),
    "move": lambda: pgettext("Goryō", "Step"),
    "sniff": lambda: pgettext("Goryō", "Hound"),
    "sprint": lambda: pgettext("Goryō", "Leap"),
}
_EDITIONS: Mapping[str, Terms] = {"2019": _OF_2019, "2021": _NEWEST, "2024": _NEWEST}

_TYPE_TERMS = {
    "helmet": _("helmet"),
    "lantern": _("lantern"),
    "mask": _("mask"),
    "scroll": _("scroll"),
    "vase": _("vase"),
    "urn": _("urn"),
    "flower": _("flower"),
    "fan": _("fan"),
}
"""The object types that are translated; others keep the name that their board gives them."""
_COLOURS = {
    "green": (_("green"), _("Green"), _("Green Samurai")),
    "red": (_("red"), _("Red"), _("Red Samurai")),
    "blue": (_("blue"), _("Blue"), _("Blue Samurai")),
    "yellow": (_("yellow"), _("Yellow"), _("Yellow Samurai")),
    "purple": (_("purple"), _("Purple"), _("Purple Samurai")),
}
"""The names of a Samurai: within a sentence, alone, and in full."""
LOG_TERMS = Labels(
    {
        "type": _("event"),
        "bind": _("bind"),
        "haunt": _("haunt"),
        "plan": _("plan"),
        "move": _("move"),
        "search": _("search"),
        "sniff": _("sniff"),
        "discover": _("discover"),
        "draw": _("draw"),
        "stuck": _("stuck"),
        "unmask": _("unmask"),
        "resign": _("resign"),
        "abandon": _("abandon"),
        "object": _("object"),
        "space": _("space"),
        "route": _("route"),
        "target": _("target"),
        "sprint": _("sprint"),
        "false_trail": _("false trail"),
        "samurai": _("samurai"),
        "to": _("to"),
        "answer": _("answer"),
        "role": _("role"),
        "yes": _("yes"),
        "no": _("no"),
        **_TYPE_TERMS,
        **{colour: names[0] for colour, names in _COLOURS.items()},
    }
)
"""The words of the log in the reader's language."""
_LETTERS: Terms = {
    "green": lambda: pgettext("letter on the green Samurai", "G"),
    "red": lambda: pgettext("letter on the red Samurai", "R"),
    "blue": lambda: pgettext("letter on the blue Samurai", "B"),
    "yellow": lambda: pgettext("letter on the yellow Samurai", "Y"),
    "purple": lambda: pgettext("letter on the purple Samurai", "P"),
}
_SIDES = Labels({"goryo": _("The Goryō"), "samurai": _("The Samurai")})
_ROOMS = Labels(
    {
        "nw": _("North-west"),
        "ne": _("North-east"),
        "sw": _("South-west"),
        "se": _("South-east"),
        "n": _("North"),
        "e": _("East"),
        "s": _("South"),
        "w": _("West"),
    }
)
NEWEST = "2024"


def edition_term(edition: str, key: str) -> str:
    """Return an edition's term for `plan`, `chase`, `discovery`, `move`, `search`, `sniff`,
    `sprint` or `false_trail`.
    """
    return _EDITIONS[edition][key]()


def type_name(name: str) -> str:
    """Return the name of an object type."""
    return gettext(_TYPE_TERMS[name]) if name in _TYPE_TERMS else name


def colour_name(colour: str) -> str:
    """Return a Samurai's name, which is his colour: `Green`."""
    return gettext(_COLOURS[colour][1])


def colour_term(colour: str) -> str:
    """Return a Samurai's colour for use within a sentence: `green`."""
    return gettext(_COLOURS[colour][0])


def samurai_name(colour: str) -> str:
    """Return a Samurai's full name: `Green Samurai`."""
    return gettext(_COLOURS[colour][2])


def samurai_letter(colour: str) -> str:
    """Return the letter on a Samurai's piece."""
    return _LETTERS[colour]()


def side_name(role: str) -> str:
    """Return the name of a side for the start of a sentence."""
    return _SIDES[role]


def room_name(room: str) -> str:
    """Return the name of a room; other rooms keep the name that their board gives them."""
    return _ROOMS.get(room.casefold(), room)
