"""Exact comparisons of shares with few games, and which comparisons are exact. Pure."""

from math import exp, fsum, lgamma, log
from statistics import NormalDist

from .wilson import FEW

MIN_GAMES = 5
"""Groups below this are not compared at all."""
MIN_EXPECTED = 5
"""Below this expected count, or below `FEW` games, a comparison is exact."""


def fisher_mid_p(k: int, n: int, other_k: int, other_n: int) -> float:
    """Return the two-sided mid-p-value of Fisher's exact test of k of n against `other_k` of
    `other_n`: the chance of less probable tables with the same margins, and half of that of equally
    probable ones (H. O. Lancaster, Journal of the American Statistical Association 56, 1961,
    p. 223).

    >>> round(fisher_mid_p(3, 4, 1, 4), 4)
    0.2571
    """
    won, games = k + other_k, n + other_n
    first, last = max(0, won - other_n), min(won, n)
    logs = [
        _log_choose(n, x) + _log_choose(other_n, won - x) - _log_choose(games, won)
        for x in range(first, last + 1)
    ]
    return _mid_p(logs, logs[k - first])


def binomial_mid_p(k: int, n: int, share: float) -> float:
    """Return the two-sided mid-p-value of k of n against a given share, likewise.

    >>> round(binomial_mid_p(5, 5, 0.5), 5)
    0.03125
    """
    logs = [_log_choose(n, x) + x * log(share) + (n - x) * log(1 - share) for x in range(n + 1)]
    return _mid_p(logs, logs[k])


def _mid_p(logs: list[float], seen: float) -> float:
    """Return the sum of the chances below one, and half of those equal to it, from logarithms."""
    tie = 1e-9  # cases of the same probability differ by rounding only
    less = fsum(exp(log) for log in logs if log < seen - tie)
    equal = fsum(exp(log) for log in logs if abs(log - seen) <= tie)
    return min(1.0, less + equal / 2)


def needs_exact(smallest: int, *expected: float) -> bool:
    """Return whether a comparison is exact: a group has few games, or an expected count is low."""
    return smallest < FEW or min(expected) < MIN_EXPECTED


def widened(p: float, inflation: float) -> float:
    """Return a p-value after its standard error is multiplied."""
    if inflation == 1 or not 0 < p < 1:
        return p
    z = NormalDist().inv_cdf(p / 2) / inflation
    return 2 * NormalDist().cdf(z)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
