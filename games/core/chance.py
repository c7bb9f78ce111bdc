"""Chance from outside: the pure part has no source of its own, so that everything can be made
again from a seed.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """What a bot or a playout needs of a source of chance; `random.Random` fits."""

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""


def pick(items: Sequence[T], chance: Chance) -> T:
    """One of the items, each as likely as the others. Raises IndexError where there is none."""
    return items[int(chance.random() * len(items))]


def pick_weighted(items: Sequence[T], weights: Sequence[float], chance: Chance) -> T:
    """One of the items, as likely as its weight says; weights are 0 or more, and not all 0."""
    left = chance.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]
