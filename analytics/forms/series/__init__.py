"""Series: means at positions."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme
from analytics.forms.base import Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.insight.means import MEAN_INTERVAL, mean_of
from games.core.metrics import SeriesMetric
from games.core.sums import Moments

from . import figure
from .answer import SeriesBody, SeriesGroup


class SeriesForm(GroupedForm):
    """A mean for each group and position."""

    key = "series"
    grain = gettext_noop("any number of observations per game and position; games are clusters")
    body = SeriesBody
    is_wide = True
    method_texts = (MEAN_INTERVAL,)

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

    def traces(
        self, groups: Sequence[SeriesGroup], metric: SeriesMetric, theme: Theme, /
    ) -> Figure:
        """Return lines over time, or a grid of means."""
        return (figure.lines if metric.is_timeline else figure.grid)(groups, metric, theme)

    def fields(self, metric: SeriesMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        return super().fields(metric) | {"positions": dict(metric.positions)}


FORM = SeriesForm()
