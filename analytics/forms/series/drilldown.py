"""The games that a series counts."""

from typing import Any

from games.core.sums import Moments


def count_games(leaf: Any) -> int:
    """Return how many games the positions of a sum count together."""
    return sum(Moments(*moments).games for moments in leaf.values())
