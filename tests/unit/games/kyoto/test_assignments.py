"""Sets of assignments as bit sets, compared with sets of tuples."""

import random
from itertools import permutations

import pytest

from games.kyoto.rules import assignments
from games.kyoto.rules.assignments import ALL, ALL_ASSIGNMENTS, HAS, IS_REAL, Assignment, listed
from games.kyoto.rules.components import IDENTITIES, REAL, attacker_wins

RANDOM = random.Random("assignments")
SETS = [0, 1, ALL, *(RANDOM.getrandbits(720) for _ in range(3)), *(HAS[2].values())]


def exchanged(assignment: Assignment, first: int, second: int) -> Assignment:
    identities = list(assignment)
    identities[first], identities[second] = identities[second], identities[first]
    return tuple(identities)


def test_all_assignments_are_listed_once() -> None:
    assert listed(ALL) == set(permutations(IDENTITIES))
    assert len(ALL_ASSIGNMENTS) == ALL.bit_count() == 720
    assert listed(0) == frozenset()


@pytest.mark.parametrize("number", range(6))
def test_constraints_select_the_assignments_that_fit(number: int) -> None:
    for identity in IDENTITIES:
        assert listed(HAS[number][identity]) == {
            a for a in ALL_ASSIGNMENTS if a[number] == identity
        }
        for won in (True, False):
            fits = assignments.attack_result(number, identity, won)
            assert listed(fits) == {
                a for a in ALL_ASSIGNMENTS if attacker_wins(a[number], identity) is won
            }
    assert listed(IS_REAL[number]) == {a for a in ALL_ASSIGNMENTS if a[number] in REAL}


def test_all_fake_agents() -> None:
    fits = {a for a in ALL_ASSIGNMENTS if a[0] not in REAL and a[4] not in REAL}
    assert listed(assignments.all_fake((0, 4))) == fits
    assert assignments.all_fake(()) == ALL


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("second", range(6))
def test_a_swap_adds_each_exchanged_assignment(first: int, second: int) -> None:
    for possible in SETS:
        before = listed(possible)
        expected = before | {exchanged(a, first, second) for a in before}
        assert listed(assignments.after_swap(possible, first, second)) == expected
