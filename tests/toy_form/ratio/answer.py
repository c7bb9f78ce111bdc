"""The answer of a ratio."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from analytics.forms.base import Group, Source
from analytics.insight.rounding import count_of
from analytics.insight.wilson import FEW


class RatioSum(NamedTuple):
    """The sum of a group."""

    games: int
    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class RatioGroup(Group):
    """A group's ratio."""

    sums: RatioSum

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.sums.games < FEW


def to_group(_metric: Any, source: Source, leaf: Any) -> RatioGroup:
    """Return a group from its sum."""
    return RatioGroup(source, RatioSum(*leaf))


def number(group: RatioGroup, _metric: Any) -> list[tuple[str, str]]:
    """Return the ratio as text."""
    return [("", count_of(group.sums.part, group.sums.whole))]
