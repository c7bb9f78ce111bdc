"""Survival: how long games last, where some stopped before their end."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme, plain
from analytics.forms import figures
from analytics.forms.base import Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.lines import LineChart, item_chart
from analytics.insight.comparing import LEVEL, holm
from analytics.insight.conclusions import Conclusion, Sentences, no_conclusion
from analytics.insight.exact import widened
from analytics.insight.rounding import span, whole_percent
from analytics.insight.survival import KAPLAN_MEIER, LOG_RANK, log_rank, share_after
from analytics.insight.verdicts import CLEAR, LIKELY, OPEN, Verdict
from games.core.metrics import SurvivalMetric
from games.core.sums import SurvivalSum

from .answer import SurvivalBody, SurvivalGroup


class SurvivalForm(GroupedForm):
    """The share of games still going after each round or turn."""

    key = "survival"
    grain = gettext_noop("one length a game")
    body = SurvivalBody
    sample = {"games": 1}
    method_texts = (KAPLAN_MEIER, LOG_RANK)
    reading_text = gettext_noop(
        "The share of games still going after each round or turn, with its 95 % interval. Open "
        "dots: few games left."
    )

    def samples(self, _metric: SurvivalMetric, leaf: Any, /) -> Iterable[tuple[str, float, float]]:
        """Yield how many rounds or turns each game was played."""
        for at, numbers in leaf["at"].items():
            games = SurvivalSum(*numbers).games
            yield "", int(at) * games, games

    def group(self, metric: SurvivalMetric, source: Source, leaf: Any, /) -> SurvivalGroup:
        """Return a group from its sum."""
        sums = {int(at): SurvivalSum(*numbers) for at, numbers in leaf["at"].items()}
        counts = {at: (each.games, each.ended) for at, each in sorted(sums.items())}
        return SurvivalGroup(metric, source, counts)

    def count_games(self, leaf: Any, /) -> int:
        """Return how many games a sum counts."""
        return int(leaf["games"])

    def columns(self, metric: SurvivalMetric, /) -> tuple[str, ...]:
        """Return the titles of the columns."""
        return (
            gettext("Half have ended by {what}").format(what=metric.value),
            gettext("95 % interval"),
            gettext("Ended by rule"),
            gettext("Stopped before the end"),
            gettext("Games"),
        )

    def chart(self, groups: Sequence[SurvivalGroup], metric: SurvivalMetric, /) -> LineChart:
        """Return a line for each group."""
        title = gettext("Still going after {what}").format(what=metric.value)
        rows = [(group.source.label, group.items) for group in groups]
        return item_chart(rows, metric.value.capitalize(), title, is_stepped=True)

    def conclusion(
        self, groups: Sequence[SurvivalGroup], metric: SurvivalMetric, _texts: Sentences, n: int, /
    ) -> Conclusion:
        """Return which two groups differ most surely, or by when half of the games have ended."""
        pairs = list(combinations([group for group in groups if not group.is_few], 2))
        if not groups:
            return no_conclusion()
        if not pairs:
            return _median_conclusion(max(groups, key=lambda group: group.games), metric, n)
        values = {str(k): _p_value(*pair) for k, pair in enumerate(pairs)}
        number, p = next(iter(holm(values).items()))
        key = CLEAR if p <= LEVEL else LIKELY if values[number] <= LEVEL else OPEN
        text = _gap_text(*pairs[int(number)], metric.value, is_open=key == OPEN)
        return Conclusion(text, Verdict(key, "", len(pairs)), n)

    def traces(
        self, groups: Sequence[SurvivalGroup], metric: SurvivalMetric, theme: Theme, /
    ) -> Figure:
        """Return a line of steps for each group."""
        data = []
        for group, colour in zip(groups, figures.colours(groups, theme), strict=True):
            estimates = [item.estimate for item in group.items]
            style = {"mode": "lines+markers", "line": {"color": colour, "shape": "hv"}, "size": 6}
            labels = [str(point.at) for point in group.points]
            data.append(
                figures.upright(
                    group.source.mark, labels, estimates, colour, group.hovers(), **style
                )
            )
        layout = {
            "height": 360,
            "margin": {"l": 48, "r": 12, "t": 24, "b": 48},
            "showlegend": True,
            "legend": figures.LEGEND,
            "xaxis": figures.value_axis(theme) | {"title": {"text": plain(metric.value)}},
            "yaxis": figures.SHARES | figures.value_axis(theme),
        }
        return data, layout


def _p_value(one: SurvivalGroup, other: SurvivalGroup) -> float:
    """Return the p-value of the log-rank test, 1 where there are too few players."""
    if one.inflation is None or other.inflation is None:
        return 1.0
    return widened(log_rank(one.counts, other.counts), max(one.inflation, other.inflation))


def _gap_text(one: SurvivalGroup, other: SurvivalGroup, what: str, *, is_open: bool) -> str:
    """Return how two curves differ, where they are furthest apart."""
    text = gettext(
        "“{one}” and “{other}” differ: after {what} {at}, {first} and {second} are still going."
    )
    if is_open:
        text = gettext(
            "No clear difference. After {what} {at}, {first} ({one}) and {second} ({other}) are "
            "still going."
        )
    at, first, second = _largest_gap(one, other)
    return text.format(
        one=one.source.label, other=other.source.label, what=what, at=at,
        first=whole_percent(first), second=whole_percent(second),
    )  # fmt: skip


def _largest_gap(one: SurvivalGroup, other: SurvivalGroup) -> tuple[int, float, float]:
    """Return after which round or turn two curves are furthest apart, and their shares."""
    gaps = [
        (at, share_after(one.points, at), share_after(other.points, at))
        for at in sorted({*one.counts, *other.counts})
    ]
    return max(gaps, key=lambda gap: abs(gap[1] - gap[2]))


def _median_conclusion(group: SurvivalGroup, metric: SurvivalMetric, n: int) -> Conclusion:
    value, low, high = group.median
    if value is None:
        text = gettext("Fewer than half of these games have ended by rule.")
        return Conclusion(text, Verdict(OPEN), n)
    text = gettext("Half of the games have ended by {what} {value}.")
    interval = "" if low is None or high is None else span(str(low), str(high))
    return Conclusion(text.format(what=metric.value, value=value), Verdict(OPEN, interval), n)


FORM = SurvivalForm()
