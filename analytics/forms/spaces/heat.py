"""The scale of heatmaps: the square root, so that one frequent space does not fade the others."""

from math import ceil, log, sqrt

from analytics.insight.rounding import percent, signed_percent, times_words

from .views import LIFT, TIMES, BoardView


def heat(times: int, most: int) -> float:
    """Return a count as heat, 0 for none to 1 for the most.

    >>> heat(25, 100), heat(0, 0)
    (0.5, 0.0)
    """
    return sqrt(times / most) if most else 0.0


def warmth(view: BoardView, value: float | None) -> float:
    """Return a value as heat: 0 for neutral, 1 for the most, below 0 for less than neutral. Ratios
    use their logarithm, so that twice and half are symmetric.
    """
    if value is None:
        return 0.0
    if view.show == TIMES:
        return heat(int(value), int(view.most))
    if view.show == LIFT:
        return max(-1.0, min(1.0, log(max(value, 1e-9)) / log(view.most)))
    return max(-1.0, min(1.0, value / view.most)) if view.most else 0.0


def marks(view: BoardView) -> list[tuple[float, str]]:
    """Return values to label the scale with, and their labels."""
    most = view.most
    if view.show == TIMES:
        return [(mark, str(mark)) for mark in ticks(int(most))]
    if view.show == LIFT:
        return [(v, times_words(v)) for v in (1 / most, most**-0.5, 1.0, most**0.5, most)]
    if view.middle is None:
        return [(most * n / 4, percent(most * n / 4)) for n in range(5)]
    return [(most * n / 2, signed_percent(most * n / 2)) for n in range(-2, 3)]


def ticks(most: int) -> list[int]:
    """Return round counts to label the scale with, from 0 to the most.

    >>> ticks(100), ticks(3), ticks(0)
    ([0, 7, 25, 57, 100], [0, 1, 2, 3], [0])
    """
    return sorted({0, most, *(ceil(most * (step / 4) ** 2) for step in range(1, 4))})
