"""The text spelling read by a plain pattern into JSON logs. For good text only."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "}": "}"}
TEXT_TAGS = {"Date": "played_at", "Event": "event", "Site": "site", "Source": "source"}
ANSWERS = {"yes": True, "+": True, "no": False, "-": False}


FIELDS = {
    **dict.fromkeys(("discover", "stuck", "abandon"), ()),
    **dict.fromkeys(("bind", "draw", "unmask"), ("object",)),
    "haunt": ("object", "space"),
    "resign": ("role",),
}


INSIDE = r'(?:\\.|[^"\\])*'
NAME = rf'[xX]_"{INSIDE}"|[^ \t\r\n;{{"]+?'
"""A tag's name or the key of an x_ field, which is quoted after `x_` if it is not a plain word."""
PIECE = re.compile(
    rf"(?P<blank>[ \t\r]+|#[^\n]*)|(?P<end>[\n;])|{{(?P<note>(?:\\.|[^}}\\])*)}}"
    rf'|\[\s*(?P<tag>{NAME})\s*"(?P<value>{INSIDE})"\s*\]'
    rf'|(?P<x>{NAME})="(?P<json>{INSIDE})"|(?P<word>[^ \t\r\n;{{"]+)',
    re.DOTALL,
)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], text)


def _name(text: str) -> str:
    return text[:2] + _unescaped(text[3:-1]) if text[2:3] == '"' else text


def pieces(text: str) -> list[tuple[str, Any]]:
    """Return the text as pairs of a kind ("tag", "word", "x", "note", "end") and a value."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    out: list[tuple[str, Any]] = []
    at = 0
    while match := PIECE.match(text, at):
        at, kind = match.end(), match.lastgroup
        if kind == "value":
            tag = _name(match["tag"]), _unescaped(match["value"])
            out += [("end", None), ("tag", tag)]
        elif kind == "json":
            out.append(("x", (_name(match["x"]), json.loads(_unescaped(match["json"])))))
        elif kind != "blank":
            out.append((str(kind), _unescaped(match[0][1:-1]) if kind == "note" else match[0]))
    assert at == len(text), text[at:]
    return [*out, ("end", None)]


def event_of(words: list[str]) -> dict[str, Any]:
    """Return the event of these words."""
    first, rest = words[0], words[1:]
    if first == "plan":
        return _plan(rest)
    if first in FIELDS:
        event = {"type": first, **dict(zip(FIELDS[first], rest, strict=True))}
        return {**event, "object": None} if words == ["bind", "?"] else event
    return _action(first, rest)


def _plan(rest: list[str]) -> dict[str, Any]:
    arrow = rest.index(">")
    plan: dict[str, Any] = {"type": "plan", "route": rest[:arrow], "target": rest[arrow + 1]}
    for word in rest[arrow + 2 :]:
        plan |= {"sprint": True} if word == "sprint" else {"false_trail": word[1:]}
    return plan


def _action(samurai: str, rest: list[str]) -> dict[str, Any]:
    kind, *words = rest
    fields = {"move": ("to",), "search": ("answer",), "sniff": ("space", "answer")}[kind]
    given = dict(zip(fields, words, strict=True))
    answer = {"answer": ANSWERS[words[-1]]} if kind != "move" else {}
    return {"type": kind, "samurai": samurai, **given, **answer}


Log = dict[str, Any]


def read_games(
    text: str, add_tag: Callable[[Log, str, str], None], event_of: Callable[[list[str]], Log]
) -> list[Log]:
    """Return every game of a valid text of any kind as a JSON log."""
    logs: list[Log] = []
    words: list[str] = []
    extra: Log = {}
    for kind, value in pieces(text):
        if kind == "tag":
            if not logs or logs[-1]["events"] or (value[0] == "Game" and "game" in logs[-1]):
                logs.append({"format": "goryo-log/1", "ruleset": {}, "players": [], "events": []})
            add_tag(logs[-1], *value)
        elif kind == "word" and value.startswith("@"):
            extra["at"] = json.loads(value[1:])
        elif kind == "word":
            words.append(value)
        elif kind == "x":
            extra[value[0]] = value[1]
        elif kind == "note":
            extra["note"] = value.strip()
        elif words:
            logs[-1]["events"].append({**event_of(words), **extra})
            words, extra = [], {}
    return logs


def add_common_tag(log: Log, name: str, content: str, roles: Iterable[str]) -> None:
    """Add a tag that all kinds have."""
    if name in ("Game", *TEXT_TAGS):
        log[TEXT_TAGS.get(name, "game")] = content
    elif name in roles:
        log["players"].append({"role": name.lower(), "name": None if content == "?" else content})
    elif name == "Tags" and not content.lstrip().startswith("["):
        log["tags"] = [tag.strip() for tag in content.split(",")]
    elif name in ("Outcome", "Players", "Ruleset", "Setup", "Tags"):
        log[name.lower()] = json.loads(content)
    else:
        assert name.startswith("X_"), name
        log["x_" + name[2:]] = json.loads(content)


def read_text(text: str) -> list[Log]:
    """Return every game of Goryō in a valid text as a JSON log."""
    return read_games(text, _tag, event_of)


def _tag(log: Log, name: str, content: str) -> None:
    if name in ("Edition", "Advanced"):
        log["ruleset"][name.lower()] = content if name == "Edition" else content == "yes"
    elif name == "Board":
        log["board"] = json.loads(content) if content.startswith("{") else content
    elif name == "Result":
        winner, _, reason = content.partition(" ")
        log["outcome"] = {"winner": None if winner == "-" else winner, "reason": reason or None}
    elif name.startswith("Start."):
        starts = log.setdefault("setup", {}).setdefault("samurai", {})
        starts[name.removeprefix("Start.")] = content
    else:
        add_common_tag(log, name, content, ("Goryo", "Samurai"))
