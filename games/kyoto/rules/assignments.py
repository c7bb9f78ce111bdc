"""Sets of assignments as bit sets (rules page, section 11): what is publicly possible of a side.

Bit n of a set is `ALL_ASSIGNMENTS[n]`. So a constraint is one `&`, and "is anything left" is a
comparison with 0: judging a game restricts these sets at most steps.
"""

from functools import cache, lru_cache
from itertools import permutations

from games.kyoto.rules.components import IDENTITIES, REAL, attacker_wins

Assignment = tuple[str, ...]
"""An identity for each agent of a side, in the order of the agents' numbers (11.2)."""
ALL_ASSIGNMENTS: tuple[Assignment, ...] = tuple(permutations(IDENTITIES))
ALL = (1 << len(ALL_ASSIGNMENTS)) - 1
_NUMBERS = range(len(IDENTITIES))


def _with_identity(number: int, identity: str) -> int:
    return sum(1 << n for n, given in enumerate(ALL_ASSIGNMENTS) if given[number] == identity)


HAS: tuple[dict[str, int], ...] = tuple(
    [{name: _with_identity(number, name) for name in IDENTITIES} for number in _NUMBERS]
)
"""For each agent's number and each identity: the assignments in which it has that identity."""
IS_REAL = tuple([sum(has[name] for name in REAL) for has in HAS])
"""For each agent's number: the assignments in which it is real."""


@cache
def attack_result(number: int, defender: str, won: bool) -> int:
    """Return the assignments in which the power of agent `number` fits the result of its attack on
    an identity (6.3).
    """
    has = HAS[number]
    return sum(has[name] for name in IDENTITIES if attacker_wins(name, defender) is won)


def all_fake(numbers: tuple[int, ...]) -> int:
    """Return the assignments in which all these agents are fake: a declared *no* (7.3)."""
    possible = ALL
    for number in numbers:
        possible &= ~IS_REAL[number]
    return possible


@cache
def _moves(first: int, second: int) -> tuple[tuple[int, int, int], ...]:
    """Return how two agents' exchange moves the bits of a set: sets of bits that move by the same
    distance, as (set, places to the left, places to the right).
    """
    position = {assignment: n for n, assignment in enumerate(ALL_ASSIGNMENTS)}
    distances: dict[int, int] = {}
    for n, assignment in enumerate(ALL_ASSIGNMENTS):
        identities = list(assignment)
        identities[first], identities[second] = identities[second], identities[first]
        distance = position[tuple(identities)] - n
        distances[distance] = distances.get(distance, 0) | 1 << n
    return tuple([(bits, max(by, 0), max(-by, 0)) for by, bits in distances.items()])


def after_swap(possible: int, first: int, second: int) -> int:
    """Return the set with each assignment, and each with the two agents exchanged (11.2)."""
    if possible == ALL:
        return ALL
    swapped = possible
    for bits, left, right in _moves(first, second):
        swapped |= (possible & bits) << left >> right
    return swapped


@lru_cache(maxsize=256)
def listed(possible: int) -> frozenset[Assignment]:
    """Return the assignments of a set."""
    if possible == ALL:
        return frozenset(ALL_ASSIGNMENTS)
    chosen = (a for n, a in enumerate(ALL_ASSIGNMENTS) if possible >> n & 1)
    return frozenset(chosen)
