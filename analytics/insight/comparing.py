"""Many comparisons at once: what to think of the extremes, and what stands apart after Holm's
correction.
"""

from collections.abc import Mapping, Sequence
from math import erfc, sqrt
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.core.language import format_number

from .wilson import Rate

LEVEL = 0.05
FROM = 3
"""From so many numbers side by side on, their number is said."""


class Apart(NamedTuple):
    """A group that differs from all the others together, with the p-value that Holm's correction
    makes of it.
    """

    key: str
    p: float


def p_value(one: Rate, k: int, n: int) -> float:
    """How likely two shares would differ at least so much if they were the same: the two-sided
    z-test with the pooled share, of `one` against k of n. 1 where nothing can differ.

    >>> round(p_value(Rate(9, 10, 0.9, 0, 1), 1, 10), 4)
    0.0003
    """
    pooled = (one.k + k) / (one.n + n) if one.n + n else 0.0
    if not one.n or not n or not 0 < pooled < 1:
        return 1.0
    error = sqrt(pooled * (1 - pooled) * (1 / one.n + 1 / n))
    return erfc(abs(one.k / one.n - k / n) / error / sqrt(2))


def holm(values: Mapping[str, float]) -> dict[str, float]:
    """P-values after Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979, p.
    65): at a level of 5 %, the chance to call any group apart that is not is at most 5 %.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    corrected, highest, left = dict[str, float](), 0.0, len(values)
    for key, p in sorted(values.items(), key=lambda pair: pair[1]):
        highest = max(highest, min(1.0, left * p))
        corrected[key] = highest
        left -= 1
    return corrected


def apart(rates: Mapping[str, Rate]) -> list[Apart]:
    """The groups that differ from all the others together, each trial being in one group only."""
    k, n = sum(rate.k for rate in rates.values()), sum(rate.n for rate in rates.values())
    p_values = {key: p_value(rate, k - rate.k, n - rate.n) for key, rate in rates.items()}
    return [Apart(key, p) for key, p in holm(p_values).items() if p < LEVEL]


def many_words(count: int) -> str:
    """What to think of so many 95 % intervals side by side; empty where they are few."""
    if count < FROM:
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


def apart_words(found: Sequence[Apart], labels: Mapping[str, str], count: int) -> str:
    """Which groups stand apart, in a sentence."""
    if count < FROM:
        return ""
    if not found:
        return gettext(
            "No group differs from the others at the 5 % level (z-tests of each group against the "
            "others, Holm's correction for {count} comparisons)."
        ).format(count=count)
    names = ", ".join(f"{labels[one.key]} (p {_p(one.p)})" for one in found)
    return ngettext(
        "This group differs from the others at the 5 % level (z-tests of each group against the "
        "others, Holm's correction for {count} comparisons): {names}.",
        "These groups differ from the others at the 5 % level (z-tests of each group against the "
        "others, Holm's correction for {count} comparisons): {names}.",
        len(found),
    ).format(count=count, names=names)


def _p(p: float) -> str:
    return f"< {format_number(0.001, 'g')}" if p < 0.001 else f"= {format_number(p, '.3f')}"
