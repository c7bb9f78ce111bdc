"""The leaves of sums as named values.

Stored sums keep a leaf as the list of its whole numbers, in the order of the fields. The first of
them is a count and never negative.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

MILLION = 1_000_000
"""Chances are summed as whole millionths."""


class RateSum(NamedTuple):
    """`k` of `n` trials succeeded; `aside` of those are also counted apart."""

    n: int = 0
    k: int = 0
    aside: int = 0


class Moments(NamedTuple):
    """Sums over games, where a game has n observations that add up to `total`."""

    games: int = 0
    n: int = 0
    n_squared: int = 0
    total: int = 0
    n_total: int = 0
    total_squared: int = 0

    @classmethod
    def of_game(cls, values: Sequence[int]) -> "Moments":
        """Return the moments of one game's observations.

        >>> list(Moments.of_game([3, 5]))
        [1, 2, 4, 8, 16, 64]
        """
        return cls(*moments_of_game(values))


def moments_of_game(values: Sequence[int]) -> list[int]:
    """Return the leaf of `Moments.of_game`, without creating the value."""
    n, total = len(values), sum(values)
    return [1, n, n * n, total, n * total, total * total]


class OddsSum(NamedTuple):
    """`seen` of `n` trials happened; `expected` and `variance` are in millionths."""

    games: int = 0
    n: int = 0
    seen: int = 0
    expected: int = 0
    variance: int = 0


def add_trial(leaf: list[int], chance: float, *, happened: bool) -> None:
    """Add a trial of the same games to a leaf, an `OddsSum` as a list."""
    leaf[1] += 1
    leaf[2] += happened
    expected, variance = _millionths(chance)
    leaf[3] += expected
    leaf[4] += variance


@lru_cache(maxsize=1024)
def _millionths(chance: float) -> tuple[int, int]:
    """Return the expected value and the variance of a trial; a game repeats its chances."""
    return round(MILLION * chance), round(MILLION * chance * (1 - chance))


class SurvivalSum(NamedTuple):
    """How many games stopped in a round or turn, and how many of them ended there by rule."""

    games: int = 0
    ended: int = 0


class SpaceSum(NamedTuple):
    """How often something happened on a space, and in how many games."""

    times: int = 0
    games: int = 0
    times_squared: int = 0
    times_observations: int = 0


class BoardSum(NamedTuple):
    """The games with an observation on the board, and their observations."""

    games: int = 0
    observations: int = 0
    observations_squared: int = 0


class RouteSum(NamedTuple):
    """How many routes passed a node, and how many of them reached each end."""

    n: int
    ends: tuple[int, ...]

    @classmethod
    def of_leaf(cls, leaf: Sequence[int]) -> "RouteSum":
        """Return the sum that a leaf holds."""
        return cls(leaf[0], tuple(leaf[1:]))

    @property
    def leaf(self) -> list[int]:
        """The sum as it is stored."""
        return [self.n, *self.ends]

    @staticmethod
    def position(end: int) -> int:
        """Return the position in a leaf of an end's number."""
        return 1 + end
