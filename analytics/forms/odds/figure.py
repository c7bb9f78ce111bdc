"""The figure of odds, as shares of trials: what happened, and the range expected by chance."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from analytics.charts.text import plain
from analytics.charts.theme import Theme
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.rounding import decimal
from games.core.metrics import OddsMetric

from .answer import OddsGroup


def traces(groups: Sequence[OddsGroup], metric: OddsMetric, theme: Theme) -> Figure:
    """Return the traces and the layout."""
    odds = [group.odds for group in groups]
    ranges = [((o.high - o.expected) / o.n, (o.expected - o.low) / o.n) for o in odds]
    chance = figures.points(
        gettext("by chance"),
        groups,
        [o.expected / o.n for o in odds],
        figures.ticks(theme),
        bars=figures.error_bars(ranges, theme.muted, thickness=4, width=0),
    )
    seen = figures.points(
        metric.seen,
        groups,
        [o.seen / o.n for o in odds],
        figures.dots(theme.roles[0], figures.symbols(groups)),
        hover=[_hover(group, metric) for group in groups],
    )
    layout = figures.row_layout(groups, theme, {"tickformat": ".0%", "rangemode": "tozero"})
    figures.add_legend(layout, height=layout["height"] + 24)
    return [chance, seen], layout


def _hover(group: OddsGroup, metric: OddsMetric) -> str:
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
    return figures.hover(lines, is_few=group.is_few)
