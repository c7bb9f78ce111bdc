"""How often something happened, and how often it was expected by chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from analytics.forms.base import Group, Source
from analytics.insight.rounding import decimal
from analytics.insight.wilson import FEW, Z_95
from games.core.metrics import OddsMetric
from games.core.sums import MILLION, OddsSum


class Odds(NamedTuple):
    """`seen` of n trials in some games, where `expected` were expected, `low` to `high` with a
    chance of 95 %.
    """

    n: int
    games: int
    seen: int
    expected: float
    low: float
    high: float

    @property
    def is_outside(self) -> bool:
        """Whether chance alone would give this less than once in twenty times."""
        return not self.low <= self.seen <= self.high


@dataclass(frozen=True, slots=True)
class OddsGroup(Group):
    """What happened in a group."""

    odds: Odds

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.odds.games < FEW


def odds_of(leaf: Sequence[int]) -> Odds:
    """Return the odds from their sum.

    >>> odds_of([1, 2, 1, 1_000_000, 500_000]).expected
    1.0
    """
    sums = OddsSum(*leaf)
    expected = sums.expected / MILLION
    half = Z_95 * sqrt(sums.variance / MILLION)
    low, high = max(0.0, expected - half), min(float(sums.n), expected + half)
    return Odds(sums.n, sums.games, sums.seen, expected, low, high)


def to_group(_metric: OddsMetric, source: Source, leaf: Any) -> OddsGroup:
    """Return a group from its sum."""
    return OddsGroup(source, odds_of(leaf))


def number(group: OddsGroup, _metric: OddsMetric) -> list[tuple[str, str]]:
    """Return the odds as text."""
    odds = group.odds
    return [("", f"{odds.seen} of {odds.n}, expected {decimal(odds.expected)}")]
