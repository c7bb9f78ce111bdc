"""The figure of a rate: a dot a group, with its interval."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analytics.charts.text import interval_words, plain
from analytics.charts.theme import Theme
from analytics.forms.figures import (
    ROW,
    add_legend,
    colours,
    dots,
    error_bars,
    hover,
    less,
    points,
    row_layout,
    symbols,
    ticks,
)
from analytics.forms.grouped import Figure
from analytics.insight.rounding import percent, percent_of
from analytics.insight.wilson import Rate
from games.core.metrics import RateMetric

from .answer import RateGroup


def traces(groups: Sequence[RateGroup], metric: RateMetric, theme: Theme) -> Figure:
    """Return the traces and the layout. The other side's wins are next to those of the first."""
    axis = {"range": [-0.02, 1.02], "tickformat": ".0%", "dtick": 0.25}
    layout = row_layout(groups, theme, axis)
    rates = [group.rate for group in groups]
    if not metric.lost:
        colour = colours(groups, theme)
        data = [_dots(groups, rates, metric.title, colour, metric, bars=theme.muted)]
        if any(group.even is not None for group in groups):
            even = [None if group.even is None else float(group.even) for group in groups]
            data.insert(0, points(gettext("fair share"), groups, even, ticks(theme)))
        return data, layout
    sides = ((metric.won, rates), (metric.lost, [group.lost for group in groups]))
    data = [
        _dots(groups, rates, name, [colour] * len(groups), metric, bars=colour)
        for (name, rates), colour in zip(sides, theme.roles, strict=False)
    ]
    for trace in data:
        trace |= {"orientation": "h", "offsetgroup": trace["name"]}
    add_legend(layout, height=90 + 1.5 * ROW * max(len(groups), 3))
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
    lengths = [(less(r.high, r.value), less(r.value, r.low)) for r in rates]
    texts = [_hover(group, r, name, metric) for group, r in zip(groups, rates, strict=True)]
    return points(
        name,
        groups,
        [rate.value for rate in rates],
        dots(colour, symbols(groups)),
        bars=error_bars(lengths, bars),
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
    return hover(lines, is_few=group.is_few)
