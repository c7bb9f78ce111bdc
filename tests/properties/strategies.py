"""Hypothesis strategies: logs whose free parts (names, notes, tags, x_ fields) have any content."""

import copy
import functools
import json
import random
import unicodedata
from typing import Any

from hypothesis import strategies as st

from tests.brute.replay import replay
from tests.support.playouts import random_log

# NUL and lone surrogates can't be stored, so they are refused: no part of a valid log.
LETTERS = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
NASTY = st.sampled_from([
    '"', "\\", "\n", "\r", "\r\n", "\t", "}", "{", "[", "]", ";", "#", "~", ">", "=", "@1", "  ",
    "\\n", "\\}", '\\"', "\u2028", "\u0085", "\u200b", "\ufeff", "\x0b", "é", "e\u0301", "鬼", "😀",
    "?", "yes", '[Game "goryo"]', "\u202e",
])  # fmt: skip
TEXT = st.lists(st.one_of(NASTY, st.text(LETTERS, max_size=6)), max_size=6).map("".join)
NOT_IN_NAMES = {*map(chr, range(9)), *map(chr, range(14, 28)), "\x7f"}


def visible(character: str) -> bool:
    category = unicodedata.category(character)[0]
    return category in "LMNPS" and character not in "\u115f\u1160\u2800\u3164\uffa0"


NAMES = TEXT.filter(
    lambda name: not NOT_IN_NAMES & {*name} and (not name.strip() or any(map(visible, name)))
)
"""Names of players: no control characters, and something to see."""
NUMBERS = st.one_of(
    st.integers(-(2**53) + 1, 2**53 - 1), st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
KEYS = st.one_of(st.just("x_key"), st.just("x_"), st.just("x_A-b.c"), TEXT.map("x_".__add__))
EXTRAS = st.dictionaries(KEYS, VALUES, max_size=2)
TIMES = st.one_of(st.integers(0, 10**7), st.floats(0, 1e9))
DATES = st.sampled_from(
    ["2026-11-20", "2024-02-29T19:30", "2024-01-01T00:00:59.123+09:00", "1999-12-31T23:59:59Z"]
)


@st.composite
def players(draw: st.DrawFn) -> list[dict[str, Any]]:
    roles = draw(st.permutations(["goryo", "samurai"]))[: draw(st.integers(0, 2))]
    names = st.one_of(st.none(), NAMES)
    return [{"role": role, **draw(EXTRAS), "name": draw(names)} for role in roles]


@functools.cache
def played(seed: int) -> dict[str, Any]:
    """Return a random game up to its refusal."""
    log = random_log(random.Random(f"played {seed}"))
    refused = replay(log, beliefs=False).refused
    if refused is not None:
        log["events"] = log["events"][: refused[0]]
    return log


def fill_free_parts(draw: st.DrawFn, log: dict[str, Any], *parts: str) -> None:
    """Draw texts, tags, a date, notes and times, and `x_` fields of the log, these parts of it and
    some events.
    """
    for key in draw(st.sets(st.sampled_from(["event", "site", "source"]))):
        log[key] = draw(TEXT)
    if draw(st.booleans()):
        log["tags"] = draw(st.lists(TEXT, max_size=3))
    if draw(st.booleans()):
        log["played_at"] = draw(DATES)
    for part in (log, *(log[part] for part in parts)):
        part.update(draw(EXTRAS))
    for event in log["events"][:5]:
        event.update(draw(EXTRAS))
        if draw(st.booleans()):
            event["note"] = draw(TEXT)
        if draw(st.booleans()):
            event["at"] = draw(TIMES)


@st.composite
def valid_logs(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a valid log: a random game up to its refusal, with free parts of any content."""
    log = copy.deepcopy(played(draw(st.integers(0, 60))))
    log["players"] = draw(players())
    fill_free_parts(draw, log, "ruleset")
    return log


def shuffled(value: Any, rng: random.Random) -> Any:
    """Return the same JSON with its keys in another order."""
    if isinstance(value, dict):
        items = list(value.items())
        rng.shuffle(items)
        return {key: shuffled(item, rng) for key, item in items}
    return [shuffled(item, rng) for item in value] if isinstance(value, list) else value


def reformatted(log: dict[str, Any], rng: random.Random) -> bytes:
    """Return the same JSON with other white space, key order and escapes."""
    return json.dumps(
        shuffled(log, rng),
        indent=rng.choice([None, 1, "\t"]),
        ensure_ascii=rng.random() < 0.5,
        separators=rng.choice([(",", ":"), (" , ", " : ")]),
    ).encode()
