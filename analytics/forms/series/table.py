"""The table of a series."""

from django.utils.translation import gettext

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import MetricAnswer
from analytics.forms.tables import Cell
from analytics.insight.rounding import decimal, mean_interval
from games.core.metrics import SeriesMetric

from .answer import SeriesGroup


def columns(metric: SeriesMetric) -> tuple[str, ...]:
    """Return the titles of the columns."""
    return (gettext("Games"), *metric.positions.values())


def cells(group: SeriesGroup, _metric: SeriesMetric, answer: MetricAnswer) -> tuple[Cell, ...]:
    """Return the cells of a group."""
    address = drilldown_address(answer.question.kind, group.source.params)
    means = (
        Cell(decimal(mean.value), "", f"{mean_interval(mean)}, n {mean.n}", mean.is_few)
        for mean in group.means
    )
    return (Cell(str(group.games), address), *means)
