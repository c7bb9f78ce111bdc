"""Metrics as figures: rates as points with intervals, distributions as boxes, series as lines over
time or as a grid of means.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from analytics.insight.means import Mean
from analytics.insight.metric import (
    DistributionGroup,
    Group,
    MetricAnswer,
    OddsGroup,
    RateGroup,
    SeriesGroup,
)
from analytics.insight.rounding import decimal, mean_interval, percent, percent_of, plain_number
from analytics.insight.wilson import Rate
from games.core.metrics import DistributionMetric, OddsMetric, RateMetric, SeriesMetric

from .text import CONFIG, base_layout, interval_words, message, plain
from .theme import Theme

ROW = 30
"""Height of a group in pixels, where groups are rows."""
FEW_WORDS = gettext_noop("few games")
LEGEND = {
    "orientation": "h",
    "x": 0,
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}


def metric_figure(answer: MetricAnswer, theme: Theme) -> dict[str, Any]:
    """The figure of a metric's answer."""
    match answer.question.metric:
        case RateMetric() as rates:
            data, layout = _rates(answer, rates, theme)
        case OddsMetric() as odds:
            data, layout = _odds(answer, odds, theme)
        case DistributionMetric() as distribution:
            data, layout = _boxes(answer, distribution, theme)
        case SeriesMetric(is_timeline=True) as series:
            data, layout = _lines(answer, series, theme)
        case SeriesMetric() as series:
            data, layout = _means(answer, series, theme)
    layout = base_layout(theme, plain(answer.question.metric.title)) | layout
    layout["annotations"] = [] if answer.groups else [message(theme, gettext("No games"))]
    return {"data": data, "layout": layout, "config": CONFIG}


