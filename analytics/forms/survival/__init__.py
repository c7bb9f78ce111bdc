"""Survival: how long games last, where some stopped before their end."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme, plain
from analytics.forms import figures
from analytics.forms.base import Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.lines import LineChart, item_chart
from analytics.insight.comparing import LEVEL, holm
from analytics.insight.findings import Finding, Sentences, no_finding
from analytics.insight.rounding import span
from analytics.insight.survival import KAPLAN_MEIER, LOG_RANK, log_rank
from analytics.insight.verdicts import CLEAR, LIKELY, OPEN, Verdict
from games.core.metrics import SurvivalMetric
from games.core.sums import SurvivalSum

from .answer import SurvivalBody, SurvivalGroup, median_text


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
        return item_chart(rows, metric.value.capitalize(), title)

    def finding(
        self, groups: Sequence[SurvivalGroup], metric: SurvivalMetric, _texts: Sentences, n: int, /
    ) -> Finding:
        """Return which two groups differ most surely, or by when half of the games have ended."""
        pairs = list(combinations([group for group in groups if not group.is_few], 2))
        if not groups:
            return no_finding()
        if not pairs:
            return _median_finding(max(groups, key=lambda group: group.games), metric, n)
        values = {str(k): log_rank(a.counts, b.counts) for k, (a, b) in enumerate(pairs)}
        number, p = next(iter(holm(values).items()))
        one, other = pairs[int(number)]
        key = CLEAR if p <= LEVEL else LIKELY if values[number] <= LEVEL else OPEN
        texts = (
            gettext(
                "No clear difference. Half have ended by {what} {first} ({one}) and {second} "
                "({other})."
            ),
            gettext("{one} and {other} differ: half have ended by {what} {first} and {second}."),
        )
        text = texts[key != OPEN].format(
            one=one.source.label, other=other.source.label, what=metric.value,
            first=median_text(one.median), second=median_text(other.median),
        )  # fmt: skip
        return Finding(text, Verdict(key, "", len(pairs)), n)

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


def _median_finding(group: SurvivalGroup, metric: SurvivalMetric, n: int) -> Finding:
    value, low, high = group.median
    if value is None:
        text = gettext("Fewer than half of these games have ended by rule.")
        return Finding(text, Verdict(OPEN), n)
    text = gettext("Half of the games have ended by {what} {value}.")
    interval = "" if low is None or high is None else span(str(low), str(high))
    return Finding(text.format(what=metric.value, value=value), Verdict(OPEN, interval), n)


FORM = SurvivalForm()
