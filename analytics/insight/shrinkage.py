"""Many means shrunk toward their common mean, so that those of few games stand out less. Pure."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from django.utils.translation import gettext_noop

from .means import Mean
from .wilson import Z_95

MIN_GROUPS = 5
"""Of fewer means the spread of the true values is not estimated."""
MAX_STEPS, TOLERANCE = 200, 1e-10
SHRUNK = gettext_noop(
    "Of many groups, the highest mean is high partly by chance. So each mean is also shown shrunk "
    "toward the common mean, the more the wider its interval: the empirical Bayes estimate of "
    "C. N. Morris (Journal of the American Statistical Association 78, 1983, p. 47). Its interval "
    "takes into account that the spread of the true means is estimated. Groups without an interval "
    "are not shrunk."
)


def shrink(means: Sequence[Mean]) -> list[Mean | None]:
    """Return each mean shrunk toward the common mean, with its 95 % interval; None for means
    without an interval, and for all where fewer than `MIN_GROUPS` have one.

    >>> means = [Mean(20, 20, n, n - 1, n + 1) for n in (5, 5.5, 6, 6.5, 9)]
    >>> [round(mean.value, 1) for mean in shrink(means)]
    [5.1, 5.5, 6.0, 6.5, 8.9]
    """
    known = [(m.value, _variance(m)) for m in means if m.value is not None and _variance(m) > 0]
    if len(known) < MIN_GROUPS:
        return [None] * len(means)
    spread, common = _spread_and_mean(known)
    typical = 1 / (sum(1 / (v + spread) for _, v in known) / len(known)) - spread
    prior = _Prior(len(known), common, spread, typical)
    return [_shrunk(mean, prior) for mean in means]


class _Prior(NamedTuple):
    """The common mean of k groups, the variance of the true means around it, and the variance of a
    typical group's error.
    """

    k: int
    common: float
    spread: float
    typical: float


def _variance(mean: Mean) -> float:
    """Return the square of the standard error that an interval amounts to; 0 without one."""
    if mean.low is None or mean.high is None:
        return 0.0
    return ((mean.high - mean.low) / (2 * Z_95)) ** 2


def _spread_and_mean(known: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the variance of the true means, at least 0, and the common mean (Morris, section 5):
    the fixed point of the two.
    """
    spread, common, k = 0.0, 0.0, len(known)
    for _ in range(MAX_STEPS):
        weights = [1 / (variance + spread) for _, variance in known]
        total = sum(weights)
        common = sum(w * value for w, (value, _) in zip(weights, known, strict=True)) / total
        terms = (
            w * (k / (k - 1) * (value - common) ** 2 - variance)
            for w, (value, variance) in zip(weights, known, strict=True)
        )
        following = max(0.0, sum(terms) / total)
        if abs(following - spread) <= TOLERANCE * (1 + spread):
            return following, common
        spread = following
    return spread, common


def _shrunk(mean: Mean, prior: _Prior) -> Mean | None:
    variance = _variance(mean)
    if mean.value is None or not variance:
        return None
    k, common, spread, typical = prior
    pull = (k - 3) / (k - 1) * variance / (variance + spread)
    away = mean.value - common
    doubt = 2 / (k - 3) * pull**2 * (typical + spread) / (variance + spread) * away**2
    half = Z_95 * sqrt(variance * (1 - (k - 1) / k * pull) + doubt)
    value = mean.value - pull * away
    return mean._replace(value=value, low=value - half, high=value + half)
