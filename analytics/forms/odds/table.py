"""The table of odds."""

from django.utils.translation import gettext

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import MetricAnswer
from analytics.forms.tables import Cell
from analytics.insight.rounding import decimal, span
from games.core.metrics import OddsMetric

from .answer import OddsGroup


def columns(metric: OddsMetric) -> tuple[str, ...]:
    """Return the titles of the columns."""
    return (
        metric.seen,
        gettext("Expected"),
        gettext("By chance, 95 %"),
        gettext("More than expected"),
        gettext("Of {unit}").format(unit=metric.unit),
        gettext("Games"),
    )


def cells(group: OddsGroup, _metric: OddsMetric, answer: MetricAnswer) -> tuple[Cell, ...]:
    """Return the cells of a group."""
    odds = group.odds
    verdict = gettext("outside") if odds.is_outside else gettext("inside")
    address = drilldown_address(answer.question.kind, group.source.params)
    return (
        Cell(str(odds.seen)),
        Cell(decimal(odds.expected)),
        Cell(span(decimal(odds.low), decimal(odds.high)), small=verdict),
        Cell(decimal(odds.seen - odds.expected)),
        Cell(str(odds.n)),
        Cell(str(odds.games), address),
    )
