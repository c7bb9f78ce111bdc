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


def difference(one: Rate, two: Rate) -> Compared:
    """One share less another.

    >>> from .wilson import rate
    >>> [round(x, 3) for x in difference(rate(56, 70), rate(48, 80))]
    [0.2, 0.052, 0.334]
    """
    if None in (*one, *two):
        return NOTHING
    p, q = one.value or 0.0, two.value or 0.0
    low1, high1, low2, high2 = one.low or 0.0, one.high or 0.0, two.low or 0.0, two.high or 0.0
    value = p - q
    low = value - sqrt((p - low1) ** 2 + (high2 - q) ** 2)
    high = value + sqrt((high1 - p) ** 2 + (q - low2) ** 2)
    return Compared(value, max(-1.0, low), min(1.0, high))


def ratio(one: Mean, two: Mean) -> Compared:
    """One mean divided by another, both of what cannot be negative.

    >>> [round(x, 3) for x in ratio(Mean(9, 9, 2, 1, 3), Mean(9, 9, 1, 0.8, 1.2))]
    [2.0, 0.968, 3.27]
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
