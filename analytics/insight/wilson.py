"""Rates with their Wilson score intervals."""

from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054  # the 97.5 % quantile of the normal distribution
FEW = 10
"""Numbers of fewer games are marked: readers look at the value more than at the interval."""


class Rate(NamedTuple):
    """`k` of `n` with its 95 % Wilson score interval. Without games the value and the bounds are
    None.
    """

    k: int
    n: int
    value: float | None
    low: float | None
    high: float | None

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.n < FEW

    @property
    def is_weighted(self) -> bool:
        """Whether the value is not k / n, because the weight of uploaders is capped."""
        return self.value is not None and bool(self.n) and self.value != self.k / self.n

    @property
    def weighted_k(self) -> int:
        """The k that gives the value: another one if the weight of uploaders is capped."""
        return round((self.value or 0.0) * self.n) if self.is_weighted else self.k


def hidden(rate: Rate) -> Rate:
    """Return the counts of a rate that has no meaning, without value and bounds."""
    return Rate(rate.k, rate.n, None, None, None)


def rate(k: int, n: int) -> Rate:
    """Return the share k of n and its 95 % Wilson score interval, clipped to 0..1 (E. B. Wilson,
    JASA 22, 1927, p. 209).

    >>> [round(bound, 3) for bound in rate(1, 1)[3:]]
    [0.207, 1.0]
    >>> rate(0, 0).value is None
    True

    Raises ValueError unless 0 <= k <= n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n}")
    if n == 0:
        return Rate(0, 0, None, None, None)
    low, high = bounds_of(k / n, n)
    return Rate(k, n, k / n, low, high)


def bounds_of(share: float, n: float, z: float = Z_95) -> tuple[float, float]:
    """Return the Wilson score interval of a share of n games, which need not be whole: 95 %, or
    that of another quantile of the normal distribution.
    """
    spread = z**2 / n
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt((share * (1 - share) + spread / 4) / n) / (1 + spread)
    # For a share of 0 or 1 a bound is exactly 0 or 1; floating point may miss it by one unit in the
    # last place.
    low = 0.0 if share == 0 else max(0.0, middle - half)
    high = 1.0 if share == 1 else min(1.0, middle + half)
    return low, high
