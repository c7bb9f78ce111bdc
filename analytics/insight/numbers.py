"""The numbers of an answer as text, one for each of its clusters: to say which of them moved."""

from collections.abc import Iterator
from typing import Any

from .answer import RoleAnswer, SpaceAnswer
from .means import Mean
from .metric import DistributionGroup, MetricAnswer, RateGroup, SeriesGroup
from .rounding import decimal, percent_of


def numbers_of(answer: RoleAnswer | SpaceAnswer | MetricAnswer) -> Iterator[tuple[str, str]]:
    """Each cluster's label with its number. Numbers are exact where they are counts; a mean stands
    with the number of observations.
    """
    match answer:
        case RoleAnswer():
            for cluster in answer.clusters or (answer.overall,):
                for role, rate in cluster.rates.items():
                    yield f"{cluster.label}, {answer.roles[role]}", _rate(rate.k, rate.n)
        case SpaceAnswer():
            for count in answer.spaces:
                share = count.share
                yield count.space, f"{count.times} times, in {_rate(share.k, share.n)} games"
        case _:
            for group in answer.groups:
                yield from _group(group, answer.question.metric)


def _group(group: Any, metric: Any) -> Iterator[tuple[str, str]]:
    label = group.source.label
    match group:
        case RateGroup():
            yield label, _rate(group.rate.k, group.rate.n)
        case DistributionGroup():
            spread = ", ".join(map(str, group.spread))
            yield label, f"{_mean(group.mean)}; quartiles {spread}"
        case SeriesGroup():
            for position, mean in zip(metric.positions.values(), group.means, strict=True):
                yield f"{label}, {position}", _mean(mean)


def _rate(k: int, n: int) -> str:
    return f"{k} of {n} ({percent_of(k, n)})"


def _mean(mean: Mean) -> str:
    return f"{decimal(mean.value)} over {mean.n}"
