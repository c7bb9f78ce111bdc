"""Sums of routes: what a game's facts hold under `TREES`, by metric, root and start, so that a
query about one start reads no other.
"""

from collections.abc import Mapping
from typing import Any

from games.core.metrics import TREES

from .measures import Sums

Path = tuple[str, str, str]
"""Metric, root and start."""
Trees = dict[Path, Sums]
"""Path → node → leaf (`games.core.metrics`)."""


def parted(value: Mapping[str, Any]) -> tuple[Sums, Trees]:
    """Split the sums of one or several games into those without trees and the trees.

    >>> parted({"trees": {"ways": {"r1": {"a1": [1], "a1 b1": [1]}}}})
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
