"""The terms of Goryō in the reader's language.

An edition's terms are those of its rulebook if that is in the reader's language, else those of the
newest rulebook in that language: in English those of 2019 and 2024, in Italian those of 2021, the
only Italian rulebook (`docs/translating.md`).
"""

from collections.abc import Callable, Mapping

from games.core.language import Labels, gettext, gettext_noop, pgettext

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
    "helmet": gettext_noop("helmet"),
    "lantern": gettext_noop("lantern"),
    "mask": gettext_noop("mask"),
    "scroll": gettext_noop("scroll"),
    "vase": gettext_noop("vase"),
    "urn": gettext_noop("urn"),
    "flower": gettext_noop("flower"),
    "fan": gettext_noop("fan"),
}
"""The object types that are translated; others keep the name that their board gives them."""
_COLOUR_TERMS = {
    "green": gettext_noop("green"),
    "red": gettext_noop("red"),
    "blue": gettext_noop("blue"),
    "yellow": gettext_noop("yellow"),
    "purple": gettext_noop("purple"),
}
LOG_TERMS = Labels(
    {
        "type": gettext_noop("event"),
        "bind": gettext_noop("bind"),
        "haunt": gettext_noop("haunt"),
        "plan": gettext_noop("plan"),
        "move": gettext_noop("move"),
        "search": gettext_noop("search"),
        "sniff": gettext_noop("sniff"),
        "discover": gettext_noop("discover"),
        "draw": gettext_noop("draw"),
        "stuck": gettext_noop("stuck"),
        "unmask": gettext_noop("unmask"),
        "resign": gettext_noop("resign"),
        "abandon": gettext_noop("abandon"),
        "object": gettext_noop("object"),
        "space": gettext_noop("space"),
        "route": gettext_noop("route"),
        "target": gettext_noop("target"),
        "sprint": gettext_noop("sprint"),
        "false_trail": gettext_noop("false trail"),
        "samurai": gettext_noop("samurai"),
        "to": gettext_noop("to"),
        "answer": gettext_noop("answer"),
        "role": gettext_noop("role"),
        "yes": gettext_noop("yes"),
        "no": gettext_noop("no"),
        **_TYPE_TERMS,
        **_COLOUR_TERMS,
    }
)
"""The words of the log in the reader's language."""
_COLOURS = Labels(
    {
        "green": gettext_noop("Green"),
        "red": gettext_noop("Red"),
        "blue": gettext_noop("Blue"),
        "yellow": gettext_noop("Yellow"),
        "purple": gettext_noop("Purple"),
    }
)
_SAMURAI = Labels(
    {
        "green": gettext_noop("Green Samurai"),
        "red": gettext_noop("Red Samurai"),
        "blue": gettext_noop("Blue Samurai"),
        "yellow": gettext_noop("Yellow Samurai"),
        "purple": gettext_noop("Purple Samurai"),
    }
)
_LETTERS: Terms = {
    "green": lambda: pgettext("letter on the green Samurai", "G"),
    "red": lambda: pgettext("letter on the red Samurai", "R"),
    "blue": lambda: pgettext("letter on the blue Samurai", "B"),
    "yellow": lambda: pgettext("letter on the yellow Samurai", "Y"),
    "purple": lambda: pgettext("letter on the purple Samurai", "P"),
}
_SIDES = Labels({"goryo": gettext_noop("The Goryō"), "samurai": gettext_noop("The Samurai")})
_ROOMS = Labels(
    {
        "nw": gettext_noop("North-west"),
        "ne": gettext_noop("North-east"),
        "sw": gettext_noop("South-west"),
        "se": gettext_noop("South-east"),
        "n": gettext_noop("North"),
        "e": gettext_noop("East"),
        "s": gettext_noop("South"),
        "w": gettext_noop("West"),
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
    return _COLOURS[colour]


def colour_term(colour: str) -> str:
    """Return a Samurai's colour for use within a sentence: `green`."""
    return gettext(_COLOUR_TERMS[colour])


def samurai_name(colour: str) -> str:
    """Return a Samurai's full name: `Green Samurai`."""
    return _SAMURAI[colour]


def samurai_letter(colour: str) -> str:
    """Return the letter on a Samurai's piece."""
    return _LETTERS[colour]()


def side_name(role: str) -> str:
    """Return the name of a side for the start of a sentence."""
    return _SIDES[role]


def room_name(room: str) -> str:
    """Return the name of a room; other rooms keep the name that their board gives them."""
    return _ROOMS.get(room.casefold(), room)
