"""The figure of a distribution: a box a group, and a dot for its mean."""

from collections.abc import Sequence

from django.utils.translation import gettext

from analytics.charts.text import plain
from analytics.charts.theme import Theme
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.rounding import plain_number
from games.core.metrics import DistributionMetric

from .answer import DistributionGroup


def traces(groups: Sequence[DistributionGroup], metric: DistributionMetric, theme: Theme) -> Figure:
    """Return the traces and the layout."""
    spreads, means = [group.spread for group in groups], [group.mean for group in groups]
    box = {
        "type": "box",
        "orientation": "h",
        "name": plain(metric.title),
        "y": figures.marks(groups),
        "q1": [spread.q1 for spread in spreads],
        "median": [spread.median for spread in spreads],
        "q3": [spread.q3 for spread in spreads],
        "lowerfence": [spread.min for spread in spreads],
        "upperfence": [spread.max for spread in spreads],
        "fillcolor": "rgba(0,0,0,0)",
        "line": {"color": theme.roles[1], "width": 1.5},
        "hoverinfo": "skip",
        "width": 0.6,
    }
    mean = figures.points(
        "mean",
        groups,
        [mean.value for mean in means],
        figures.dots(theme.roles[0], figures.symbols(groups), size=8),
        bars=figures.mean_bars(means, theme.roles[0]),
        hover=[_hover(group, metric) for group in groups],
    )
    axis = {"title": {"text": plain(metric.value)}, "rangemode": "normal"}
    return [box, mean], figures.row_layout(groups, theme, axis)


def _hover(group: DistributionGroup, metric: DistributionMetric) -> str:
    low, q1, median, q3, high = map(plain_number, group.spread)
    lines = [
        plain(group.source.label),
        figures.mean_text(group.mean, metric.value),
        gettext("median {median}, quartiles {q1} to {q3}, from {low} to {high}").format(
            median=median, q1=q1, q3=q3, low=low, high=high
        ),
        figures.count_text(group.mean, metric.unit),
    ]
    return figures.hover(lines, is_few=group.is_few)
