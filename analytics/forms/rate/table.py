"""The table of a rate."""

from django.utils.translation import gettext

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import MetricAnswer
from analytics.forms.tables import Cell, bar, interval
from analytics.insight.rounding import percent, percent_of
from analytics.insight.wilson import Rate
from games.core.metrics import RateMetric

from .answer import RateGroup


def columns(metric: RateMetric) -> tuple[str, ...]:
    """Return the titles of the columns."""
    rate = (gettext("Rate"), gettext("95 % interval"))
    titles = [metric.won, *rate]
    if metric.lost:
        titles += [metric.lost, *rate]
    titles.append(gettext("Of {unit}").format(unit=metric.unit))
    if metric.aside:
        titles.append(gettext("Of them {what}").format(what=metric.aside))
    if metric.even:
        titles.append(gettext("Fair share"))
    return tuple(titles)


def cells(group: RateGroup, metric: RateMetric, answer: MetricAnswer) -> tuple[Cell, ...]:
    """Return the cells of a group."""
    kind, params = answer.question.kind, group.source.params

    def rate_cells(rate: Rate, won: str) -> list[Cell]:
        address = drilldown_address(kind, {**params, "won": won}) if rate.k else ""
        share = Cell(percent_of(rate.k, rate.n))
        return [Cell(str(rate.k), address), share, Cell(interval(rate), bar=bar(rate))]

    made = rate_cells(group.rate, "yes")
    if metric.lost:
        made += rate_cells(group.lost, "no")
    made.append(Cell(str(group.rate.n), drilldown_address(kind, params)))
    if metric.aside:
        made.append(Cell(str(group.aside)))
    if metric.even:
        made.append(Cell(percent(None if group.even is None else float(group.even))))
    return tuple(made)
