"""A naive writer of Gorinto's text notation: canonical text, and text as people type it."""

import copy
import itertools
import json
import random
import re
from typing import Any

from tests.brute.board import passes
from tests.brute.gorinto_header import COLUMNS, FIELDS, ROWS, check_form
from tests.brute.text import TEXT_TAGS

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
ALL_SPACES = COLUMNS + ROWS
LISTS = {"burrow": "tokens", "kitsune": "tiles"}
SINGLE = {"chit": "number", "coin": "side", "resign": "role"}
"""The only field of an event, which is a list of words or one word."""


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
    given = {tag: setup[key] for tag, key in SETUP_TAGS.items() if key in setup}
    tags += [(tag, v if isinstance(v, str) else " ".join(v)) for tag, v in given.items()]
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
    if kind in LISTS:
        return [kind, *event[LISTS[kind]]]
    return [kind, *([str(event[SINGLE[kind]])] if kind in SINGLE else [])]


def canonical_lines(log: Log) -> list[str]:
    """Return the lines of the canonical text without blank lines, for a log without notes, times
    and `x_` fields.
    """
    log = plain(log)
    lines = [f"[{tag} {quoted(value)}]" for tag, value in tags_of(log)]
    return lines + [" ".join(words_of(event)) for event in log["events"]]


def has_text(event: dict[str, Any]) -> bool:
    """Return whether text can express an event, even an illegal one."""
    if not passes(check_form, event):
        return False
    kind, words = event["type"], words_of(event)
    is_verb = event.get("player") in FIELDS
    extra = set(event) - {"type"}.union(*FIELDS[kind]) or set(event.get("path", ())) - {*ALL_SPACES}
    return not (is_verb or extra) and all(re.fullmatch(r"[a-z0-9+.]+|[>/-]", w) for w in words)


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
    """Return a word, or a random unambiguous abbreviation of an element."""
    least = {"void": 1, "wind": 2, "fire": 1, "water": 2, "earth": 1}
    return word[: rng.randint(least[word], len(word))] if word in least else word
