"""Sums of ways: what a game's facts hold under `TREES`, laid out by metric, root and start, so that
a question about one start reads no other.
"""

from collections.abc import Mapping
from typing import Any

from games.core.metrics import TREES

from .measures import Sums

Place = tuple[str, str, str]
"""Metric, root and start."""
Trees = dict[Place, Sums]
"""By place: node → leaf (`games.core.metrics`)."""


def parted(value: Mapping[str, Any]) -> tuple[Sums, Trees]:
    """The sums of a game, or of several, without the trees; and the trees.

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
    """Add trees to others, in place: as long as what is added is large."""
    for place, nodes in trees.items():
        have = result.setdefault(place, {})
        for node, leaf in nodes.items():
            old = have.get(node)
            have[node] = leaf if old is None else [a + b for a, b in zip(old, leaf, strict=True)]
