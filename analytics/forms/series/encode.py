"""A series as JSON and CSV."""

from collections.abc import Callable
from typing import Any

from analytics.forms.encoding import encode_mean
from games.core.metrics import SeriesMetric

from .answer import SeriesGroup


def fields(group: SeriesGroup, metric: SeriesMetric, _games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    pairs = zip(metric.positions.items(), group.means, strict=True)
    return {
        "positions": [{"key": key, "label": title, **encode_mean(m)} for (key, title), m in pairs]
    }


def csv_rows(group: SeriesGroup, metric: SeriesMetric) -> list[dict[str, Any]]:
    """Return a row a position."""
    pairs = zip(metric.positions, group.means, strict=True)
    return [{"position": position} | encode_mean(mean) for position, mean in pairs]
