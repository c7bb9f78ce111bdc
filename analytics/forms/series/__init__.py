"""Series: means at positions."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme, heat_scale, plain
from analytics.forms import figures
from analytics.forms.base import Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.lines import GridChart, LineChart, grid_chart, line_chart
from analytics.insight.conclusions import Conclusion, Item, Sentences, largest_contrast
from analytics.insight.means import MEAN_INTERVAL, Mean, mean_of
from analytics.insight.rounding import decimal
from games.core.metrics import SeriesMetric
from games.core.sums import Moments

from .answer import SeriesBody, SeriesGroup


class SeriesForm(GroupedForm):
    """A mean for each group and position."""

    key = "series"
    grain = gettext_noop("any number of observations per game and position; games are clusters")
    body = SeriesBody
    is_wide = True
    method_texts = (MEAN_INTERVAL,)
    leaf_type = dict[str, list[int]]

    def samples(self, _metric: SeriesMetric, leaf: Any, /) -> Iterable[tuple[str, float, float]]:
        """Yield the total and number of a game's observations at each position."""
        for position, numbers in leaf.items():
            moments = Moments(*numbers)
            yield position, moments.total, moments.n

    def reading(self, metric: SeriesMetric, _by: str, /) -> str:
        """Return how to read the figure."""
        if metric.is_timeline:
            return gettext("Dots are means with 95 % intervals. Open dots: few games.")
        return gettext("Stronger colours mean more. In brackets: few games.")

    def group(self, metric: SeriesMetric, source: Source, leaf: Any, /) -> SeriesGroup:
        """Return a group from its sum."""
        means = tuple(mean_of(leaf.get(key, ())) for key in metric.positions)
        return SeriesGroup(metric, source, means)

    def count_games(self, leaf: Any, /) -> int:
        """Return how many games the positions of a sum count together."""
        return sum(Moments(*moments).games for moments in leaf.values())

    def columns(self, metric: SeriesMetric, /) -> tuple[str, ...]:
        """Return the titles of the columns."""
        return (gettext("Games"), *metric.positions.values())

    def chart(
        self, groups: Sequence[SeriesGroup], metric: SeriesMetric, /
    ) -> LineChart | GridChart | None:
        """Return lines over time, or a grid of means."""
        if not groups:
            return None
        labels = [group.source.label for group in groups]
        means = [group.shown for group in groups]
        titles = list(metric.positions.values())
        if metric.is_timeline:
            value = capfirst(metric.value)
            return line_chart(labels, means, titles, metric.position_title, value)
        return grid_chart(labels, means, titles, metric.position_title)

    def conclusion(
        self, groups: Sequence[SeriesGroup], metric: SeriesMetric, _sentences: Sentences, n: int, /
    ) -> Conclusion:
        """Return at which position two groups differ most surely."""
        name = f"{metric.position_title} " if metric.is_timeline else ""
        positions = [
            (f"{name}{title}", [Item(g.source.key, g.source.label, g.shown[n]) for g in groups])
            for n, title in enumerate(metric.positions.values())
        ]
        return largest_contrast(positions, n)

    def traces(
        self, groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme, /
    ) -> Figure:
        """Return lines over time, or a grid of means."""
        return (_lines if metric.is_timeline else _grid)(groups, metric, theme)

    def fields(self, metric: SeriesMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        return super().fields(metric) | {"positions": dict(metric.positions)}


def _lines(groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme) -> Figure:
    """Return a line over the positions for each group."""
    titles = [plain(title) for title in metric.positions.values()]
    n_of_family = dict[str, int]()
    data = []
    for group, family_colour in zip(groups, figures.colours(groups, theme), strict=True):
        colour = theme.muted if group.is_few else family_colour
        n = n_of_family[figures.family(group)] = n_of_family.get(figures.family(group), -1) + 1
        line = {"color": colour, "width": 2, "dash": ("solid", "dot")[n % 2]}
        style = {"size": 8, "mode": "lines+markers", "line": line}
        name, texts = group.source.mark, group.hovers()
        n_possible = len(texts)  # the last positions may be impossible for a group
        means = group.means[:n_possible]
        data.append(figures.upright(name, titles[:n_possible], means, colour, texts, **style))
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


def _grid(groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme) -> Figure:
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
        "colorscale": heat_scale(),
        "showscale": False,
    }
    layout = figures.row_layout(groups, theme, figures.category_axis(titles, theme))
    layout["xaxis"] |= {"side": "top", "automargin": True}
    layout["margin"]["b"] = 12
    return [trace], layout


def _text(mean: Mean) -> str:
    text = decimal(mean.value)
    return f"({text})" if mean.n and mean.is_few else text


FORM = SeriesForm()
