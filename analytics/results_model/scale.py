"""The scale of ratings (spec 4.1, 4.3): that of Elo, without imports that take time."""

from math import log

POINTS = 400 / log(10)
"""Rating points per logit."""
CENTRE = 1500
"""The rating of the average player of the largest component."""


def win_chance(difference: float) -> float:
    """Return the chance that a player beats one whose rating is lower by a difference in rating
    points, between equal seats.

    >>> round(win_chance(200), 3)
    0.76
    """
    return 1 / (1 + 10 ** (-difference / 400))
