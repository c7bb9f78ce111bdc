"""The figure of a rate: a dot a group, with its interval."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analytics.charts.text import interval_words, plain
from analytics.charts.theme import Theme
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.rounding import percent, percent_of
from analytics.insight.wilson import Rate
from games.core.metrics import RateMetric

from .answer import RateGroup


def traces(groups: Sequence[RateGroup], metric: RateMetric, theme: Theme) -> Figure:
    """Return the traces and the layout. The other side's wins are next to those of the first."""
    layout = figures.row_layout(groups, theme, figures.SHARES)
    rates = [group.rate for group in groups]
    if not metric.lost:
        colour = figures.colours(groups, theme)
        data = [_dots(groups, rates, metric.title, colour, metric, bars=theme.muted)]
        if any(group.even is not None for group in groups):
            even = [None if group.even is None else float(group.even) for group in groups]
            marker = figures.ticks(theme)
            data.insert(0, figures.points(gettext("fair share"), groups, even, marker))
        return data, layout
    sides = ((metric.won, rates), (metric.lost, [group.lost for group in groups]))
    data = [
        _dots(groups, rates, name, [colour] * len(groups), metric, bars=colour)
        for (name, rates), colour in zip(sides, theme.roles, strict=False)
    ]
    for trace in data:
        trace |= {"orientation": "h", "offsetgroup": trace["name"]}
    figures.add_legend(layout, height=90 + 1.5 * figures.ROW * max(len(groups), 3))
    return data, layout | {"scattermode": "group", "scattergap": 0.5}


def _dots(
    groups: Sequence[RateGroup],
    rates: Sequence[Rate],
    name: str,
    colour: list[str],
    metric: RateMetric,
    *,
    bars: str,
) -> dict[str, Any]:
    texts = [_hover(group, r, name, metric) for group, r in zip(groups, rates, strict=True)]
    return figures.points(
        name,
        groups,
        [rate.value for rate in rates],
        figures.dots(colour, figures.symbols(groups)),
        bars=figures.rate_bars(rates, bars),
        hover=texts,
    )


def _hover(group: RateGroup, rate: Rate, name: str, metric: RateMetric) -> str:
    label = plain(group.source.label)
    lines = [
        f"{label}: {plain(name)}" if metric.lost else label,
        gettext("{percent}, {k} of {n} {unit}").format(
            percent=percent_of(rate.k, rate.n), k=rate.k, n=rate.n, unit=plain(metric.unit)
        ),
        interval_words(rate),
    ]
    if metric.aside:
        lines.append(gettext("of them {what}: {n}").format(what=plain(metric.aside), n=group.aside))
    if group.even is not None:
        lines.append(gettext("fair share {percent}").format(percent=percent(float(group.even))))
    return figures.hover(lines, is_few=group.is_few)
