"""A series as JSON and CSV."""

from collections.abc import Callable
from typing import Any

from analytics.forms.base import GroupBody
from analytics.insight.bodies import Mean, mean_fields
from games.core.metrics import SeriesMetric

from .answer import SeriesGroup


class PositionBody(Mean):
    """The mean at a position."""

    key: str
    label: str


class SeriesBody(GroupBody):
    """Means by position."""

    positions: list[PositionBody]


def fields(group: SeriesGroup, metric: SeriesMetric, _games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    pairs = zip(metric.positions.items(), group.means, strict=True)
    return {"positions": [PositionBody(*mean, key, title) for (key, title), mean in pairs]}


def csv_rows(group: SeriesGroup, metric: SeriesMetric) -> list[dict[str, Any]]:
    """Return a row a position."""
    pairs = zip(metric.positions, group.means, strict=True)
    return [{"position": position} | mean_fields(mean) for position, mean in pairs]
