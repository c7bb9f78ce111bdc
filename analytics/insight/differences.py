"""Two numbers compared, with the interval of their difference or ratio, from the intervals of the
two (MOVER: the method of variance estimates recovery).
"""

from math import sqrt
from typing import NamedTuple

from django.utils.translation import gettext_noop

from .means import Mean
from .wilson import Rate

DIFFERENCE_INTERVAL = gettext_noop(
    "The interval of a difference of shares is Newcombe's hybrid score interval, from the two "
    "Wilson score intervals (R. G. Newcombe, Statistics in Medicine 17, 1998, p. 873, method 10)."
)
LIFT_INTERVAL = gettext_noop(
    "The interval of a lift is that of a ratio of two means, from their 95 % intervals with games "
    "as clusters (A. Donner and G. Y. Zou, Statistical Methods in Medical Research 21, 2012, p. "
    "347)."
)


class Compared(NamedTuple):
    """A difference or ratio with its 95 % interval; all None where there is nothing to compare,
    both bounds None where one of the two has no interval, `high` alone where there is no upper end.
    """

    value: float | None
    low: float | None
    high: float | None


NOTHING = Compared(None, None, None)


Interval = tuple[float, float, float]
"""Value, low, high."""


def difference_bounds(one: Interval, two: Interval) -> tuple[float, float]:
    """Return the 95 % interval of one value minus another, by squaring and adding the arms of both
    intervals (R. G. Newcombe, Statistics in Medicine 17, 1998, p. 873, method 10).

    >>> low, high = difference_bounds((0.5, 0.4, 0.6), (0.5, 0.4, 0.6))
    >>> round(low, 3), round(high, 3)
    (-0.141, 0.141)
    """
    (a, a_low, a_high), (b, b_low, b_high) = one, two
    low = a - b - sqrt((a - a_low) ** 2 + (b_high - b) ** 2)
    high = a - b + sqrt((a_high - a) ** 2 + (b - b_low) ** 2)
    return low, high


def difference(one: Rate, two: Rate) -> Compared:
    """Return one share minus another.

    >>> from .wilson import rate
    >>> [round(x, 3) for x in difference(rate(56, 70), rate(48, 80))]
    [0.2, 0.052, 0.334]
    """
    if one.value is None or two.value is None:
        return NOTHING
    if None in (*one, *two):
        return Compared(one.value - two.value, None, None)
    low, high = difference_bounds(one[2:], two[2:])  # type: ignore[arg-type]  # none is None
    return Compared(one.value - two.value, max(-1.0, low), min(1.0, high))


def ratio(one: Mean, two: Mean) -> Compared:
    """Return one mean divided by another; neither can be negative.

    >>> [round(x, 3) for x in ratio(Mean(9, 9, 2, 1, 3), Mean(9, 9, 1, 0.8, 1.2))]
    [2.0, 0.981, 3.186]
    """
    a, b = one.value, two.value
    if a is None or not b:
        return NOTHING
    if None in (one.low, one.high, two.low, two.high):
        return Compared(a / b, None, None)
    low1, high1 = max(0.0, one.low or 0.0), one.high or 0.0
    low2, high2 = two.low or 0.0, two.high or 0.0
    if low2 <= 0:
        return Compared(a / b, 0.0, None)
    product = a * b
    inner = max(0.0, product**2 - low1 * high2 * (2 * a - low1) * (2 * b - high2))
    low = (product - sqrt(inner)) / (high2 * (2 * b - high2))
    outer = max(0.0, product**2 - high1 * low2 * (2 * a - high1) * (2 * b - low2))
    high = (product + sqrt(outer)) / (low2 * (2 * b - low2))
    return Compared(a / b, max(0.0, low), high)
