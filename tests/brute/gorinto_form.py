"""Naive checks of an event's form and names (log page, sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.brute.board import Refused
from tests.brute.form import known_keys, need
from tests.brute.gorinto_goals import ELEMENTS
from tests.brute.gorinto_header import CELLS, SPACES, is_number, is_texts

FIELDS = {  # type: (must, may)
    "kitsune": ({"tiles"}, set()),
    "fill": ({"path"}, set()),
    "chit": ({"number"}, set()),
    "place": ({"player", "from", "to"}, {"take", "tile", "give"}),
    "burrow": ({"tokens"}, set()),
    "remove": ({"player", "from"}, {"tile"}),
    "coin": ({"side"}, set()),
    "score": ({"wisdom"}, set()),
    "resign": ({"role"}, set()),
    "abandon": (set(), set()),
}
TEXTS = ("player", "from", "to", "tile", "give", "side", "role")


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_form(event: object) -> None:
    """Raise `Refused("log-format")` if type, fields or JSON types are wrong."""
    need(isinstance(event, dict), "an event is an object")
    kind = event.get("type")
    need(isinstance(kind, str) and kind in FIELDS, "type")
    must, may = FIELDS[kind]
    known_keys(event, must | may | {"type", "note", "at"}, kind)
    need(must <= set(event), "a field is missing")
    for key in TEXTS:
        need(isinstance(event.get(key, ""), str), key)
    for key in ("tiles", "tokens"):
        need(is_texts(event.get(key, [])), key)
    need(is_whole(event.get("number", 1)), "number")
    take = event.get("take", [])
    need(isinstance(take, list), "take")
    need(all(isinstance(entry, str) or is_whole(entry) for entry in take), "take")
    path = event.get("path", {})
    need(isinstance(path, dict) and is_texts(list(path.values())), "path")
    wisdom = event.get("wisdom", {})
    need(isinstance(wisdom, dict) and all(is_number(n) for n in wisdom.values()), "wisdom")
    need(isinstance(event.get("note", ""), str), "note")
    need(is_number(event.get("at", 0)) and event.get("at", 0) >= 0, "at")


def named(event: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names in the event with their kind, field after field."""
    kind = event["type"]
    if kind == "kitsune":
        yield from (("space", space) for space in event["tiles"])
    elif kind == "fill":
        yield from (("space", space) for space in event["path"])
        yield from (("element", element) for element in event["path"].values())
    elif kind == "chit":
        yield "chit", event["number"]
    elif kind == "coin":
        yield "coin", event["side"]
    elif kind == "burrow":
        yield from (("space", space) for space in event["tokens"])
    elif kind in ("place", "remove"):
        yield "space", event["from"]
        if kind == "place":
            yield "cell", event["to"]
            yield from (("cell", x) for x in event.get("take", []) if isinstance(x, str))
        for key in ("tile", "give"):
            if key in event:
                yield "element", event[key]


KNOWN: dict[str, tuple[str, tuple[Any, ...]]] = {
    "space": ("2.3", SPACES),
    "cell": ("2.2", CELLS),
    "element": ("2.1", ELEMENTS),
    "chit": ("2.5", (1, 2, 3, 4, 5)),
    "coin": ("2.5", ("heads", "tails")),
}


def check_names(event: dict[str, Any]) -> None:
    """Raise `Refused` for the first unknown name."""
    for kind, name in named(event):
        rule, names = KNOWN[kind]
        if kind == "element" and name == "dragon":
            raise Refused("2.6", "dragon")
        if name not in names:
            raise Refused(rule, str(name))
