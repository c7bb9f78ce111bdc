"""The twelve goal cards (rules page, section 7): the points of each at the end of a Season.

A mat is five heights in the order of the elements, with 0 for an empty stack.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.core.language import gettext_noop as _
from games.gorinto.rules.elements import Counts

ELEMENT_POINTS = 3
MEDIAN_TIMES, SPREAD_TIMES, LOWEST_TIMES, SHORTEST_TIMES = 3, 2, 7, 2

Mats = tuple[Counts, ...]


class Goal(NamedTuple):
    """A goal card: its conflict letter (may be empty), its text in English, and the function that
    returns its points for a mat among the mats of all players.
    """

    letter: str
    summary: str
    points: Callable[[Counts, Mats], int]


def _shared_heights(own: Counts, _every: Mats) -> int:
    return sum([height for height in own if own.count(height) > 1])


def _unshared_heights(own: Counts, _every: Mats) -> int:
    return sum([height for height in own if own.count(height) == 1])


def _odd(own: Counts, _every: Mats) -> int:
    return sum([height for height in own if height % 2])


def _even(own: Counts, _every: Mats) -> int:
    return sum([height for height in own if height % 2 == 0])


def _tallest_of_all(own: Counts, every: Mats) -> int:
    points = 0
    for element, height in enumerate(own):
        if height and height == max([other[element] for other in every]):
            points += ELEMENT_POINTS
    return points


def _shortest_of_all(own: Counts, every: Mats) -> int:
    points = 0
    for element, height in enumerate(own):
        if height and height == min([other[element] for other in every if other[element]]):
            points += ELEMENT_POINTS
    return points


def _off_median(own: Counts, _every: Mats) -> int:
    median = sorted(own)[2]
    return sum([height for height in own if height != median])


def _median(own: Counts, _every: Mats) -> int:
    return MEDIAN_TIMES * sorted(own)[2]


def _tallest_and_shortest(own: Counts, _every: Mats) -> int:
    low, high = min(own), max(own)
    return sum([height for height in own if height in (low, high)])  # each stack once (7.1)


def _tallest_and_twice_shortest(own: Counts, _every: Mats) -> int:
    heights = [height for height in own if height]
    return max(heights) + SHORTEST_TIMES * min(heights) if heights else 0


def _spread(own: Counts, _every: Mats) -> int:
    return SPREAD_TIMES * (max(own) - min(own))


def _lowest(own: Counts, _every: Mats) -> int:
    return LOWEST_TIMES * min(own)


GOALS: dict[str, Goal] = {
    "g1": Goal("A", _("tiles in stacks as high as another of your stacks"), _shared_heights),
    "g2": Goal("A", _("tiles in stacks of a height you have only once"), _unshared_heights),
    "g3": Goal("B", _("tiles in stacks of odd height"), _odd),
    "g4": Goal("B", _("tiles in stacks of even height"), _even),
    "g5": Goal("C", _("3 for each element where no stack is taller than yours"), _tallest_of_all),
    "g6": Goal("C", _("3 for each element where no stack is shorter than yours"), _shortest_of_all),
    "g7": Goal("D", _("tiles in stacks not as high as your middle stack"), _off_median),
    "g8": Goal("D", _("3 times the height of your middle stack"), _median),
    "g9": Goal("", _("tiles in your tallest and shortest stacks"), _tallest_and_shortest),
    "g10": Goal(
        "",
        _("your tallest stack, plus twice your shortest stack of at least 1"),
        _tallest_and_twice_shortest,
    ),
    "g11": Goal("", _("2 times the difference of your tallest and shortest stacks"), _spread),
    "g12": Goal("", _("7 times your shortest stack"), _lowest),
}
"""The cards by id. The cards themselves are not numbered."""
COMPARING_LETTER = "C"
"""The letter of the cards that compare players. Solo does not use them (11.1)."""
