"""The sums of a cell: pure, mergeable in any order, and exact to subtract.

A sum is nested dicts whose leaves are whole numbers or lists of them (`games.core.metrics`); a
game's facts are the sum of that one game. The first number of a leaf is a count, the others may
have a sign. A leaf with a count of 0 is omitted, so that equal sums are equal data.

Sums of routes, which facts hold under `TREES`, are stored apart by metric, root and start, so that
a query about one start reads no other.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from games.core.metrics import TREES

Sums = dict[str, Any]
Path = tuple[str, str, str]
"""Metric, root and start of a tree of routes."""
Trees = dict[Path, Sums]
"""Path → node → leaf (`games.core.metrics`)."""


class NegativeSum(Exception):
    """Internal error: more was subtracted from a sum than was added, or another shape."""


def merged(first: Mapping[str, Any], second: Mapping[str, Any], sign: int = 1) -> Sums:
    """Return `first` plus `sign` times `second`. Raises NegativeSum where a count would fall below
    zero, or a sum would be left with a count of zero.
    """
    result: Sums = {}
    for key in sorted({*first, *second}):
        left, right = first.get(key), second.get(key)
        if isinstance(left, dict) or isinstance(right, dict):
            if not isinstance(left or {}, dict) or not isinstance(right or {}, dict):
                raise NegativeSum(f"{left} and {right} have different shapes")
            below = merged(left or {}, right or {}, sign)
            if below:
                result[key] = below
            continue
        leaf = _leaf(left, right, sign)
        if leaf is not None:
            result[key] = leaf
    return result


def apply_sums(result: Sums, sums: Mapping[str, Any], sign: int = 1) -> None:
    """Add `sign` times `sums` to `result` in place; takes time by the size of `sums`. Raises
    NegativeSum as `merged` does; `result` is then undefined.
    """
    for key, part in sums.items():
        old = result.get(key)
        if isinstance(part, dict):
            below = {} if old is None else old
            if not isinstance(below, dict):
                raise NegativeSum(f"{old} and {part} have different shapes")
            apply_sums(below, part, sign)
            leaf: Any = below or None
        elif isinstance(old, dict):
            raise NegativeSum(f"{old} and {part} have different shapes")
        elif sign > 0 and old is None and (part[0] if isinstance(part, list) else part) > 0:
            leaf = part
        elif isinstance(part, list) and isinstance(old, list) and len(old) == len(part):
            leaf = [a + sign * b for a, b in zip(old, part, strict=True)]
            if leaf[0] <= 0:
                leaf = _leaf(old, part, sign)
        else:
            leaf = _leaf(old, part, sign)
        if leaf is not None:
            result[key] = leaf
        elif old is not None:
            del result[key]


def differences(
    stored: Mapping[Any, Any], right: Mapping[Any, Any]
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the keys whose values differ, with the stored and the right value."""
    for key in sorted({*stored, *right}, key=str):
        if stored.get(key) != right.get(key):
            yield key, stored.get(key), right.get(key)


def total(many: Iterable[Mapping[str, Any]]) -> Sums:
    """Return the sum of all; takes time by their size, not by their number."""
    result: Sums = {}
    for sums in many:
        add_into(result, sums)
    return result


def add_into(result: Sums, sums: Mapping[str, Any]) -> None:
    """Add `sums` to `result` in place."""
    for key, part in sums.items():
        if isinstance(part, dict):
            add_into(result.setdefault(key, {}), part)
        elif isinstance(part, list):
            old = result.get(key)
            result[key] = part if old is None else [a + b for a, b in zip(old, part, strict=True)]
        else:
            result[key] = result.get(key, 0) + part


def _leaf(left: Any, right: Any, sign: int) -> Any:
    """Return the sum of two leaves of one form; None where the count is zero."""
    is_list = isinstance(left if left is not None else right, list)
    if None not in (left, right) and _shape(left) != _shape(right):
        raise NegativeSum(f"{left} and {right} have different shapes")
    pairs = zip_longest(_numbers(left), _numbers(right), fillvalue=0)
    summed = [a + sign * b for a, b in pairs]
    count, *others = summed
    if count < 0 or (count == 0 and any(others)):
        raise NegativeSum(f"{left} {'+' if sign > 0 else '-'} {right}")
    if count == 0:
        return None
    return summed if is_list else count


def _shape(leaf: Any) -> int:
    return len(leaf) if isinstance(leaf, list) else -1


def _numbers(leaf: Any) -> list[int]:
    if leaf is None:
        return []
    return leaf if isinstance(leaf, list) else [leaf]


def split_trees(value: Mapping[str, Any]) -> tuple[Sums, Trees]:
    """Split the sums of one or several games into those without trees and the trees.

    >>> split_trees({"trees": {"ways": {"r1": {"a1": [1], "a1 b1": [1]}}}})
    ({}, {('ways', 'r1', 'a1'): {'a1': [1], 'a1 b1': [1]}})
    """
    trees: Trees = {}
    for metric, roots in value.get(TREES, {}).items():
        for root, nodes in roots.items():
            for node, leaf in nodes.items():
                start = node.partition(" ")[0]
                trees.setdefault((metric, root, start), {})[node] = leaf
    return {key: part for key, part in value.items() if key != TREES}, trees


def add_trees(result: Trees, trees: Trees) -> None:
    """Add trees to `result` in place; takes time by the size of `trees`."""
    for path, nodes in trees.items():
        sums = result.setdefault(path, {})
        for node, leaf in nodes.items():
            old = sums.get(node)
            sums[node] = leaf if old is None else [a + b for a, b in zip(old, leaf, strict=True)]
