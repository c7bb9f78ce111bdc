"""Parts of the same games, each compared with the rest of them. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from .comparing import LEVEL, benjamini_hochberg
from .conclusions import Item, compared_items
from .differences import Compared
from .exact import MIN_GAMES
from .means import Mean
from .wilson import Rate


class Contrast(NamedTuple):
    """A part minus the rest, and its q-value among all parts (Benjamini–Hochberg); None where a
    part or its rest is too small to be tested.
    """

    compared: Compared
    q: float | None

    @property
    def is_marked(self) -> bool:
        """Whether at most 5 % of such marks are expected to be false."""
        return self.q is not None and self.q <= LEVEL

    @property
    def is_higher(self) -> bool:
        """Whether the part has the higher value."""
        return (self.compared.value or 0.0) > 0


UNTESTED = Contrast(Compared(None, None, None), None)


def contrasts(parts: Sequence[tuple[Item, Item]], *, is_one_number: bool = True) -> list[Contrast]:
    """Return the comparison of each part with its rest: pairs of (part, rest). Intervals of the
    rest are those of games, so they are widened: as much as the widest of a part, or as the own
    part's if the parts are of different numbers.
    """
    widest = max((part.inflation for part, _ in parts), default=1.0)
    tested, compared = {}, []
    for number, (part, rest) in enumerate(parts):
        if min(_games(part), _games(rest)) < MIN_GAMES:
            compared.append(UNTESTED.compared)
            continue
        factor = widest if is_one_number else part.inflation
        difference, comparison = compared_items(widened(rest, factor), part)
        compared.append(difference)
        if difference.low is not None:
            tested[str(number)] = comparison.p
    q_values = benjamini_hochberg(tested)
    return [Contrast(each, q_values.get(str(number))) for number, each in enumerate(compared)]


def _games(item: Item) -> int:
    estimate = item.estimate
    return estimate.games if isinstance(estimate, Mean) else estimate.n


def widened(item: Item, factor: float) -> Item:
    """Return a number with an interval that is a factor wider."""
    estimate = item.estimate
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None:
        return item
    low, high = value - factor * (value - low), value + factor * (high - value)
    if isinstance(estimate, Rate):
        low, high = max(0.0, low), min(1.0, high)
    return replace(item, estimate=estimate._replace(low=low, high=high), inflation=factor)
