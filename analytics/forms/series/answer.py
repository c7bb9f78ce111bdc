"""The answer of a series."""

from dataclasses import dataclass
from typing import Any

from analytics.forms.base import Group, Source
from analytics.insight.means import Mean, mean_of
from analytics.insight.rounding import decimal
from games.core.metrics import SeriesMetric


@dataclass(frozen=True, slots=True)
class SeriesGroup(Group):
    """A group's means, one for each position of the metric, in its order."""

    means: tuple[Mean, ...]

    @property
    def games(self) -> int:
        """The most games that one of its means has."""
        return max(mean.games for mean in self.means)

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return all(mean.is_few for mean in self.means)

    @property
    def comparisons(self) -> int:
        """How many intervals the group shows."""
        return sum(mean.n > 0 for mean in self.means)


def to_group(metric: SeriesMetric, source: Source, leaf: Any) -> SeriesGroup:
    """Return a group from its sum."""
    return SeriesGroup(source, tuple(mean_of(leaf.get(key, ())) for key in metric.positions))


def number(group: SeriesGroup, metric: SeriesMetric) -> list[tuple[str, str]]:
    """Return the mean at each position as text."""
    return [
        (f", {title}", f"{decimal(mean.value)} over {mean.n}")
        for title, mean in zip(metric.positions.values(), group.means, strict=True)
    ]
