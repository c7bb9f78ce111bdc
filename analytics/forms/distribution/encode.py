"""A distribution as JSON and CSV."""

from collections.abc import Callable
from typing import Annotated, Any

from analytics.forms.base import GroupBody
from analytics.insight.bodies import mean_fields
from games.core.metrics import DistributionMetric
from replays.rest.body import doc

from .answer import DistributionGroup


class DistributionBody(GroupBody):
    """A mean as in `Mean`, quartiles, and how often each value was observed."""

    n: Annotated[int, doc("Observations.")]
    games: int
    mean: float | None
    mean_low: float | None
    mean_high: float | None
    min: float
    q1: float
    median: float
    q3: float
    max: float
    values: Annotated[dict[str, int], doc("Value: how often.")]


def fields(
    group: DistributionGroup, _metric: DistributionMetric, _games: Callable[..., str]
) -> dict[str, Any]:
    """Return the fields of a group."""
    values = {f"{value:g}": count for value, count in sorted(group.values.items())}
    return {**mean_fields(group.mean), **group.spread._asdict(), "values": values}


def csv_rows(group: DistributionGroup, _metric: DistributionMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    return [mean_fields(group.mean) | group.spread._asdict()]
