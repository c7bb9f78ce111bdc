"""The table of a ratio."""

from typing import Any

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import MetricAnswer
from analytics.forms.tables import Cell
from analytics.insight.rounding import percent_of

from .answer import RatioGroup


def columns(metric: Any) -> tuple[str, ...]:
    """Return the titles of the columns."""
    return (metric.part, "Games")


def cells(group: RatioGroup, _metric: Any, answer: MetricAnswer) -> tuple[Cell, ...]:
    """Return the cells of a group."""
    address = drilldown_address(answer.question.kind, group.source.params)
    share = percent_of(group.sums.part, group.sums.whole)
    return (Cell(share), Cell(str(group.sums.games), address))
