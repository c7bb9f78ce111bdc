"""Odds as JSON and CSV."""

from collections.abc import Callable
from typing import Any

from games.core.metrics import OddsMetric

from .answer import OddsGroup


def fields(group: OddsGroup, _metric: OddsMetric, _games: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a group."""
    return group.odds._asdict()


def csv_rows(group: OddsGroup, _metric: OddsMetric) -> list[dict[str, Any]]:
    """Return the row of a group."""
    return [group.odds._asdict()]
