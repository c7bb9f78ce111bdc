"""A distribution as JSON and CSV."""

from collections.abc import Callable
from typing import Any

from analytics.forms.encoding import encode_mean
from games.core.metrics import DistributionMetric

from .answer import DistributionGroup


def fields(
    group: DistributionGroup, _metric: DistributionMetric, _games: Callable[..., str]
) -> dict[str, Any]:
    """Return the fields of a group."""
    values = {f"{value:g}": count for value, count in sorted(group.values.items())}
    return {**encode_mean(group.mean), **group.spread._asdict(), "values": values}


def csv_rows(group: DistributionGroup, _metric: DistributionMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    return [encode_mean(group.mean) | group.spread._asdict()]
