"""The figure of a ratio."""

from collections.abc import Sequence
from typing import Any

from analytics.charts.theme import Theme
from analytics.forms.figures import dots, points, row_layout, symbols
from analytics.forms.grouped import Figure

from .answer import RatioGroup


def traces(groups: Sequence[RatioGroup], metric: Any, theme: Theme) -> Figure:
    """Return the traces and the layout."""
    shares = [group.sums.part / group.sums.whole for group in groups]
    trace = points(metric.title, groups, shares, dots(theme.roles[0], symbols(groups)))
    return [trace], row_layout(groups, theme, {"tickformat": ".0%"})
