"""Many comparisons at once: how many intervals miss by chance, and which groups differ from the
others after Holm's correction.
"""

from collections.abc import Mapping
from math import erfc, sqrt

from django.utils.translation import gettext, ngettext

from games.core.language import format_number

from .exact import MIN_GAMES, fisher_mid_p, needs_exact, widened
from .wilson import Rate

LEVEL = 0.05
MIN_COMPARISONS = 3
"""Fewer numbers next to each other need no remark."""


def p_value(rate: Rate, k: int, n: int, inflation: float = 1.0) -> float:
    """Return the p-value of the two-sided comparison of a rate with k of n: a z-test with the
    pooled share, with few games Fisher's exact test. 1 where nothing can differ, and for groups too
    small to be tested. `inflation` multiplies the standard error.

    >>> round(p_value(Rate(9, 10, 0.9, 0, 1), 1, 10), 4)
    0.0003
    """
    own_k = rate.weighted_k
    pooled = (own_k + k) / (rate.n + n) if rate.n + n else 0.0
    smallest = min(rate.n, n)
    if smallest < MIN_GAMES or not 0 < pooled < 1:
        return 1.0
    if needs_exact(smallest, smallest * pooled, smallest * (1 - pooled)):
        return widened(fisher_mid_p(own_k, rate.n, k, n), inflation)
    error = inflation * sqrt(pooled * (1 - pooled) * (1 / rate.n + 1 / n))
    return erfc(abs(own_k / rate.n - k / n) / error / sqrt(2))


def holm(values: Mapping[str, float]) -> dict[str, float]:
    """Return p-values after Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979,
    p. 65): at a level of 5 %, the chance of any false positive is at most 5 %.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    corrected, highest, left = dict[str, float](), 0.0, len(values)
    for key, p in sorted(values.items(), key=lambda pair: pair[1]):
        highest = max(highest, min(1.0, left * p))
        corrected[key] = highest
        left -= 1
    return corrected


def benjamini_hochberg(values: Mapping[str, float]) -> dict[str, float]:
    """Return q-values (Y. Benjamini, Y. Hochberg, Journal of the Royal Statistical Society B 57,
    1995, p. 289), smallest first: of those at most q, a share of at most q is expected to be false.

    >>> benjamini_hochberg({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.04, 'b': 0.04}
    """
    ranked = sorted(values.items(), key=lambda pair: pair[1])
    q_values, lowest = dict[str, float](), 1.0
    for rank in range(len(ranked), 0, -1):
        key, p = ranked[rank - 1]
        lowest = min(lowest, p * len(ranked) / rank)
        q_values[key] = lowest
    return dict(reversed(q_values.items()))


def outliers(rates: Mapping[str, Rate]) -> dict[str, float]:
    """Return the groups that differ from all the others together, each trial being in one group
    only, with their corrected p-values.
    """
    k, n = sum(rate.k for rate in rates.values()), sum(rate.n for rate in rates.values())
    p_values = {
        key: p_value(rate, k - rate.k, n - rate.n)
        for key, rate in rates.items()
        if rate.n >= MIN_GAMES
    }
    return {key: p for key, p in holm(p_values).items() if p < LEVEL}


def comparison_text(count: int) -> str:
    """Return a remark about this number of 95 % intervals next to each other; empty for few."""
    if count < MIN_COMPARISONS:
        return ""
    missed = f"{count * LEVEL:.1f}".removesuffix(".0")
    return ngettext(
        "{count} numbers are compared here. On average {missed} of their 95 % intervals misses "
        "the true value by chance. To be 95 % sure of all of them at once, each would need a "
        "{each} % interval (Bonferroni).",
        "{count} numbers are compared here. On average {missed} of their 95 % intervals miss the "
        "true value by chance. To be 95 % sure of all of them at once, each would need a {each} % "
        "interval (Bonferroni).",
        1 if missed == "1" else 2,
    ).format(
        count=count,
        missed=format_number(float(missed), "g"),
        each=format_number(100 * (1 - LEVEL / count), ".2f"),
    )


def outliers_text(rates: Mapping[str, Rate], labels: Mapping[str, str]) -> str:
    """Return which groups differ from the others, as a sentence; empty for few groups."""
    found, count = outliers(rates), sum(rate.n >= MIN_GAMES for rate in rates.values())
    if count < MIN_COMPARISONS:
        return ""
    if not found:
        return gettext(
            "No group differs from the others at the 5 % level after Holm's correction for "
            "{count} comparisons. The chance of any false positive is at most 5 %. Groups with "
            "fewer than 10 games use an exact test; groups with fewer than 5 are not tested."
        ).format(count=count)
    names = ", ".join(f"{labels[key]} (p {_p(p)})" for key, p in found.items())
    return ngettext(
        "This group differs from the others at the 5 % level after Holm's correction for {count} "
        "comparisons: {names}. The chance of any false positive is at most 5 %. Groups with fewer "
        "than 10 games use an exact test; groups with fewer than 5 are not tested.",
        "These groups differ from the others at the 5 % level after Holm's correction for {count} "
        "comparisons: {names}. The chance of any false positive is at most 5 %. Groups with fewer "
        "than 10 games use an exact test; groups with fewer than 5 are not tested.",
        len(found),
    ).format(count=count, names=names)


def _p(p: float) -> str:
    return f"< {format_number(0.001, 'g')}" if p < 0.001 else f"= {format_number(p, '.3f')}"
