"""The answer of a distribution."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.forms.base import Group, Source
from analytics.forms.habits import Value
from analytics.insight.means import Mean, Spread, mean_of, spread_of
from analytics.insight.rounding import decimal
from games.core.metrics import DistributionMetric


@dataclass(frozen=True, slots=True)
class DistributionGroup(Group):
    """A group's values: `values` maps each to how often it occurred."""

    mean: Mean
    spread: Spread
    values: Mapping[float, int]

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.mean.is_few


def to_group(metric: DistributionMetric, source: Source, leaf: Any) -> DistributionGroup:
    """Return a group from its sum."""
    counts = {int(value): count for value, count in leaf["values"].items()}
    spread = spread_of(counts)
    if spread is None:
        raise ValueError(f"{metric.key}, {source.key}: a group without values")

    def in_units(value: float) -> float:
        return value if metric.per == 1 else value / metric.per

    mean = mean_of(leaf["mean"])
    bounds = (None if bound is None else in_units(bound) for bound in mean[2:])
    return DistributionGroup(
        source,
        Mean(mean.n, mean.games, *bounds),
        Spread(*map(in_units, spread)),
        {in_units(value): count for value, count in counts.items()},
    )


def number(group: DistributionGroup, _metric: DistributionMetric) -> list[tuple[str, str]]:
    """Return the mean and the quartiles as text."""
    quartiles = ", ".join(map(str, group.spread))
    return [("", f"{decimal(group.mean.value)} over {group.mean.n}; quartiles {quartiles}")]


def habit_value(leaf: Any) -> Value:
    """Return the mean of a player's sum."""
    return Value.of_mean(mean_of(leaf["mean"] if leaf else ()))
