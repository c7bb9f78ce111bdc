"""Plackett–Luce with ties as a sum of log-sum-exp terms (spec 1.3, 1.4).

The log likelihood of a strict order is the sum over ranks of eta[i] − log sum exp(eta of those not
yet placed). For ties it is the mean over all compatible strict orders. Before its r-th last member
is placed, the members of a tie that are left are a random subset of r, so the mean is a sum over
subsets, each with weight 1 / C(m, r): exact, without listing orders.
"""

from functools import cache
from itertools import combinations
from math import comb

Term = tuple[float, tuple[int, ...]]
"""A weight, and the positions of two or more sides whose log-sum-exp is subtracted."""


@cache
def terms_of(ranks: tuple[int, ...]) -> tuple[tuple[float, ...], tuple[Term, ...]]:
    """Return the coefficient of each side's eta and the terms of a game, by the ranks of its sides
    (0 is best, equal is a tie).
    """
    linear = [1.0] * len(ranks)
    terms: list[Term] = []
    for rank in sorted(set(ranks)):
        tied = [side for side, value in enumerate(ranks) if value == rank]
        later = [side for side, value in enumerate(ranks) if value > rank]
        for left in range(len(tied), 0, -1):
            weight = 1 / comb(len(tied), left)
            for subset in combinations(tied, left):
                sides = tuple(sorted((*subset, *later)))
                if len(sides) == 1:
                    linear[sides[0]] -= weight
                else:
                    terms.append((weight, sides))
    return tuple(linear), tuple(terms)


@cache
def ranks_of(places: tuple[float, ...]) -> tuple[int, ...]:
    """Return the dense ranks of places: 0 for the lowest number."""
    order = {place: rank for rank, place in enumerate(sorted(set(places)))}
    return tuple(order[place] for place in places)
