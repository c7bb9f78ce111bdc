"""A naive implementation of Gorinto's text notation: writing canonical text, writing text as people
type it, and reading. For legal logs only.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from typing import Any

from tests.brute.gorinto_goals import ELEMENTS
from tests.brute.gorinto_header import COLUMNS, ROWS
from tests.brute.text import pieces

Log = dict[str, Any]
DEFAULTS = {"mode": "standard", "landscape": "peak", "removal": "burrow", "order": "clockwise"}
RULESET_TAGS = {
    "Mode": "mode", "Landscape": "landscape", "Removal": "removal", "Order": "order",
    "Difficulty": "difficulty",
}  # fmt: skip
SETUP_TAGS = {
    "Start": "start", "TurnOrder": "order", "Goals": "goals", "Keys": "keys",
    "KitsuneKeys": "kitsune_keys",
}  # fmt: skip
TEXT_TAGS = {"Date": "played_at", "Event": "event", "Site": "site", "Source": "source"}
ALL_SPACES = COLUMNS + ROWS


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def plain(log: Log) -> Log:
    """Return the log without default values."""
    log = copy.deepcopy(log)
    ruleset = log["ruleset"]
    for key, default in DEFAULTS.items():
        if ruleset.get(key) == default:
            del ruleset[key]
    if ruleset.get("expansions") == []:
        del ruleset["expansions"]
    for event in log["events"]:
        if "take" in event:
            event["take"].sort()
            if not event["take"]:
                del event["take"]
        if not event.get("note", "-").strip():
            del event["note"]
    for player in log["players"]:
        player.setdefault("name", None)
    return log


def canonical(log: Log) -> str:
    """Return the canonical form of a log without an outcome."""
    return as_json(plain(log))


# -- writing --------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def tags_of(log: Log) -> list[tuple[str, str]]:
    """Return the tags with their values, in the order of the page."""
    setup, ruleset = log["setup"], log["ruleset"]
    tags = [("Game", "gorinto")]
    tags += [(tag, ruleset[key]) for tag, key in RULESET_TAGS.items() if key in ruleset]
    names = {player["role"]: player.get("name") for player in log["players"]}
    tags += [(role.upper(), "?" if names[role] is None else names[role]) for role in sorted(names)]
    if "start" in setup:
        tags.append(("Start", setup["start"]))
    if "order" in setup:
        tags.append(("TurnOrder", " ".join(setup["order"])))
    tags += [("Goals", " ".join(setup["goals"])), ("Keys", " ".join(setup["keys"]))]
    if "kitsune_keys" in setup:
        tags.append(("KitsuneKeys", " ".join(setup["kitsune_keys"])))
    for row in ROWS:
        stacks = [setup["mountain"][column + row] for column in COLUMNS]
        tags.append((f"Row{row}", " ".join(".".join(stack) or "-" for stack in stacks)))
    tags += [(tag, log[key]) for tag, key in TEXT_TAGS.items() if key in log]
    if "outcome" in log:
        tags.append(("Outcome", as_json(log["outcome"])))
    return tags


def words_of(event: dict[str, Any]) -> list[str]:
    """Return the words of an event, unabbreviated."""
    kind = event["type"]
    if kind == "place":
        words = [event["player"], *([event["tile"]] if "tile" in event else []), event["from"]]
        words += [">", event["to"]]
        if event.get("take"):
            words += ["take", *map(str, event["take"])]
        return words + (["give", event["give"]] if "give" in event else [])
    if kind == "remove":
        tile = [event["tile"]] if "tile" in event else []
        return [event["player"], "remove", *tile, event["from"]]
    if kind == "fill":
        tiles = [event["path"].get(space, "-") for space in ALL_SPACES]
        return ["fill", *tiles[:5], "/", *tiles[5:]]
    if kind == "score":
        sides = sorted(event["wisdom"], key=lambda side: (side == "kitsune", side))
        return ["score", *(str(x) for side in sides for x in (side, event["wisdom"][side]))]
    lists = {"burrow": "tokens", "kitsune": "tiles"}
    if kind in lists:
        return [kind, *event[lists[kind]]]
    single = {"chit": "number", "coin": "side", "resign": "role"}
    return [kind, *([str(event[single[kind]])] if kind in single else [])]


def canonical_lines(log: Log) -> list[str]:
    """Return the lines of the canonical text without blank lines, for a log without notes, times
    and `x_` fields.
    """
    log = plain(log)
    lines = [f"[{tag} {quoted(value)}]" for tag, value in tags_of(log)]
    return lines + [" ".join(words_of(event)) for event in log["events"]]


def abbreviated(rng: random.Random, element: str) -> str:
    """Return a random unambiguous abbreviation of the element."""
    shortest = {"void": 1, "wind": 2, "fire": 1, "water": 2, "earth": 1}[element]
    return element[: rng.randint(shortest, len(element))]


def typed(rng: random.Random, log: Log) -> str:
    """Return the log as people type it: shuffled tags, abbreviations, commas, comments."""
    tags = tags_of(log)
    rest = tags[1:]
    rng.shuffle(rest)
    text = ""
    for tag, value in [tags[0], *rest]:
        if tag.startswith("Row") or tag in ("Keys", "KitsuneKeys"):
            stacks = [[_typed_word(rng, tile) for tile in s.split(".")] for s in value.split()]
            value = rng.choice([" ", "  "]).join(".".join(stack) for stack in stacks)
        text += f"[{tag} {quoted(value)}]\n"
    for event in log["events"]:
        words = [_typed_word(rng, word) for word in words_of(event)]
        line = words[0]
        for before, word in itertools.pairwise(words):
            tight = (before in ">/" or word in ">/") and rng.random() < 0.5
            line += word if tight else rng.choice([" ", " ", "  ", ", "]) + word
        text += line + rng.choice(["\n", "\n", "\r\n", "; ", " # a remark\n", "\n\n"])
    return text


def _typed_word(rng: random.Random, word: str) -> str:
    return abbreviated(rng, word) if word in ELEMENTS else word


# -- reading --------------------------------------------------------------------------------------


def element(word: str) -> str:
    (name,) = [name for name in ELEMENTS if name.startswith(word)]
    return name


def _number(word: str) -> Any:
    return json.loads(word)


def event_of(words: list[str]) -> dict[str, Any]:
    """Return an event from its words."""
    kind, rest = words[0], words[1:]
    if kind == "fill":
        tiles = [word for word in rest if word != "/"]
        pairs = zip(ALL_SPACES, tiles, strict=True)
        return {"type": kind, "path": {s: element(word) for s, word in pairs if word != "-"}}
    if kind in ("burrow", "kitsune"):
        return {"type": kind, {"burrow": "tokens", "kitsune": "tiles"}[kind]: rest}
    if kind == "score":
        wisdom = {rest[i]: _number(rest[i + 1]) for i in range(0, len(rest), 2)}
        return {"type": kind, "wisdom": wisdom}
    if kind == "chit" and rest[0].isdigit():
        return {"type": kind, "number": int(rest[0])}
    if kind in ("coin", "resign"):
        return {"type": kind, {"coin": "side", "resign": "role"}[kind]: rest[0]}
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
    logs: list[Log] = []
    words: list[str] = []
    extra: dict[str, Any] = {}
    for kind, value in pieces(text):
        if kind == "tag":
            if not logs or logs[-1]["events"]:
                start: Log = {"ruleset": {}, "players": [], "setup": {"mountain": {}}, "events": []}
                logs.append({"format": "goryo-log/1", **start})
            _tag(logs[-1], *value)
        elif kind == "word" and value.startswith("@"):
            extra["at"] = _number(value[1:])
        elif kind == "word":
            words += value.replace(",", " ").replace(">", " > ").replace("/", " / ").split()
        elif kind == "x":
            extra[value[0]] = value[1]
        elif kind == "note":
            extra["note"] = value.strip()
        elif words:
            logs[-1]["events"].append({**event_of(words), **extra})
            words, extra = [], {}
    return logs


def _tag(log: Log, name: str, content: str) -> None:
    if name in SETUP_TAGS or name.startswith("Row"):
        _setup_tag(log["setup"], name, content.split())
    elif name in ("Game", *TEXT_TAGS):
        log[TEXT_TAGS.get(name, "game")] = content
    elif name in RULESET_TAGS:
        log["ruleset"][RULESET_TAGS[name]] = content
    elif name in ("P1", "P2", "P3", "P4"):
        log["players"].append({"role": name.lower(), "name": None if content == "?" else content})
    elif name in ("Outcome", "Players", "Ruleset", "Setup", "Tags"):
        log[name.lower()] = json.loads(content)
    else:
        assert name.startswith("X_"), name
        log["x_" + name[2:]] = json.loads(content)


def _setup_tag(setup: dict[str, Any], name: str, words: list[str]) -> None:
    if name.startswith("Row"):
        for column, stack in zip(COLUMNS, words, strict=True):
            tiles = [] if stack == "-" else stack.split(".")
            setup["mountain"][column + name[3]] = [element(tile) for tile in tiles]
    elif name == "Start":
        (setup["start"],) = words
    else:
        is_elements = name in ("Keys", "KitsuneKeys")
        setup[SETUP_TAGS[name]] = [element(w) for w in words] if is_elements else words
