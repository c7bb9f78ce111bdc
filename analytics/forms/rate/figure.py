"""The figure of a rate: a dot for each group, with its interval."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analytics.charts import Theme
from analytics.charts.text import plain
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.wilson import Rate
from games.core.metrics import RateMetric

from .answer import RateGroup


def traces(groups: Sequence[RateGroup], metric: RateMetric, theme: Theme) -> Figure:
    """Return the traces and the layout. The other side's wins are next to those of the first."""
    layout = figures.row_layout(groups, theme, figures.SHARES)
    rates = [group.rate for group in groups]
    if not metric.lost:
        colours = figures.colours(groups, theme)
        data = [_dots(groups, rates, metric.title, colours, theme.muted)]
        if any(group.even is not None for group in groups):
            even, marker = [group.even_share for group in groups], figures.ticks(theme)
            data.insert(0, figures.points(gettext("fair share"), groups, even, marker))
        return data, layout
    sides = ((metric.won, rates), (metric.lost, [group.lost for group in groups]))
    data = [
        _dots(groups, rates, name, [colour] * len(groups), colour)
        | {"orientation": "h", "offsetgroup": plain(name)}
        for (name, rates), colour in zip(sides, theme.roles, strict=False)
    ]
    figures.add_legend(layout, height=90 + 1.5 * figures.ROW * max(len(groups), 3))
    return data, layout | {"scattermode": "group", "scattergap": 0.5}


def _dots(
    groups: Sequence[RateGroup],
    rates: Sequence[Rate],
    name: str,
    colours: list[str],
    bars: str,
) -> dict[str, Any]:
    return figures.points(
        name,
        groups,
        [rate.value for rate in rates],
        figures.dots(colours, figures.symbols(groups)),
        bars=figures.rate_bars(rates, bars),
        hover=[group.hover(rate, name) for group, rate in zip(groups, rates, strict=True)],
    )
