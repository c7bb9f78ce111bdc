"""Means with their intervals, from moments (`games.core.sums`)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import atan, cos, pi, sin, sqrt
from typing import NamedTuple

from django.utils.translation import gettext_noop

from .wilson import FEW, Z_95

MEAN_INTERVAL = gettext_noop(
    "The interval of a mean is the 95 % interval of Student's t, with games as clusters: a game "
    "with several observations counts as one, and the effective number of games is smaller if "
    "some have many more observations than others. It assumes that games are independent. With a "
    "single game, or if all games are alike, there is no interval. With few games and very skewed "
    "values it is too narrow: below ten games a mean is greyed out."
)
QUARTILES = gettext_noop(
    "The median and the quartiles divide the values into quarters. Between two values, their mean "
    "is used."
)


class Mean(NamedTuple):
    """The mean of n observations in some games, with its 95 % interval. Without observations all
    are None, with one game, or games that are all alike, the bounds.
    """

    n: int
    games: int
    value: float | None
    low: float | None
    high: float | None

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.games < FEW


class Spread(NamedTuple):
    """Smallest, lower quartile, median, upper quartile and largest value."""

    min: float
    q1: float
    median: float
    q3: float
    max: float


def mean_of(moments: Sequence[int]) -> Mean:
    """Return the mean from moments. Its interval takes games as clusters (variance of a ratio of
    totals: W. G. Cochran, Sampling Techniques, 1977, p. 66), with their effective number (L. Kish,
    Survey Sampling, 1965, p. 162).

    >>> mean_of([2, 2, 2, 8, 8, 34]).value
    4.0
    """
    games, n, nn, total, n_total, totals = moments or (0,) * 6
    if not n:
        return Mean(0, 0, None, None, None)
    mean = Fraction(total, n)
    value = float(mean)
    if games < 2:
        return Mean(n, games, value, None, None)
    # The sum over games of (total - mean · n)², exactly: floats would lose it where it is small.
    squares = totals - 2 * mean * n_total + mean * mean * nn
    if not squares:  # an interval without width would claim that there is no spread
        return Mean(n, games, value, None, None)
    # Games weigh by their observations, so they are worth n²/Σn² games of equal size. If all have
    # the same size, this is the variance of the textbooks.
    effective = Fraction(n * n, nn)
    if effective == 1:  # all observations are one game's
        return Mean(n, games, value, None, None)
    variance = squares * (1 - Fraction(1, games)) / (1 - 1 / effective) ** 2
    half = t_975(max(1, int(effective) - 1)) * sqrt(variance) / n
    return Mean(n, games, value, value - half, value + half)


@cache
def t_975(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t: up to 30 degrees of freedom from its distribution,
    else by the Cornish-Fisher expansion, to six digits. Raises ValueError below 1.

    >>> round(t_975(1), 4), round(t_975(100), 4)
    (12.7062, 1.984)
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom <= 30:
        low, high = 0.0, 20.0
        while high - low > 1e-9:
            middle = (low + high) / 2
            low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
        return (low + high) / 2
    z = Z_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _within(t: float, freedom: int) -> float:
    """Return the probability of values from -t to t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term, terms = (cos(angle) if odd else 1.0), 0.0
    for step in range(odd, freedom - 1, 2):
        terms += term
        term *= cos(angle) ** 2 * (step + 1) / (step + 2)
    if odd:
        return (angle + sin(angle) * terms) * 2 / pi
    return sin(angle) * terms


def spread_of(values: Mapping[int, int]) -> Spread | None:
    """Return median and quartiles of a histogram (value → how often); None if it is empty.

    >>> spread_of({1: 1, 2: 1, 3: 1, 4: 1})
    Spread(min=1, q1=1.5, median=2.5, q3=3.5, max=4)
    """
    counts = sorted((value, count) for value, count in values.items() if count)
    if not counts:
        return None
    q1, median, q3 = (_quantile(counts, quarter) for quarter in (1, 2, 3))
    return Spread(counts[0][0], q1, median, q3, counts[-1][0])


def _quantile(counts: Sequence[tuple[int, int]], quarter: int) -> float:
    """Return the value below which `quarter` quarters lie; between two values, their mean."""
    wanted = quarter * sum(count for _, count in counts)  # in quarters of an observation
    seen, position = 4 * counts[0][1], 0
    while seen < wanted:
        position += 1
        seen += 4 * counts[position][1]
    value = counts[position][0]
    return (value + counts[position + 1][0]) / 2 if seen == wanted else float(value)
