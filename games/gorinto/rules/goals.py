"""The twelve goal cards (rules page, section 7): what each pays at the end of a Season.

A mat is five heights in the order of the elements, empty stacks as 0.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.core.language import gettext_noop
from games.gorinto.rules.elements import Counts

ELEMENT_POINTS = 3
MEDIAN_TIMES, SPREAD_TIMES, LOWEST_TIMES, SHORTEST_TIMES = 3, 2, 7, 2


Mats = tuple[Counts, ...]


class Goal(NamedTuple):
    """A goal card: its conflict letter (empty where it has none), what it says, in the source
    language, and what it pays for a mat among the mats of all players.
    """

    letter: str
    words: str
    pays: Callable[[Counts, Mats], int]


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
    "g1": Goal(
        "A", gettext_noop("your stacks of a height that another of yours has"), _shared_heights
    ),
    "g2": Goal(
        "A", gettext_noop("your stacks of a height that no other of yours has"), _unshared_heights
    ),
    "g3": Goal("B", gettext_noop("your stacks of odd height"), _odd),
    "g4": Goal("B", gettext_noop("your stacks of even height"), _even),
    "g5": Goal("C", gettext_noop("3 for each element of which nobody has more"), _tallest_of_all),
    "g6": Goal(
        "C",
        gettext_noop("3 for each element of which nobody who has any has less"),
        _shortest_of_all,
    ),
    "g7": Goal(
        "D", gettext_noop("your stacks that are not as high as your middle one"), _off_median
    ),
    "g8": Goal("D", gettext_noop("3 times your middle height"), _median),
    "g9": Goal("", gettext_noop("your tallest and your shortest stacks"), _tallest_and_shortest),
    "g10": Goal(
        "",
        gettext_noop("your tallest stack, and twice your shortest of at least 1"),
        _tallest_and_twice_shortest,
    ),
    "g11": Goal("", gettext_noop("2 times your tallest less your shortest"), _spread),
    "g12": Goal("", gettext_noop("7 times your shortest"), _lowest),
}
"""The cards by their ids; they have no numbers themselves."""
COMPARING = "C"
"""The letter of the cards that compare players: not in solo (11.1)."""


def points(goal: str, own: Counts, every: Mats) -> int:
    """What a card pays.

    >>> points("g1", (3, 0, 3, 1, 1), ())
    8
    """
    return GOALS[goal].pays(own, every)
