"""A rate as JSON and CSV."""

from collections.abc import Callable
from typing import Any

from analytics.forms.encoding import encode_rate
from games.core.metrics import RateMetric

from .answer import RateGroup


def fields(group: RateGroup, metric: RateMetric, games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    won = games(won="yes") if group.rate.k else None
    made = {**encode_rate(group.rate), "even": _even(group), "aside": group.aside, "won_url": won}
    if metric.lost:
        lost = games(won="no") if group.lost.k else None
        made["lost"] = {**encode_rate(group.lost), "url": lost}
    return made


def csv_rows(group: RateGroup, metric: RateMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    rate, lost = group.rate, group.lost
    row = {"k": rate.k, "n": rate.n, "rate": rate.value, "low": rate.low, "high": rate.high}
    row |= {"aside": group.aside, "even": _even(group)}
    if metric.lost:
        row |= {"lost": lost.k, "lost_rate": lost.value}
        row |= {"lost_low": lost.low, "lost_high": lost.high}
    return [row]


def _even(group: RateGroup) -> float | None:
    return None if group.even is None else float(group.even)
