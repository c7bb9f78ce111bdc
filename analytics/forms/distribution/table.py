"""The table of a distribution."""

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import MetricAnswer
from analytics.forms.tables import WIDTH, Box, Cell
from analytics.insight.rounding import decimal, mean_interval, plain_number, span
from games.core.metrics import DistributionMetric

from .answer import DistributionGroup

GAMES = gettext_noop("games")


def columns(metric: DistributionMetric) -> tuple[str, ...]:
    """Return the titles of the columns."""
    return (
        gettext("Mean {what}").format(what=metric.value),
        gettext("95 % interval"),
        gettext("Spread"),
        gettext("Median"),
        gettext("Quartiles"),
        gettext("From, to"),
        *([] if _counts_games(metric) else [capfirst(metric.unit)]),
        gettext("Games"),
    )


def cells(
    group: DistributionGroup, metric: DistributionMetric, answer: MetricAnswer
) -> tuple[Cell, ...]:
    """Return the cells of a group."""
    mean, spread = group.mean, group.spread
    low, q1, median, q3, high = map(plain_number, spread)
    text = gettext("from {low} over {q1}, {median}, {q3} to {high}").format(
        low=low, q1=q1, median=median, q3=q3, high=high
    )
    return (
        Cell(decimal(mean.value)),
        Cell(mean_interval(mean)),
        Cell(text, box=_box(group, answer.groups)),
        Cell(median),
        Cell(span(q1, q3)),
        Cell(span(low, high)),
        *([] if _counts_games(metric) else [Cell(str(mean.n))]),
        Cell(str(mean.games), drilldown_address(answer.question.kind, group.source.params)),
    )


def _counts_games(metric: DistributionMetric) -> bool:
    return metric.unit in (GAMES, gettext(GAMES))


def _box(group: DistributionGroup, groups: tuple[DistributionGroup, ...]) -> Box:
    """Return the box of a group, on the scale of all groups."""
    low = min(group.spread.min for group in groups)
    high = max(low + 1, *(group.spread.max for group in groups))

    def at(value: float) -> str:
        return f"{WIDTH * (value - low) / (high - low):.2f}"

    spread = group.spread
    width = f"{WIDTH * (spread.q3 - spread.q1) / (high - low):.2f}"
    ends = at(spread.min), at(spread.max)
    return Box(*ends, at(spread.q1), width, at(spread.median), at(group.mean.value or 0))
