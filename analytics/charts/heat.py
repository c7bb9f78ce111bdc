"""The scale of heatmaps: the square root, so that one hot space does not fade all others."""

from math import ceil, sqrt

from django.utils.translation import gettext_noop

SCALE_WORDS = gettext_noop(
    "Colour grows with the square root of the count, from none to the most on this board."
)


def heat(times: int, most: int) -> float:
    """A count as heat, 0 for none to 1 for the most.

    >>> heat(25, 100), heat(0, 0)
    (0.5, 0.0)
    """
    return sqrt(times / most) if most else 0.0


def ticks(most: int) -> list[int]:
    """Round counts to label the scale with, from 0 to the most.

    >>> ticks(100), ticks(3), ticks(0)
    ([0, 7, 25, 57, 100], [0, 1, 2, 3], [0])
    """
    return sorted({0, most, *(ceil(most * (step / 4) ** 2) for step in range(1, 4))})
