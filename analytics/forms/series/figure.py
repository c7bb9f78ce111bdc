"""The figure of a series: lines over time, or a grid of means."""

from collections.abc import Sequence
from typing import Any

from analytics.charts import Theme
from analytics.charts.text import plain
from analytics.forms import figures
from analytics.forms.grouped import Figure
from analytics.insight.means import Mean
from analytics.insight.rounding import decimal
from games.core.metrics import SeriesMetric

from .answer import SeriesGroup


def lines(groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme) -> Figure:
    """Return a line over the positions for each group."""
    titles = [plain(title) for title in metric.positions.values()]
    n_of_family = dict[str, int]()
    data = []
    for group, family_colour in zip(groups, figures.colours(groups, theme), strict=True):
        colour = theme.muted if group.is_few else family_colour
        n = n_of_family[figures.family(group)] = n_of_family.get(figures.family(group), -1) + 1
        line = {
            "type": "scatter",
            "mode": "lines+markers",
            "name": plain(group.source.mark),
            "x": titles,
            "y": [mean.value for mean in group.means],
            "error_y": figures.mean_bars(group.means, colour),
            "line": {"color": colour, "width": 2, "dash": ("solid", "dot")[n % 2]},
            "marker": figures.dots(colour, figures.symbols(group.means), size=8),
            "text": group.hovers(),
            "hovertemplate": figures.HOVER,
        }
        data.append(line)
    position = {"title": {"text": plain(metric.position_title)}}
    layout = {
        "height": 420 + 8 * len(groups),
        "margin": {"l": 44, "r": 12, "t": 12, "b": 48},
        "showlegend": True,
        "legend": figures.LEGEND,
        "xaxis": figures.category_axis(titles, theme) | position,
        "yaxis": figures.value_axis(theme)
        | {"title": {"text": plain(metric.value)}, "rangemode": "tozero", "automargin": True},
    }
    return data, layout


def grid(groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme) -> Figure:
    """Return a heatmap of groups and positions."""
    titles = [plain(title) for title in metric.positions.values()]
    values = [[mean.value for mean in group.means] for group in groups]
    trace: dict[str, Any] = {
        "type": "heatmap",
        "x": titles,
        "y": figures.marks(groups),
        "z": values,
        "zmin": 0,
        "zmax": max((value for row in values for value in row if value is not None), default=1),
        "text": [[_text(mean) for mean in group.means] for group in groups],
        "texttemplate": "%{text}",
        "hovertext": [group.hovers() for group in groups],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "hoverongaps": False,
        "xgap": 1,
        "ygap": 1,
        "colorscale": [[0, theme.cold], [0.5, theme.warm], [1, theme.hot]],
        "showscale": False,
    }
    layout = figures.row_layout(groups, theme, figures.category_axis(titles, theme))
    layout["xaxis"] |= {"side": "top", "automargin": True}
    layout["margin"]["b"] = 12
    return [trace], layout


def _text(mean: Mean) -> str:
    text = decimal(mean.value)
    return f"({text})" if mean.n and mean.is_few else text
