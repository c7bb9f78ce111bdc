"""Rates: k of n, at most one trial a game and group."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme
from analytics.forms.base import MetricAnswer, Source
from analytics.forms.grouped import Figure, GroupedForm, Outcome
from analytics.forms.habits import Value
from analytics.forms.rows import RowChart, share_chart
from analytics.insight.comparing import outliers_text
from analytics.insight.conclusions import Item
from analytics.insight.wilson import hidden, rate
from games.core.language import gettext as translated
from games.core.metrics import REACHED, RateMetric
from games.core.sums import RateSum

from . import figure
from .answer import RateBody, RateGroup

RATE_INTERVAL = gettext_noop(
    "The interval is the 95 % Wilson score interval. It assumes that games are independent and "
    "ignores who played them."
)
EVEN_SHARE = gettext_noop(
    "The fair share is what each group would have if all were equal and no victory were shared."
)
_K = RateSum._fields.index("k")


class RateForm(GroupedForm):
    """Shares with Wilson intervals."""

    key = "rate"
    grain = gettext_noop("at most one trial per game and group")
    body = RateBody
    sample = [1]
    leaf_type = list[int]

    def samples(self, _metric: RateMetric, leaf: Any, /) -> Iterable[tuple[str, float, float]]:
        """Return how many trials of a game were won, of how many."""
        n, k, _ = leaf
        return (("", k, n),)

    def group(self, metric: RateMetric, source: Source, leaf: Any, /) -> RateGroup:
        """Return a group from its sum."""
        n, k, aside = RateSum(*leaf)
        even = metric.even.get(source.key)
        return RateGroup(metric, source, rate(k, n), rate(n - k, n), aside, even)

    def without_values(self, group: RateGroup, /) -> RateGroup:
        """Return a group of win rates without their values."""
        return replace(group, rate=hidden(group.rate), lost=hidden(group.lost), people={})

    def count_games(self, leaf: Any, /) -> int:
        """Return how many games a sum counts."""
        return RateSum(*leaf).n

    def outcomes(self, metric: RateMetric, /) -> dict[str, Outcome]:
        """Return what the parameter `won` may select."""
        won = Outcome(metric.won, _K, 1, lambda leaf: RateSum(*leaf).k)
        if not metric.lost:
            return {"yes": won}
        lost = Outcome(metric.lost, _K, 0, lambda leaf: RateSum(*leaf).n - RateSum(*leaf).k)
        return {"yes": won, "no": lost}

    def habit_value(self, leaf: Any, /) -> Value:
        """Return the rate of a player's sum."""
        sums = RateSum(*leaf or ())
        return Value.of_rate(rate(sums.k, sums.n))

    def methods(self, metric: RateMetric, /) -> tuple[str, ...]:
        """Return how the numbers are calculated."""
        return (RATE_INTERVAL, EVEN_SHARE) if metric.even else (RATE_INTERVAL,)

    def reading(self, metric: RateMetric, by: str, /) -> str:
        """Return how to read the figure."""
        text = gettext("Dots are rates, lines 95 % intervals. Open dots: few games.")
        if metric.even and not by:
            text = gettext(
                "Dots are rates, lines 95 % intervals; a vertical mark shows the fair share. Open "
                "dots: few games."
            )
        return f"{text} {translated(REACHED)}" if metric.is_conditional and not by else text

    def fields(self, metric: RateMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        return super().fields(metric) | {"is_conditional": metric.is_conditional}

    def note(self, answer: MetricAnswer, /) -> str:
        """Return which groups differ from the others, where each game is in one group."""
        if not answer.question.metric.splits:
            return ""
        rates = {group.source.key: group.rate for group in answer.groups}
        labels = {group.source.key: group.source.label for group in answer.groups}
        return outliers_text(rates, labels)

    def columns(self, metric: RateMetric, /) -> tuple[str, ...]:
        """Return the titles of the columns."""
        titles = [metric.won, gettext("Rate"), gettext("95 % interval")]
        if metric.lost:
            titles.append(metric.lost)
        titles.append(gettext("Of {unit}").format(unit=metric.unit))
        if metric.aside:
            titles.append(gettext("Of them {what}").format(what=metric.aside))
        if metric.even:
            titles.append(gettext("Fair share"))
        if metric.even or metric.lost:
            titles.append(gettext("Verdict against the fair share"))
        return tuple(titles)

    def items(self, groups: Sequence[RateGroup], /) -> list[Item]:
        """Return the rates with their fair shares."""
        return [group.item for group in groups]

    def chart(self, groups: Sequence[RateGroup], metric: RateMetric, /) -> RowChart:
        """Return a row for each group; of two complementary rates the first only."""
        addresses = {group.source.key: group.source.games_address() for group in groups}
        title = metric.won if metric.lost else gettext("Rate")
        items = self.items(groups)
        return share_chart(items, title, metric.unit, lambda item: addresses[item.key])

    def traces(self, groups: Sequence[RateGroup], metric: RateMetric, theme: Theme, /) -> Figure:
        """Return a dot for each group, with its interval."""
        return figure.traces(groups, metric, theme)


FORM = RateForm()