def _rates(
    answer: MetricAnswer, metric: RateMetric, theme: Theme
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    groups = [group for group in answer.groups if isinstance(group, RateGroup)]
    axis = {"range": [-0.02, 1.02], "tickformat": ".0%", "dtick": 0.25}
    layout = _row_layout(groups, theme, axis)
    if metric.lost:
        one, two = ([theme.roles[n]] * len(groups) for n in (0, 1))
        data = [
            _points(groups, [g.rate for g in groups], metric.won, one, metric),
            _points(groups, [g.lost for g in groups], metric.lost, two, metric),
        ]
        for trace in data:
            trace |= {"orientation": "h", "offsetgroup": trace["name"]}
        layout |= {"scattermode": "group", "scattergap": 0.5, "showlegend": True, "legend": LEGEND}
        layout["height"] = 90 + 1.5 * ROW * max(len(groups), 3)
        layout["margin"]["t"] = 36
        return data, layout
    rates = [group.rate for group in groups]
    data = [_points(groups, rates, metric.title, _colours(groups, theme), metric)]
    data[0]["error_x"]["color"] = theme.muted
    if any(group.even is not None for group in groups):
        data.insert(0, _evens(groups, theme))
    return data, layout


def _points(
    groups: Sequence[RateGroup],
    rates: Sequence[Rate],
    name: str,
    colours: list[str],
    metric: RateMetric,
) -> dict[str, Any]:
    """A dot a group, with its interval."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": plain(name),
        "y": _marks(groups),
        "x": [rate.value for rate in rates],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [_less(rate.high, rate.value) for rate in rates],
            "arrayminus": [_less(rate.value, rate.low) for rate in rates],
            "color": colours[0] if colours else "",
            "thickness": 1.5,
            "width": 5,
        },
        "marker": {
            "color": colours,
            "size": 10,
            "line": {"color": colours, "width": 1.5},
            "symbol": _symbols(groups),
        },
        "text": [
            _rate_hover(group, rate, name, metric)
            for group, rate in zip(groups, rates, strict=True)
        ],
        "hovertemplate": "%{text}<extra></extra>",
        "cliponaxis": False,
    }


def _odds(
    answer: MetricAnswer, metric: OddsMetric, theme: Theme
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Shares of trials: what was seen, and the range of what chance would give."""
    groups = [group for group in answer.groups if isinstance(group, OddsGroup)]
    odds = [group.odds for group in groups]
    chance = {
        "type": "scatter",
        "mode": "markers",
        "name": gettext("by chance"),
        "y": _marks(groups),
        "x": [one.expected / one.n for one in odds],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [(one.high - one.expected) / one.n for one in odds],
            "arrayminus": [(one.expected - one.low) / one.n for one in odds],
            "color": theme.muted,
            "thickness": 4,
            "width": 0,
        },
        "marker": {"symbol": "line-ns", "size": 18, "line": {"color": theme.muted, "width": 2}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    seen = {
        "type": "scatter",
        "mode": "markers",
        "name": plain(metric.seen),
        "y": _marks(groups),
        "x": [one.seen / one.n for one in odds],
        "marker": {
            "color": theme.roles[0],
            "size": 10,
            "line": {"color": theme.roles[0], "width": 1.5},
            "symbol": _symbols(groups),
        },
        "text": [_odds_hover(group, metric) for group in groups],
        "hovertemplate": "%{text}<extra></extra>",
        "cliponaxis": False,
    }
    layout = _row_layout(groups, theme, {"tickformat": ".0%", "rangemode": "tozero"})
    layout |= {"showlegend": True, "legend": LEGEND}
    layout["margin"]["t"] = 36
    layout["height"] += 24
    return [chance, seen], layout


def _evens(groups: Sequence[RateGroup], theme: Theme) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": gettext("even share"),
        "y": _marks(groups),
        "x": [None if group.even is None else float(group.even) for group in groups],
        "marker": {"symbol": "line-ns", "size": 18, "line": {"color": theme.muted, "width": 2}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _boxes(
    answer: MetricAnswer, metric: DistributionMetric, theme: Theme
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    groups = [group for group in answer.groups if isinstance(group, DistributionGroup)]
    spreads = [group.spread for group in groups]
    box = {
        "type": "box",
        "orientation": "h",
        "name": plain(metric.title),
        "y": _marks(groups),
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
    means = [group.mean for group in groups]
    point = {
        "type": "scatter",
        "mode": "markers",
        "name": "mean",
        "y": _marks(groups),
        "x": [mean.value for mean in means],
        "error_x": _mean_bars(means, theme.roles[0]),
        "marker": {
            "color": theme.roles[0],
            "size": 8,
            "line": {"color": theme.roles[0], "width": 1.5},
            "symbol": _symbols(groups),
        },
        "text": [_box_hover(group, metric) for group in groups],
        "hovertemplate": "%{text}<extra></extra>",
        "cliponaxis": False,
    }
    axis = {"title": {"text": plain(metric.value)}, "rangemode": "normal"}
    return [box, point], _row_layout(groups, theme, axis)


def _lines(
    answer: MetricAnswer, metric: SeriesMetric, theme: Theme
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    groups = [group for group in answer.groups if isinstance(group, SeriesGroup)]
    titles = [plain(title) for title in metric.positions.values()]
    seen = dict[str, int]()
    data = []
    for group, family_colour in zip(groups, _colours(groups, theme), strict=True):
        colour = theme.muted if group.is_few else family_colour
        family = _family(group.source.key)
        seen[family] = seen.get(family, -1) + 1
        line = {
            "type": "scatter",
            "mode": "lines+markers",
            "name": plain(group.source.mark),
            "x": titles,
            "y": [mean.value for mean in group.means],
            "error_y": _mean_bars(group.means, colour),
            "line": {"color": colour, "width": 2, "dash": ("solid", "dot")[seen[family] % 2]},
            "marker": {
                "color": colour,
                "size": 8,
                "line": {"color": colour, "width": 1.5},
                "symbol": ["circle-open" if mean.is_few else "circle" for mean in group.means],
            },
            "text": [
                _mean_hover(group, title, mean, metric)
                for title, mean in zip(metric.positions.values(), group.means, strict=True)
            ],
            "hovertemplate": "%{text}<extra></extra>",
        }
        data.append(line)
    layout = {
        "height": 420 + 8 * len(groups),
        "margin": {"l": 44, "r": 12, "t": 12, "b": 48},
        "showlegend": True,
        "legend": LEGEND,
        "xaxis": _categories(titles, theme) | {"title": {"text": plain(metric.position_title)}},
        "yaxis": {
            "title": {"text": plain(metric.value)},
            "rangemode": "tozero",
            "gridcolor": theme.line,
            "zeroline": False,
            "fixedrange": True,
            "automargin": True,
        },
    }
    return data, layout


def _means(
    answer: MetricAnswer, metric: SeriesMetric, theme: Theme
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    groups = [group for group in answer.groups if isinstance(group, SeriesGroup)]
    titles = list(metric.positions.values())
    values = [[mean.value for mean in group.means] for group in groups]
    trace = {
        "type": "heatmap",
        "x": [plain(title) for title in titles],
        "y": _marks(groups),
        "z": values,
        "zmin": 0,
        "zmax": max((value for row in values for value in row if value is not None), default=1),
        "text": [[_few(decimal(mean.value), mean) for mean in group.means] for group in groups],
        "texttemplate": "%{text}",
        "hovertext": [
            [
                _mean_hover(group, title, mean, metric)
                for title, mean in zip(titles, group.means, strict=True)
            ]
            for group in groups
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "hoverongaps": False,
        "xgap": 1,
        "ygap": 1,
        "colorscale": [[0, theme.cold], [0.5, theme.warm], [1, theme.hot]],
        "showscale": False,
    }
    layout = _row_layout(groups, theme, _categories([plain(title) for title in titles], theme))
    layout["xaxis"] |= {"side": "top", "automargin": True}
    layout["margin"]["b"] = 12
    return [trace], layout


def _row_layout(groups: Sequence[Group], theme: Theme, axis: dict[str, Any]) -> dict[str, Any]:
    """A row a group, the first at the top."""
    plain_axis = {"gridcolor": theme.line, "zeroline": False, "fixedrange": True}
    return {
        "height": 70 + ROW * max(len(groups), 4),
        "margin": {"l": 12, "r": 16, "t": 12, "b": 40},
        "showlegend": False,
        "xaxis": plain_axis | axis,
        "yaxis": _categories(_marks(groups), theme)
        | {"range": [len(groups) - 0.5, -0.5], "automargin": True, "ticks": ""},
    }


def _categories(names: list[str], theme: Theme) -> dict[str, Any]:
    return {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": names,
        "range": [-0.5, len(names) - 0.5],
        "showgrid": False,
        "zeroline": False,
        "linecolor": theme.line,
        "fixedrange": True,
    }


def _family(key: str) -> str:
    return key.split(".", maxsplit=1)[0]


def _colours(groups: Sequence[Group], theme: Theme) -> list[str]:
    """A colour a family of groups, in the order of families."""
    families = list(dict.fromkeys(_family(group.source.key) for group in groups))
    palette = theme.roles
    if len(families) > len(palette):  # too many to tell apart, so colour says nothing
        return [palette[0]] * len(groups)
    return [palette[families.index(_family(group.source.key))] for group in groups]


def _marks(groups: Sequence[Group]) -> list[str]:
    return [plain(group.source.mark) for group in groups]


def _symbols(groups: Sequence[Group]) -> list[str]:
    return ["circle-open" if group.is_few else "circle" for group in groups]


def _mean_bars(means: Sequence[Mean], colour: str) -> dict[str, Any]:
    return {
        "type": "data",
        "array": [_less(mean.high, mean.value) for mean in means],
        "color": colour,
        "thickness": 1.5,
        "width": 4,
    }


def _less(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else one - two


def _few(text: str, mean: Mean) -> str:
    return f"({text})" if mean.n and mean.is_few else text


def _odds_hover(group: OddsGroup, metric: OddsMetric) -> str:
    odds = group.odds
    lines = [
        plain(group.source.label),
        gettext("{what}: {k} of {n} {unit}").format(
            what=plain(metric.seen), k=odds.seen, n=odds.n, unit=plain(metric.unit)
        ),
        gettext("expected {expected}, by chance {low} to {high}").format(
            expected=decimal(odds.expected), low=decimal(odds.low), high=decimal(odds.high)
        ),
        ngettext("in {n} game", "in {n} games", odds.games).format(n=odds.games),
    ]
    return "<br>".join([*lines, gettext(FEW_WORDS)] if group.is_few else lines)


def _rate_hover(group: RateGroup, rate: Rate, name: str, metric: RateMetric) -> str:
    lines = [
        f"{plain(group.source.label)}: {plain(name)}" if metric.lost else plain(group.source.label),
        gettext("{percent}, {k} of {n} {unit}").format(
            percent=percent_of(rate.k, rate.n), k=rate.k, n=rate.n, unit=plain(metric.unit)
        ),
        interval_words(rate),
    ]
    if metric.aside:
        lines.append(gettext("of them {what}: {n}").format(what=plain(metric.aside), n=group.aside))
    if group.even is not None:
        lines.append(gettext("even share {percent}").format(percent=percent(float(group.even))))
    return "<br>".join([*lines, gettext(FEW_WORDS)] if group.is_few else lines)


def _box_hover(group: DistributionGroup, metric: DistributionMetric) -> str:
    mean = group.mean
    low, q1, median, q3, high = map(plain_number, group.spread)
    lines = [
        plain(group.source.label),
        _mean_words(mean, metric.value),
        gettext("median {median}, quartiles {q1} to {q3}, from {low} to {high}").format(
            median=median, q1=q1, q3=q3, low=low, high=high
        ),
        _games_words(mean, metric.unit),
    ]
    return "<br>".join([*lines, gettext(FEW_WORDS)] if group.is_few else lines)


def _mean_words(mean: Mean, what: str) -> str:
    return gettext("mean {mean} {what}, 95 % interval {interval}").format(
        mean=decimal(mean.value), what=plain(what), interval=mean_interval(mean)
    )


def _games_words(mean: Mean, unit: str) -> str:
    said = ngettext("{n} {unit} in {games} game", "{n} {unit} in {games} games", mean.games)
    return said.format(n=mean.n, unit=plain(unit), games=mean.games)


def _mean_hover(group: SeriesGroup, title: str, mean: Mean, metric: SeriesMetric) -> str:
    lines = [
        f"{plain(group.source.label)}, {plain(metric.position_title.lower())} {plain(title)}",
        _mean_words(mean, metric.value),
        _games_words(mean, metric.unit),
    ]
    return "<br>".join([*lines, gettext(FEW_WORDS)] if mean.is_few else lines)
