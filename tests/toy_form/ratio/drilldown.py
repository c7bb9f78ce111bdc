"""The games that a ratio counts."""

from typing import Any

from .answer import RatioSum


def count_games(leaf: Any) -> int:
    """Return how many games a sum counts."""
    return RatioSum(*leaf).games
