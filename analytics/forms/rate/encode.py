"""A rate as JSON and CSV."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from analytics.forms.base import GroupBody
from analytics.insight.bodies import Rate, flat_rate, rate_body
from games.core.metrics import RateMetric
from replays.rest.body import Url, doc

from .answer import RateGroup


class LostRate(Rate):
    """The rate of the other n - k."""

    url: Annotated[Url | None, doc("The games that were lost. Null: none.")]


class RateBody(GroupBody):
    """A rate: the fields of `Rate`, and more."""

    k: int
    n: int
    value: float | None
    low: float | None
    high: float | None
    percent: str
    even: Annotated[float | None, doc("The fair share, if it is known.")]
    aside: Annotated[int, doc("How many of the k are counted separately.")]
    won_url: Annotated[Url | None, doc("The games that were won. Null: none.")]
    lost: LostRate | UnsetType = UNSET


def fields(group: RateGroup, metric: RateMetric, games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    won = games(won="yes") if group.rate.k else None
    rate = asdict(rate_body(group.rate))
    rate |= {"even": _even(group), "aside": group.aside, "won_url": won}
    if metric.lost:
        lost = games(won="no") if group.lost.k else None
        rate["lost"] = LostRate(**asdict(rate_body(group.lost)), url=lost)
    return rate


def csv_rows(group: RateGroup, metric: RateMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    row, lost = flat_rate(group.rate), group.lost
    row |= {"aside": group.aside, "even": _even(group)}
    if metric.lost:
        row |= {"lost": lost.k, "lost_rate": lost.value}
        row |= {"lost_low": lost.low, "lost_high": lost.high}
    return [row]


def _even(group: RateGroup) -> float | None:
    return None if group.even is None else float(group.even)
