"""The outcome of a game of Gorinto as the tags `Result` and `Wisdom`."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text
from games.log.natural import both, read_result, write_result

WINNERS = ("p1", "p2", "p3", "p4", "kitsune")
"""What the tag `Result` may name."""
_OUTCOME_KEYS = frozenset({"winners", "reason", "wisdom"})
_SIDE = re.compile(r"[^\s,\"{}\[\]]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_DIGITS_MAX = 4300
"""Python does not parse integers of more digits."""


def read_wisdom(words: list[str]) -> dict[str, int | float] | None:
    """Return the Wisdom of sides from pairs of words, None if they are no such pairs.

    >>> read_wisdom(["p1", "13", "p2", "7"])
    {'p1': 13, 'p2': 7}
    """
    sides, numbers = words[::2], words[1::2]
    if len(sides) != len(numbers) or len(set(sides)) != len(sides):
        return None
    wisdom: dict[str, int | float] = {}
    for side, word in zip(sides, numbers, strict=True):
        match = _NUMBER.fullmatch(word) if len(word.lstrip("-")) <= _DIGITS_MAX else None
        number = float(word) if match is not None and (match[1] or match[2]) else None
        if match is None or (number is not None and not isfinite(number)):
            return None
        wisdom[side] = int(word) if number is None else number
    return wisdom


def read_outcome_tags(tags: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
    """Return the outcome from the tags `Result` and `Wisdom`, as header keys."""
    if "Result" not in tags and "Wisdom" not in tags:
        return {}
    if "Outcome" in tags:
        problems.append(both("Outcome"))
        return {}
    outcome: dict[str, Any] = {}
    before = len(problems)
    if "Result" in tags:
        winners, reason = read_result(tags["Result"], WINNERS, problems)
        unfinished = not winners and reason is None
        outcome["winners"] = None if unfinished else sorted(winners)
        if reason is not None or unfinished:
            outcome["reason"] = reason
    if "Wisdom" in tags:
        outcome["wisdom"] = read_wisdom(tags["Wisdom"].replace(",", " ").split())
        if outcome["wisdom"] is None:
            message = text('Write the tag Wisdom like this: [Wisdom "p1 13 p2 7"].')
            problems.append(Problem(LOG_FORMAT, "wrong_result", message, "Wisdom"))
    return {} if len(problems) > before else {"outcome": outcome}


def write_outcome_tags(outcome: Any) -> list[tuple[str, str]]:
    """Return the tags of an outcome, none if they can't say it."""
    if not isinstance(outcome, dict) or not outcome or outcome.keys() - _OUTCOME_KEYS:
        return []
    tags = []
    if "winners" in outcome or "reason" in outcome:
        winners, reason = outcome.get("winners", ()), outcome.get("reason")
        value = None
        if winners != () and list(winners or ()) == sorted(set(winners or ())):
            value = write_result(list(winners or ()), reason, WINNERS)
        tags = [] if value is None else [("Result", value)]
    wisdom = outcome.get("wisdom")
    if wisdom and all(_SIDE.fullmatch(side) for side in wisdom):
        pairs = sorted(wisdom.items())
        tags.append(("Wisdom", " ".join(f"{side} {number!r}" for side, number in pairs)))
    problems: list[Problem] = []
    read = read_outcome_tags(dict(tags), problems)
    is_same = read.get("outcome") == outcome and repr(read) == repr(
        {"outcome": _ordered(outcome, read)}
    )
    return tags if is_same and not problems else []


def _ordered(outcome: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    """Return an outcome with its keys in the order of another one."""
    other = read.get("outcome", {})
    return {
        key: {k: outcome[key][k] for k in value} if isinstance(value, dict) else outcome[key]
        for key, value in other.items()
    }
