"""The answer of a rate."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analytics.forms.base import Group, MetricAnswer, Source
from analytics.forms.habits import Value
from analytics.insight.comparing import apart, apart_words
from analytics.insight.rounding import count_of
from analytics.insight.wilson import Rate, rate
from games.core.metrics import RateMetric
from games.core.sums import RateSum


@dataclass(frozen=True, slots=True)
class RateGroup(Group):
    """A group's rate, and that of the other n - k; `aside` of its k are counted apart too; `even`
    is its share if all groups were equal, None where that is not known.
    """

    rate: Rate
    lost: Rate
    aside: int
    even: Fraction | None

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.rate.is_few


def to_group(metric: RateMetric, source: Source, leaf: Any) -> RateGroup:
    """Return a group from its sum."""
    n, k, aside = RateSum(*leaf)
    return RateGroup(source, rate(k, n), rate(n - k, n), aside, metric.even.get(source.key))


def number(group: RateGroup, _metric: RateMetric) -> list[tuple[str, str]]:
    """Return the rate as text."""
    return [("", count_of(group.rate.k, group.rate.n))]


def outlier_note(answer: MetricAnswer) -> str:
    """Return which groups differ from the others, where each game is in one group."""
    if not answer.question.metric.splits:
        return ""
    rates = {group.source.key: group.rate for group in answer.groups}
    labels = {group.source.key: group.source.label for group in answer.groups}
    return apart_words(apart(rates), labels, len(rates))


def habit_value(leaf: Any) -> Value:
    """Return the rate of a player's sum."""
    sums = RateSum(*leaf or ())
    return Value.of_rate(rate(sums.k, sums.n))
