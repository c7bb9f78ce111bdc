"""Questions about a game's metrics, and their answers: values that pages, figures and the API are
made from.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analytics.rollups.measures import total
from games.core.metrics import DistributionMetric, GroupedMetric, RateMetric, SeriesMetric

from .answer import Basis, Tally
from .means import Mean, Spread, mean_of, spread_of
from .question import UNKNOWN, Filters
from .wilson import Rate, rate

Labels = Callable[[str], str]
"""A group's key → what people read."""
MANY = 10
"""From so many groups on a page says that some intervals miss by chance."""


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
    """A group's rate; `aside` of its k are marked apart; `even` is what it would have if all were
    alike, None where nothing says so.
    """

    source: Source
    rate: Rate
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
    values: Mapping[int, int]

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


Group = RateGroup | DistributionGroup | SeriesGroup


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
    def is_many(self) -> bool:
        """Whether there are so many groups that some intervals will miss."""
        return len(self.groups) >= MANY


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
        for key, text in metric.groups.items()
        if key in sums
    ]


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
            return RateGroup(source, rate(k, n), aside, metric.even.get(source.key))
        case DistributionMetric():
            values = {int(value): count for value, count in sums["values"].items()}
            spread = spread_of(values)
            if spread is None:
                raise ValueError(f"{metric.key}, {source.key}: a group without values")
            return DistributionGroup(source, mean_of(sums["mean"]), spread, values)
        case SeriesMetric():
            means = tuple(mean_of(sums.get(position, ())) for position in metric.positions)
            return SeriesGroup(source, means)
