"""The figures of a rate by group, and of the win rates of roles."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analytics.charts import CONFIG, LIGHT, Theme, base_layout, interval_text, message, plain
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.answer import Cluster, RoleAnswer
from analytics.insight.definitions import HIDDEN_BY_RESULT, WAY_OF_WINNING, WIN_RATE
from analytics.insight.rounding import percent_of
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
        bars=figures.interval_bars(rates, bars),
        hover=[group.hover(rate, name) for group, rate in zip(groups, rates, strict=True)],
    )


def role_figure(answer: RoleAnswer, theme: Theme = LIGHT) -> dict[str, Any]:
    """Return a point for each role and group, with 95 % Wilson intervals. Groups are categories,
    never numbers.
    """
    clusters = answer.clusters or (answer.overall,)
    note = "" if any(c.denominator for c in clusters) else gettext("No decided games")
    if answer.question.is_closed:
        clusters, note = (), gettext(HIDDEN_BY_RESULT)
    labels, traces = [plain(cluster.label) for cluster in clusters], []
    for (role, title), colour in zip(answer.roles.items(), theme.roles, strict=False):
        rates = [cluster.rates[role] for cluster in clusters]
        texts = [_role_hover(title, cluster, role, answer.question.by) for cluster in clusters]
        style = {"mode": "markers", "offsetgroup": role, "cliponaxis": False}
        traces.append(figures.upright(title, labels, rates, colour, texts, **style))
    definition = WAY_OF_WINNING if answer.question.by == "reason" else WIN_RATE
    line = {"color": theme.muted, "width": 1, "dash": "dot"}
    even = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0.5, "y1": 0.5, "line": line}
    layout = base_layout(theme, gettext(definition))
    layout |= {
        "height": 360,
        "margin": {"l": 48, "r": 12, "t": 36, "b": 56},
        "scattermode": "group",
        "scattergap": 0.6,
        "showlegend": True,
        "legend": figures.LEGEND,
        "xaxis": figures.category_axis(labels, theme) | {"automargin": True},
        "yaxis": figures.SHARES | figures.value_axis(theme),
        "shapes": [even | {"layer": "below"}] if answer.question.by != "reason" else [],
        "annotations": [message(theme, note)] if note else [],
    }
    return {"data": traces, "layout": layout, "config": CONFIG}


def _role_hover(title: str, cluster: Cluster, role: str, by: str) -> str:
    rate = cluster.rates[role]
    text = gettext("{role}: {percent}, {k} of {n} decided games")
    if by == "reason":
        text = gettext("{role}: {percent}, {k} of {n} decided games in all")
    lines = [
        plain(cluster.label),
        text.format(role=plain(title), percent=percent_of(rate.k, rate.n), k=rate.k, n=rate.n),
        interval_text(rate),
    ]
    return figures.hover(lines, is_few=rate.is_few)
