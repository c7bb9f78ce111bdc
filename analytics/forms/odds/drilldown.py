"""The games that odds count."""

from typing import Any

from games.core.sums import OddsSum


def count_games(leaf: Any) -> int:
    """Return how many games a sum counts."""
    return OddsSum(*leaf).games
