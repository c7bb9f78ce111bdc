"""Odds as JSON and CSV."""

from collections.abc import Callable
from typing import Annotated, Any

from analytics.forms.base import GroupBody
from games.core.metrics import OddsMetric
from replays.rest.body import doc

from .answer import OddsGroup


class OddsBody(GroupBody):
    """What happened and what was expected. Chance alone gives `low` to `high` in 95 % of cases."""

    n: Annotated[int, doc("Trials.")]
    games: int
    seen: Annotated[int, doc("How often it happened.")]
    expected: Annotated[float, doc("How often it was expected by chance.")]
    low: float
    high: float


def fields(group: OddsGroup, _metric: OddsMetric, _games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    return group.odds._asdict()


def csv_rows(group: OddsGroup, _metric: OddsMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    return [group.odds._asdict()]
