"""Questions about a game's metrics, and their answers: values that pages, figures and the API are
made from.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analytics.rollups.measures import total
from games.core.metrics import (
    DistributionMetric,
    GroupedMetric,
    OddsMetric,
    RateMetric,
    SeriesMetric,
)

from .answer import Basis, Tally
from .comparing import apart, apart_words, many_words
from .means import Mean, Spread, mean_of, spread_of
from .odds import Odds, odds_of
from .question import UNKNOWN, Filters
from .wilson import Rate, rate

Labels = Callable[[str], str]
"""A group's key → what people read."""


@dataclass(frozen=True, slots=True)
class MetricQuestion:
    """What does a metric say of these games? `by` is empty (the metric's own groups) or one of its
    `splits`.
    """

    kind: str
    metric: GroupedMetric
    filters: Filters
    by: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A group, and the words that list the games behind it: of statistics' own list of games."""

    key: str
    label: str
    mark: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RateGroup:
    """A group's rate, and that of the other n - k; `aside` of its k are marked apart; `even` is
    what it would have if all were alike, None where nothing says so.
    """

    source: Source
    rate: Rate
    lost: Rate
    aside: int
    even: Fraction | None

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return self.rate.is_few


@dataclass(frozen=True, slots=True)
class DistributionGroup:
    """A group's values: `values` maps each to how often it was there."""

    source: Source
    mean: Mean
    spread: Spread
    values: Mapping[float, int]

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return self.mean.is_few


@dataclass(frozen=True, slots=True)
class SeriesGroup:
    """A group's means, one for each position of the metric, in its order."""

    source: Source
    means: tuple[Mean, ...]

    @property
    def games(self) -> int:
        """The most games behind one of its means."""
        return max(mean.games for mean in self.means)

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return all(mean.is_few for mean in self.means)


@dataclass(frozen=True, slots=True)
class OddsGroup:
    """What happened in a group beside what was to be expected."""

    source: Source
    odds: Odds

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return self.odds.is_few


Group = RateGroup | DistributionGroup | SeriesGroup | OddsGroup


@dataclass(frozen=True, slots=True)
class MetricAnswer:
    """The groups that have games, in the metric's order; by month or board, months in order and
    `unknown` last, all else by key.
    """

    question: MetricQuestion
    tally: Tally
    groups: tuple[Group, ...]
    basis: Basis

    @property
    def comparisons(self) -> int:
        """How many numbers with an interval stand side by side."""
        return sum(
            sum(mean.n > 0 for mean in group.means) if isinstance(group, SeriesGroup) else 1
            for group in self.groups
        )

    @property
    def words(self) -> str:
        """What to think of so many comparisons; of rates whose games are each in one group, also
        which groups stand apart. Empty where there are few.
        """
        said = many_words(self.comparisons)
        metric = self.question.metric
        if said and isinstance(metric, RateMetric) and metric.splits:
            rates = {g.source.key: g.rate for g in self.groups if isinstance(g, RateGroup)}
            labels = {group.source.key: group.source.label for group in self.groups}
            said += f" {apart_words(apart(rates), labels, len(rates))}"
        return said


def answer_metric(
    question: MetricQuestion,
    found: Iterable[tuple[str, Mapping[str, Any]]],
    tally: Tally,
    label: Labels,
    basis: Basis,
) -> MetricAnswer:
    """The answer from the metric's part of the sums of cells, each with its key of the dimension
    asked for (the empty text where none is). `label` names the keys of that dimension.
    """
    split = question.by
    groups = _by_dimension(question, found, label) if split else _by_group(question, found)
    return MetricAnswer(question, tally, tuple(groups), basis)


def _by_group(
    question: MetricQuestion, found: Iterable[tuple[str, Mapping[str, Any]]]
) -> list[Group]:
    metric = question.metric
    sums = total(part for _, part in found)
    words = {**question.filters.words(), "metric": metric.key}
    return [
        _group(
            metric,
            Source(key, text, metric.marks.get(key, text), {**words, "group": key}),
            sums[key],
        )
        for key, text in _titles(metric, sums).items()
        if key in sums
    ]


def _titles(metric: GroupedMetric, sums: Mapping[str, Any]) -> Mapping[str, str]:
    """The groups by title; those that games brought come after those declared, by name."""
    if not metric.is_open:
        return metric.groups
    met = {key: key.capitalize() for key in sorted(sums) if key not in metric.groups}
    return {**metric.groups, **met}


def _by_dimension(
    question: MetricQuestion, found: Iterable[tuple[str, Mapping[str, Any]]], label: Labels
) -> list[Group]:
    metric, pooled = question.metric, dict[str, list[Mapping[str, Any]]]()
    filters = (
        question.filters.but(first="", last="") if question.by == "month" else question.filters
    )
    for key, part in found:
        pooled.setdefault(key, []).extend(part.values())
    groups = []
    for key in sorted(pooled, key=lambda key: (key == UNKNOWN, key)):
        text = label(key)
        words = {**filters.words(), question.by: key, "metric": metric.key}
        if parts := pooled[key]:
            sums = total({"": part} for part in parts)[""]
            groups.append(_group(metric, Source(key, text, text, words), sums))
    return groups


def _group(metric: GroupedMetric, source: Source, sums: Any) -> Group:
    match metric:
        case RateMetric():
            n, k, aside = sums
            return RateGroup(source, rate(k, n), rate(n - k, n), aside, metric.even.get(source.key))
        case DistributionMetric(per=per):
            parts = {int(value): count for value, count in sums["values"].items()}
            spread = spread_of(parts)
            if spread is None:
                raise ValueError(f"{metric.key}, {source.key}: a group without values")
            values = {in_ones(part, per): count for part, count in parts.items()}
            spread = Spread(*(in_ones(part, per) for part in spread))
            mean = mean_of(sums["mean"])
            bounds = (None if one is None else in_ones(one, per) for one in mean[2:])
            return DistributionGroup(source, Mean(mean.n, mean.games, *bounds), spread, values)
        case OddsMetric():
            return OddsGroup(source, odds_of(sums))
        case SeriesMetric():
            means = tuple(mean_of(sums.get(position, ())) for position in metric.positions)
            return SeriesGroup(source, means)


def in_ones(parts: float, per: int) -> float:
    """A value counted in parts, in ones; whole where it was whole and one is one."""
    return parts if per == 1 else parts / per
