"""The sums a cell holds: pure, mergeable in any order, and exact to take off again.

A sum is plain data:

    {"rounds": rounds discovered, "played": games with at least one discovered round,
     "spaces": {layer: {space: [times, games in which it happened at least once]}}}

What is zero is left out, so equal sums are equal data.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Sums = dict[str, Any]


class NegativeSum(Exception):
    """Ours: more was taken off a sum than was ever added to it."""


def sums_of(value: Mapping[str, Any]) -> Sums:
    """What one game's facts (`GameKind.facts`) add to a cell."""
    rounds = value["rounds"]
    spaces = {
        layer: {space: [times, 1] for space, times in by_space.items() if times}
        for layer, by_space in value["spaces"].items()
    }
    return {
        "rounds": rounds,
        "played": int(rounds > 0),
        "spaces": {layer: by_space for layer, by_space in spaces.items() if by_space},
    }


def empty() -> Sums:
    """The sum of no game."""
    return {"rounds": 0, "played": 0, "spaces": {}}


def merged(one: Sums, two: Sums, sign: int = 1) -> Sums:
    """`one` plus `sign` times `two`. Raises NegativeSum where something would fall below zero."""
    spaces: dict[str, dict[str, list[int]]] = {}
    for layer in sorted({*one["spaces"], *two["spaces"]}):
        left, right = one["spaces"].get(layer, {}), two["spaces"].get(layer, {})
        summed = {
            space: [
                _add(a, b, sign)
                for a, b in zip(left.get(space, (0, 0)), right.get(space, (0, 0)), strict=True)
            ]
            for space in sorted({*left, *right})
        }
        kept = {space: pair for space, pair in summed.items() if any(pair)}
        if kept:
            spaces[layer] = kept
    return {
        "rounds": _add(one["rounds"], two["rounds"], sign),
        "played": _add(one["played"], two["played"], sign),
        "spaces": spaces,
    }


def total(many: Iterable[Sums]) -> Sums:
    """All of them merged."""
    result = empty()
    for sums in many:
        result = merged(result, sums)
    return result


def _add(a: int, b: int, sign: int) -> int:
    result = a + sign * b
    if result < 0:
        raise NegativeSum(f"{a} - {b}")
    return result
