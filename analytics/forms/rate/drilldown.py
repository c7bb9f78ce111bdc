"""The games that a rate counts."""

from typing import Any

from analytics.forms.grouped import Outcome
from games.core.metrics import RateMetric
from games.core.sums import RateSum

_K = RateSum._fields.index("k")


def count_games(leaf: Any) -> int:
    """Return how many games a sum counts."""
    return RateSum(*leaf).n


def outcomes(metric: RateMetric) -> dict[str, Outcome]:
    """Return what `won` may select."""
    won = Outcome(metric.won, _K, 1, lambda leaf: RateSum(*leaf).k)
    if not metric.lost:
        return {"yes": won}
    lost = Outcome(metric.lost, _K, 0, lambda leaf: RateSum(*leaf).n - RateSum(*leaf).k)
    return {"yes": won, "no": lost}
