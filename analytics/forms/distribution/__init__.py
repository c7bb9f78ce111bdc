"""Distributions: whole numbers, any number of them a game."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from analytics.charts import Theme, plain
from analytics.forms import figures
from analytics.forms.base import MetricAnswer, MetricQuestion, Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.habits import Value
from analytics.forms.rows import RowChart, value_chart
from analytics.insight.conclusions import Item
from analytics.insight.means import MEAN_INTERVAL, QUARTILES, mean_of
from analytics.insight.shrinkage import SHRUNK, shrink
from games.core.metrics import DistributionMetric
from games.core.sums import Moments

from .answer import DistributionBody, DistributionGroup, counts_games, to_group


class _Leaf(Struct):
    mean: list[int]


class DistributionForm(GroupedForm):
    """Means and quartiles of a value."""

    key = "distribution"
    grain = gettext_noop("any number of observations per game; games are clusters")
    body = DistributionBody
    sample = {"mean": [1]}
    leaf_type = _Leaf
    method_texts = (MEAN_INTERVAL, QUARTILES)
    reading_text = gettext_noop(
        "Boxes extend from the lower to the upper quartile, with the median inside. Lines extend "
        "to the smallest and largest value. Dots are means with 95 % intervals. Open dots: few "
        "games."
    )

    def samples(
        self, metric: DistributionMetric, leaf: _Leaf, /
    ) -> Iterable[tuple[str, float, float]]:
        """Return the total of a game's observations, and how many they are."""
        moments = Moments(*leaf.mean)
        return (("", moments.total / metric.per, moments.n),)

    def group(self, metric: DistributionMetric, source: Source, leaf: Any, /) -> DistributionGroup:
        """Return a group from its sum."""
        return to_group(metric, source, leaf)

    def answer(self, question: MetricQuestion, *parts: Any, **more: Any) -> MetricAnswer:
        """Return the answer; of metrics with many groups also with the shrunk means."""
        answer, metric = super().answer(question, *parts, **more), question.metric
        if not isinstance(metric, DistributionMetric) or not metric.is_shrunk:
            return answer
        shrunk = shrink([group.shown for group in answer.groups])
        pairs = zip(answer.groups, shrunk, strict=True)
        return replace(answer, groups=tuple(replace(g, shrunk=mean) for g, mean in pairs))

    def methods(self, metric: DistributionMetric, /) -> tuple[str, ...]:
        """Return how the numbers are calculated."""
        return (*self.method_texts, *([SHRUNK] if metric.is_shrunk else []))

    def count_games(self, leaf: Any, /) -> int:
        """Return how many games a sum counts."""
        return Moments(*leaf["mean"]).games

    def habit_value(self, leaf: Any, /) -> Value:
        """Return the mean of a player's sum."""
        return Value.of_mean(mean_of(leaf["mean"] if leaf else ()))

    def columns(self, metric: DistributionMetric, /) -> tuple[str, ...]:
        """Return the titles of the columns."""
        return (
            gettext("Mean {what}").format(what=metric.value),
            gettext("95 % interval"),
            *([gettext("Shrunk mean")] if metric.is_shrunk else []),
            gettext("Spread"),
            gettext("Median"),
            gettext("Quartiles"),
            gettext("From, to"),
            *([] if counts_games(metric) else [capfirst(metric.unit)]),
            gettext("Games"),
        )

    def items(self, groups: Sequence[DistributionGroup], /) -> list[Item]:
        """Return the means."""
        return [group.item for group in groups]

    def chart(self, groups: Sequence[DistributionGroup], metric: DistributionMetric, /) -> RowChart:
        """Return a row for each group: its mean with its interval, and its quartiles."""
        addresses = {group.source.key: group.source.games_address() for group in groups}
        return value_chart(
            self.items(groups),
            capfirst(metric.value),
            metric.unit,
            spreads=[group.spread for group in groups],
            address=lambda item: addresses[item.key],
        )

    def traces(
        self, groups: Sequence[DistributionGroup], metric: DistributionMetric, theme: Theme, /
    ) -> Figure:
        """Return a box for each group, and a dot for its mean."""
        spreads, means = [group.spread for group in groups], [group.mean for group in groups]
        box = {
            "type": "box",
            "orientation": "h",
            "name": plain(metric.title),
            "y": figures.marks(groups),
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
        mean = figures.points(
            "mean",
            groups,
            [mean.value for mean in means],
            figures.dots(theme.roles[0], figures.symbols(groups), size=8),
            bars=figures.interval_bars(means, theme.roles[0]),
            hover=[group.hover() for group in groups],
        )
        axis = {"title": {"text": plain(metric.value)}, "rangemode": "normal"}
        return [box, mean], figures.row_layout(groups, theme, axis)


FORM = DistributionForm()
