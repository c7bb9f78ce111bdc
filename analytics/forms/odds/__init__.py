"""Odds: how often something happened, and how often it was expected by chance."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import Theme
from analytics.forms import figures
from analytics.forms.base import Source
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.rows import SHARE_TICKS, SHARES, Bar, ChartRow, RowChart
from analytics.insight.conclusions import Conclusion, Sentences, Trial, luck
from analytics.insight.rounding import percent_of, whole_span
from games.core.metrics import OddsMetric
from games.core.sums import OddsSum

from .answer import OddsBody, OddsGroup, odds_of

ODDS_INTERVAL = gettext_noop(
    "The interval is the range expected by chance in 95 % of cases: the expected number ± 1.96 "
    "standard deviations, from the variances p(1 − p) of all trials (normal approximation)."
)
MODEL_INTERVAL = gettext_noop(
    "The interval is the range expected in 95 % of cases if the model held: the expected number ± "
    "1.96 standard deviations, from the variances p(1 − p) of all trials (normal approximation)."
)


class OddsForm(GroupedForm):
    """Trials, each with its probability."""

    key = "odds"
    grain = gettext_noop("any number of trials per game, each with its probability at that time")
    body = OddsBody
    sample = [1]
    method_texts = (ODDS_INTERVAL,)
    reading_text = gettext_noop(
        "Dots are observed rates. Lines show the range expected by chance in 95 % of cases, as "
        "shares of the trials. Open dots: few games."
    )

    def group(self, metric: OddsMetric, source: Source, leaf: Any, /) -> OddsGroup:
        """Return a group from its sum."""
        return OddsGroup(metric, source, odds_of(leaf))

    def count_games(self, leaf: Any, /) -> int:
        """Return how many games a sum counts."""
        return OddsSum(*leaf).games

    def columns(self, metric: OddsMetric, /) -> tuple[str, ...]:
        """Return the titles of the columns."""
        return (
            metric.seen,
            gettext("Expected {model}").format(model=metric.model)
            if metric.model
            else gettext("Expected by chance"),
            gettext("Expected, 95 %") if metric.model else gettext("By chance, 95 %"),
            gettext("More than expected"),
            gettext("Of {unit}").format(unit=metric.unit),
            gettext("Games"),
        )

    def chart(self, groups: Sequence[OddsGroup], metric: OddsMetric, /) -> RowChart:
        """Return a row for each group: its share of the trials, and what chance alone gives."""
        rows = []
        for group in groups:
            odds = group.odds
            at = [SHARES.at(x / odds.n) for x in (odds.seen, odds.low, odds.high, odds.expected)]
            bar = Bar(at[0], low=at[1], high=at[2], reference=at[3])
            interval = whole_span(odds.low / odds.n, odds.high / odds.n)
            row = ChartRow(
                label=group.source.label,
                bar=bar,
                text=percent_of(odds.seen, odds.n),
                interval=interval,
                n=odds.n,
                is_few=group.is_few,
                address=group.source.games_address(),
            )
            rows.append(row)
        return RowChart(tuple(rows), SHARE_TICKS, metric.seen, metric.unit)

    def conclusion(
        self, groups: Sequence[OddsGroup], metric: OddsMetric, _sentences: Sentences, n: int, /
    ) -> Conclusion:
        """Return what happened more or less often than expected."""
        trials = [Trial(g.source.label, *g.odds[2:]) for g in groups if not g.is_few]
        return luck(trials, n, metric.model)

    def methods(self, metric: OddsMetric, /) -> tuple[str, ...]:
        """Return how the numbers are calculated."""
        return (MODEL_INTERVAL,) if metric.model else self.method_texts

    def reading(self, metric: OddsMetric, by: str, /) -> str:
        """Return how to read the figure."""
        if not metric.model:
            return super().reading(metric, by)
        return gettext(
            "Dots are observed rates. Lines show the range expected in 95 % of cases {model}. Open "
            "dots: few games."
        ).format(model=metric.model)

    def traces(self, groups: Sequence[OddsGroup], metric: OddsMetric, theme: Theme, /) -> Figure:
        """Return what happened and the range expected by chance, as shares of trials."""
        odds = [group.odds for group in groups]
        ranges = [((o.high - o.expected) / o.n, (o.expected - o.low) / o.n) for o in odds]
        chance = figures.points(
            metric.model or gettext("by chance"),
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
            hover=[group.hover() for group in groups],
        )
        layout = figures.row_layout(groups, theme, {"tickformat": ".0%", "rangemode": "tozero"})
        figures.add_legend(layout, height=layout["height"] + 24)
        return [chance, seen], layout


FORM = OddsForm()
