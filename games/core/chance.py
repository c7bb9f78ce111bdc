"""Chance as a parameter: `games` has no random source, so that everything can be reproduced from a
seed.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """A source of chance, such as `random.Random`."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""


class NoChance:
    """Gives 0 each time: for values that do not depend on chance."""

    def random(self) -> float:
        """Return 0."""
        return 0.0


def pick(items: Sequence[T], chance: Chance) -> T:
    """Return one of the items with equal chances. Raises IndexError if there is none."""
    return items[int(chance.random() * len(items))]


def pick_weighted(items: Sequence[T], weights: Sequence[float], chance: Chance) -> T:
    """Return one of the items, by weight; weights are 0 or more, and not all 0."""
    left = chance.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]
