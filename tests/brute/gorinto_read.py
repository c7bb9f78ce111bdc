"""A naive reader of Gorinto's text notation, for legal logs only."""

import json
from typing import Any

from tests.brute.gorinto_header import COLUMNS, ELEMENTS
from tests.brute.gorinto_text import ALL_SPACES, LISTS, RULESET_TAGS, SETUP_TAGS, SINGLE, Log
from tests.brute.text import add_common_tag, read_games

SIDES = ("p1", "p2", "p3", "p4", "kitsune")


def element(word: str) -> str:
    (name,) = [name for name in ELEMENTS if name.startswith(word)]
    return name


def event_of(words: list[str]) -> dict[str, Any]:
    """Return an event from its words."""
    kind, rest = words[0], words[1:]
    if kind == "fill":
        tiles = [word for word in rest if word != "/"]
        pairs = zip(ALL_SPACES, tiles, strict=True)
        return {"type": kind, "path": {s: element(word) for s, word in pairs if word != "-"}}
    if kind in LISTS:
        return {"type": kind, LISTS[kind]: rest}
    if kind == "score":
        wisdom = {rest[i]: json.loads(rest[i + 1]) for i in range(0, len(rest), 2)}
        return {"type": kind, "wisdom": wisdom}
    if kind in SINGLE:
        return {"type": kind, SINGLE[kind]: int(rest[0]) if kind == "chit" else rest[0]}
    if kind == "abandon":
        return {"type": kind}
    event = {"type": "remove" if rest[0] == "remove" else "place", "player": kind}
    if rest[0] == "remove":
        return {**event, **_from(rest[1:])}
    return {**event, **_from(rest[: rest.index(">")]), **_to(rest[rest.index(">") + 1 :])}


def _from(words: list[str]) -> dict[str, Any]:
    return {"from": words[-1], **({"tile": element(words[0])} if len(words) == 2 else {})}


def _to(words: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {"to": words[0]}
    if "give" in words:
        fields["give"] = element(words.pop())
        words.pop()
    if "take" in words:
        fields["take"] = [int(w) if w.isdigit() else w for w in words[words.index("take") + 1 :]]
    return fields


def read_text(text: str) -> list[Log]:
    """Return the games of a valid text as JSON logs."""
    return read_games(text, _tag, lambda words: event_of(_split(" ".join(words))))


def _split(line: str) -> list[str]:
    return line.replace(",", " ").replace(">", " > ").replace("/", " / ").split()


def _tag(log: Log, name: str, content: str) -> None:
    if name in SETUP_TAGS or name.startswith("Row"):
        _setup_tag(log.setdefault("setup", {}), name, content.split())
    elif name in RULESET_TAGS:
        log["ruleset"][RULESET_TAGS[name]] = content
    elif name == "Result":
        _result(log.setdefault("outcome", {}), content.split())
    elif name == "Wisdom":
        words = content.split()
        pairs = zip(words[::2], map(json.loads, words[1::2]), strict=True)
        log.setdefault("outcome", {})["wisdom"] = dict(pairs)
    else:
        add_common_tag(log, name, content, ("P1", "P2", "P3", "P4"))


def _result(outcome: dict[str, Any], words: list[str]) -> None:
    """Winners and reason; `-` alone is an unfinished game."""
    winners = [word for word in words if word in SIDES]
    reasons = [word for word in words if word not in SIDES and word != "-"]
    outcome["winners"] = winners if winners or reasons else None
    if reasons or not winners:
        outcome["reason"] = reasons[0] if reasons else None


def _setup_tag(setup: dict[str, Any], name: str, words: list[str]) -> None:
    if name.startswith("Row"):
        for column, stack in zip(COLUMNS, words, strict=True):
            tiles = [] if stack == "-" else stack.split(".")
            setup.setdefault("mountain", {})[column + name[3]] = [element(tile) for tile in tiles]
    elif name == "Start":
        (setup["start"],) = words
    else:
        is_elements = name in ("Keys", "KitsuneKeys")
        setup[SETUP_TAGS[name]] = [element(w) for w in words] if is_elements else words
