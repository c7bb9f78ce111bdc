"""A difference of shares within strata, pooled over them. Pure."""

from collections.abc import Iterable
from math import erfc, sqrt

from django.utils.translation import gettext_noop

from .differences import NOTHING, Compared
from .wilson import Z_95

POOLED = gettext_noop(
    "The differences within the strata are pooled with the weights of Mantel and Haenszel. The "
    "interval is that of T. Sato (Biometrics 45, 1989, p. 1323). It treats the strata as "
    "independent, although a game can be in several of them."
)
Table = tuple[int, int, int, int]
"""Won and all games with something, won and all games without it."""


def pooled_difference(tables: Iterable[Table], inflation: float = 1.0) -> tuple[Compared, float]:
    """Return the share with something minus that without it, pooled over strata, with its 95 %
    interval and p-value; nothing and 1 where no stratum has both. `inflation` multiplies the
    standard error.

    >>> difference, p = pooled_difference([(8, 10, 5, 10), (18, 30, 9, 30)])
    >>> round(difference.value, 3), round(p, 3)
    (0.3, 0.004)
    """
    weights = total = first = second = 0.0
    for won, n, other_won, other_n in tables:
        games = n + other_n
        if not n or not other_n:
            continue
        weights += n * other_n / games
        total += (won * other_n - other_won * n) / games
        first += (n * n * other_won - other_n * other_n * won + n * other_n * (other_n - n) / 2) / (
            games * games
        )
        second += (won * (other_n - other_won) + other_won * (n - won)) / (2 * games)
    if not weights:
        return NOTHING, 1.0
    value = total / weights
    variance = max(0.0, value * first + second) / weights**2
    if not variance:
        return Compared(value, None, None), 1.0
    error = inflation * sqrt(variance)
    low, high = max(-1.0, value - Z_95 * error), min(1.0, value + Z_95 * error)
    return Compared(value, low, high), erfc(abs(value) / error / sqrt(2))
