"""The text spelling read by hand, character by character, into JSON logs. For good text only."""

import json
from typing import Any

ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "}": "}"}
JSON_TAGS = {"Tags": "tags", "Setup": "setup", "Outcome": "outcome", "Players": "players"}
TEXT_TAGS = {"Date": "played_at", "Event": "event", "Site": "site", "Source": "source"}
ANSWERS = {"yes": True, "+": True, "no": False, "-": False}


FIELDS = {
    **dict.fromkeys(("discover", "stuck", "abandon"), ()),
    **dict.fromkeys(("bind", "draw", "unmask"), ("object",)),
    "haunt": ("object", "space"),
    "resign": ("role",),
}


def _enclosed(text: str, at: int, close: str) -> tuple[str, int]:
    """Return the text from `at` to the unescaped `close`, and the position after it."""
    out = []
    while text[at] != close:
        if text[at] == "\\":
            out.append(ESCAPES[text[at + 1]])
            at += 2
        else:
            out.append(text[at])
            at += 1
    return "".join(out), at + 1


def _name(text: str, at: int) -> tuple[str, int]:
    """Return a word, a tag's name or the key of an x_ field (quoted after `x_` if it is not a plain
    word), and the position after it.
    """
    begin = at
    while at < len(text) and text[at] not in ' \t\r\n;{"':
        at += 1
    word = text[begin:at]
    if word.lower() == "x_" and text[at : at + 1] == '"':
        quoted, at = _enclosed(text, at + 1, '"')
        word += quoted
    return word, at


def _tag_piece(text: str, at: int) -> tuple[tuple[str, Any], int]:
    at += 1
    while text[at] in " \t\n":
        at += 1
    name, quote = _name(text, at)
    value, after = _enclosed(text, text.index('"', quote) + 1, '"')
    return ("tag", (name, value)), text.index("]", after) + 1


def _word_piece(text: str, at: int) -> tuple[tuple[str, Any], int]:
    word, at = _name(text, at)
    if text[at : at + 2] == '="':
        word, at = word + "=", at + 1
    if word.endswith("=") and text[at : at + 1] == '"':
        value, at = _enclosed(text, at + 1, '"')
        return ("x", (word[:-1], json.loads(value))), at
    return ("word", word), at


def pieces(text: str) -> list[tuple[str, Any]]:
    """Return the text as pairs of a kind ("tag", "word", "x", "note", "end") and a value."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    out: list[tuple[str, Any]] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in " \t\r":
            at += 1
        elif char in "\n;":
            out.append(("end", None))
            at += 1
        elif char == "#":
            at = (text + "\n").index("\n", at)
        elif char == "{":
            note, at = _enclosed(text, at + 1, "}")
            out.append(("note", note))
        elif char == "[":
            tag, at = _tag_piece(text, at)
            out += [("end", None), tag]
        else:
            piece, at = _word_piece(text, at)
            out.append(piece)
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
        if word == "sprint":
            plan["sprint"] = True
        else:
            plan["false_trail"] = word[1:]
    return plan


def _action(samurai: str, rest: list[str]) -> dict[str, Any]:
    kind = rest[0]
    if kind == "move":
        return {"type": kind, "samurai": samurai, "to": rest[1]}
    if kind == "search":
        return {"type": kind, "samurai": samurai, "answer": ANSWERS[rest[1]]}
    return {"type": kind, "samurai": samurai, "space": rest[1], "answer": ANSWERS[rest[2]]}


def read_text(text: str) -> list[dict[str, Any]]:
    """Return every game of a valid text as a JSON log."""
    logs: list[dict[str, Any]] = []
    words: list[str] = []
    extra: dict[str, Any] = {}
    for kind, value in pieces(text):
        if kind == "tag":
            name, content = value
            if not logs or logs[-1]["events"] or (name == "Game" and "game" in logs[-1]):
                logs.append({"format": "goryo-log/1", "ruleset": {}, "players": [], "events": []})
            _tag(logs[-1], name, content)
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


def _result(log: dict[str, Any], content: str) -> None:
    winner, _, reason = content.partition(" ")
    log["outcome"] = {"winner": None if winner == "-" else winner, "reason": reason or None}


def _tag(log: dict[str, Any], name: str, content: str) -> None:
    if name == "Game":
        log["game"] = content
    elif name in ("Edition", "Advanced"):
        log["ruleset"][name.lower()] = content if name == "Edition" else content == "yes"
    elif name == "Board":
        log["board"] = json.loads(content) if content.startswith("{") else content
    elif name in ("Goryo", "Samurai"):
        name_or_null = None if content == "?" else content
        log["players"].append({"role": name.lower(), "name": name_or_null})
    elif name == "Result":
        _result(log, content)
    elif name.startswith("Start."):
        starts = log.setdefault("setup", {}).setdefault("samurai", {})
        starts[name.removeprefix("Start.")] = content
    elif name == "Ruleset":
        log["ruleset"] = json.loads(content)
    elif name in TEXT_TAGS:
        log[TEXT_TAGS[name]] = content
    elif name in JSON_TAGS:
        is_list = name == "Tags" and not content.startswith("[")
        log[JSON_TAGS[name]] = content.split(", ") if is_list else json.loads(content)
    else:
        assert name.startswith("X_"), name
        log["x_" + name[2:]] = json.loads(content)
