"""How long games last, where some stopped before their end: the Kaplan–Meier estimate. Pure."""

from collections.abc import Mapping, Sequence
from math import erfc, exp, log, sqrt
from typing import NamedTuple

from django.utils.translation import gettext_noop

from .means import Mean, mean_of
from .people import People, drawn_mean, inflation
from .wilson import FEW, Z_95

KAPLAN_MEIER = gettext_noop(
    "The share of games still going is the Kaplan–Meier estimate (E. L. Kaplan, P. Meier, Journal "
    "of the American Statistical Association 53, 1958, p. 457). Games that were resigned, "
    "abandoned or not finished count as long as they were played (censored). This is right only if "
    "such games would have ended like the others; players resign games that are lost, so their "
    "share may be biased. The interval is Greenwood's, on the scale of log(−log). It is widened by "
    "as much as players as clusters widen the interval of the mean length."
)
LOG_RANK = gettext_noop(
    "Groups are compared by the log-rank test (N. Mantel, Cancer Chemotherapy Reports 50, 1966, p. "
    "163), with Holm's correction for the number of pairs."
)
Counts = Mapping[int, tuple[int, int]]
"""Round or turn → games that stopped in it, and how many of them ended by rule."""


class Point(NamedTuple):
    """The share of games still going after a round or turn, with its 95 % interval (None: no game
    or every game has ended). Of the `at_risk` games that were played so far, `ended` ended by rule
    in it, and `censored` stopped in it for another reason.
    """

    at: int
    at_risk: int
    ended: int
    censored: int
    share: float
    low: float | None
    high: float | None

    @property
    def is_few(self) -> bool:
        """Whether too few games were left to rely on."""
        return self.at_risk < FEW


class Median(NamedTuple):
    """By when half of the games have ended, with its 95 % interval; None where fewer have."""

    value: int | None
    low: int | None
    high: int | None


def mean_length(counts: Counts) -> Mean:
    """Return the mean number of rounds or turns that the games were played."""
    rows = [(at, games) for at, (games, _) in counts.items()]
    n, total = sum(games for _, games in rows), sum(at * games for at, games in rows)
    return mean_of((n, n, n, total, total, sum(at * at * games for at, games in rows)))


def inflation_of(counts: Counts, people: People | None) -> float | None:
    """Return how many times wider the interval of the mean length is with players as clusters;
    None: there are too few players for an interval.
    """
    if people is None:
        return 1.0
    if people.is_few:
        return None
    mean = mean_length(counts)
    return inflation(mean, drawn_mean(mean, people))


def survival(counts: Counts, factor: float | None = 1.0) -> tuple[Point, ...]:
    """Return the curve of some games: a point for each round or turn in which a game stopped. Games
    censored in one count as played to its end. `factor` multiplies the standard error; None: no
    intervals.

    >>> [round(point.share, 3) for point in survival({1: (2, 1), 2: (2, 2), 4: (1, 1)})]
    [0.8, 0.267, 0.0]
    """
    left, share, greenwood, points = sum(n for n, _ in counts.values()), 1.0, 0.0, []
    for at, (stopped, ended) in sorted(counts.items()):
        share *= 1 - ended / left
        if ended < left:
            greenwood += ended / (left * (left - ended))
        bounds = _bounds(share, factor**2 * greenwood) if factor else (None, None)
        points.append(Point(at, left, ended, stopped - ended, share, *bounds))
        left -= stopped
    return tuple(points)


def _bounds(share: float, greenwood: float) -> tuple[float | None, float | None]:
    if not 0 < share < 1:
        return None, None
    factor = exp(Z_95 * sqrt(greenwood) / -log(share))
    return share**factor, share ** (1 / factor)


def median(points: Sequence[Point]) -> Median:
    """Return the median of a curve: where the share, and its bounds, fall to one half."""

    def first(values: Sequence[tuple[int, float | None]]) -> int | None:
        return next((at for at, value in values if value is not None and value <= 0.5), None)

    shares = [(point.at, point.share) for point in points]
    lows = [(p.at, p.share if p.low is None else p.low) for p in points]
    highs = [(p.at, p.share if p.high is None else p.high) for p in points]
    return Median(first(shares), first(lows), first(highs))


def share_after(points: Sequence[Point], at: int) -> float:
    """Return the share of games still going after a round or turn."""
    return next((point.share for point in reversed(points) if point.at <= at), 1.0)


def log_rank(one: Counts, other: Counts) -> float:
    """Return the p-value of the two-sided log-rank test; 1 where nothing can differ.

    >>> round(log_rank({1: (5, 5), 2: (5, 5)}, {2: (5, 5), 3: (5, 5)}), 4)
    0.0018
    """
    difference = variance = 0.0
    left = [sum(n for n, _ in counts.values()) for counts in (one, other)]
    for at in sorted({*one, *other}):
        stopped, ended = zip(one.get(at, (0, 0)), other.get(at, (0, 0)), strict=True)
        n, d = sum(left), sum(ended)
        if n:
            share = left[0] / n
            difference += ended[0] - d * share
            variance += d * share * (1 - share) * (n - d) / (n - 1) if n > 1 else 0.0
        left = [games - gone for games, gone in zip(left, stopped, strict=True)]
    return erfc(abs(difference) / sqrt(variance) / sqrt(2)) if variance else 1.0
