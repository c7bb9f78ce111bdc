"""How often something happened beside how often chance would have had it."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.core.metrics import MILLION

from .wilson import FEW, Z_95

ODDS_INTERVAL = gettext_noop(
    "The interval is what chance alone would give 95 times out of 100: the expected number and "
    "1.96 standard deviations to both sides, from the variances p(1 − p) of all trials (normal "
    "approximation)."
)


class Odds(NamedTuple):
    """`seen` of n trials in some games, where `expected` were to be expected, `low` to `high` with
    a chance of 95 %.
    """

    n: int
    games: int
    seen: int
    expected: float
    low: float
    high: float

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to lean on."""
        return self.games < FEW

    @property
    def is_outside(self) -> bool:
        """Whether chance alone would give this less than once in twenty times."""
        return not self.low <= self.seen <= self.high


def odds_of(leaf: Sequence[int]) -> Odds:
    """The odds from their sums (`games.core.metrics`).

    >>> odds_of([1, 2, 1, 1_000_000, 500_000]).expected
    1.0
    """
    games, n, seen, expected, variance = leaf
    middle = expected / MILLION
    half = Z_95 * sqrt(variance / MILLION)
    return Odds(n, games, seen, middle, max(0.0, middle - half), min(float(n), middle + half))
