"""The games that a distribution counts."""

from typing import Any

from games.core.sums import Moments


def count_games(leaf: Any) -> int:
    """Return how many games a sum counts."""
    return Moments(*leaf["mean"]).games
