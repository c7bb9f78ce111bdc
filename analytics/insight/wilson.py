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
    share, spread = k / n, Z_95**2 / n
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * sqrt((share * (1 - share) + spread / 4) / n) / (1 + spread)
    # At k = 0 and k = n a bound is exactly 0 or 1; floating point may miss it by one unit in the
    # last place.
    low = 0.0 if k == 0 else max(0.0, middle - half)
    high = 1.0 if k == n else min(1.0, middle + half)
    return Rate(k, n, share, low, high)
