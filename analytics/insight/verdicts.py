"""Verdicts: how sure a conclusion is, in one word. Of balance: ahead, behind, even, cannot tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

from .comparing import LEVEL, holm
from .exact import binomial_mid_p, needs_exact, widened
from .wilson import Z_95, Rate

CLEAR, LIKELY, OPEN = "clear", "likely", "open"
AHEAD, BEHIND, EVEN, CANNOT_TELL = "ahead", "behind", "even", "cannot-tell"
MARGIN = 0.1
"""A side is even if its interval is within this part of its fair share."""
VERDICTS = gettext_noop(
    "Clear: the interval excludes the reference, also after Holm's correction for the number of "
    "comparisons. Likely: only without the correction. Open: neither."
)
BALANCE_VERDICTS = gettext_noop(
    "Ahead or behind: the interval excludes the fair share, and the p-value after Holm's "
    "correction is at most 5 %. Even: the interval is within a tenth of the fair share. Otherwise "
    "we cannot tell."
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict: its key, the interval as text (empty: none), and how many comparisons it was
    corrected for.
    """

    key: str
    interval: str = ""
    comparisons: int = 1

    @property
    def word(self) -> str:
        """The verdict in one word."""
        words = {
            CLEAR: pgettext("verdict", "Clear"),
            LIKELY: pgettext("verdict", "Likely"),
            OPEN: pgettext("verdict", "Open"),
            AHEAD: pgettext("verdict", "Ahead"),
            BEHIND: pgettext("verdict", "Behind"),
            EVEN: pgettext("verdict", "Even"),
            CANNOT_TELL: pgettext("verdict", "Cannot tell"),
        }
        return words[self.key]

    @property
    def text(self) -> str:
        """The verdict with its interval."""
        return f"{self.word}: {self.interval}" if self.interval else self.word

    @property
    def correction(self) -> str:
        """A remark about the comparisons; empty for a single one."""
        if self.comparisons < 2:
            return ""
        return ngettext(
            "after correction for {n} comparison",
            "after correction for {n} comparisons",
            self.comparisons,
        ).format(n=self.comparisons)


class Comparison(NamedTuple):
    """A comparison with a reference: whether the interval excludes it, and the p-value."""

    is_excluded: bool
    p: float


def compare_share(rate: Rate, reference: float, inflation: float = 1.0) -> Comparison:
    """Return the two-sided score test of a share against a reference, with few games the exact
    one. `inflation` multiplies the standard error.

    >>> compare_share(Rate(60, 100, 0.6, 0.502, 0.691), 0.5).is_excluded
    True
    """
    if rate.value is None or rate.low is None or rate.high is None or not 0 < reference < 1:
        return Comparison(is_excluded=False, p=1.0)
    if needs_exact(rate.n, rate.n * reference, rate.n * (1 - reference)):
        p = widened(binomial_mid_p(rate.weighted_k, rate.n, reference), inflation)
    else:
        error = inflation * sqrt(reference * (1 - reference) / rate.n)
        p = erfc(abs(rate.value - reference) / error / sqrt(2))
    is_excluded = not rate.low <= reference <= rate.high
    return Comparison(is_excluded and (inflation == 1 or p <= LEVEL), p)


def compare_interval(value: float, low: float, high: float, reference: float = 0.0) -> Comparison:
    """Return the test that a 95 % interval amounts to, if its arm toward the reference is that of a
    normal distribution.
    """
    arm = value - low if value > reference else high - value
    p = erfc(abs(value - reference) * Z_95 / arm / sqrt(2)) if arm > 0 else 1.0
    return Comparison(not low <= reference <= high, p)


def sureness(tests: Sequence[Comparison], number: int = 0, comparisons: int = 0) -> str:
    """Return how sure one of some tests is, after correction for all of them, or for more
    `comparisons`.
    """
    test = tests[number]
    corrected = holm({str(n): each.p for n, each in enumerate(tests)})[str(number)]
    if comparisons > len(tests):
        corrected = max(corrected, min(1.0, test.p * comparisons))
    if test.is_excluded and corrected <= LEVEL:
        return CLEAR
    return LIKELY if test.is_excluded else OPEN


def balance_of(low: float, high: float, fair: float, corrected: float) -> str:
    """Return the verdict on a side's interval and its corrected p-value.

    >>> balance_of(0.46, 0.54, 0.5, 1.0), balance_of(0.55, 0.7, 0.5, 0.01)
    ('even', 'ahead')
    """
    if corrected <= LEVEL and low > fair:
        return AHEAD
    if corrected <= LEVEL and high < fair:
        return BEHIND
    is_even = low >= (1 - MARGIN) * fair and high <= (1 + MARGIN) * fair
    return EVEN if is_even else CANNOT_TELL


def few_games() -> str:
    """Return the text shown instead of an interval that is based on few games."""
    return gettext("few games")


def few_players() -> str:
    """Return the text shown instead of an interval that is based on few players."""
    return gettext("few players")
