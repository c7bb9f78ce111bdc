"""Sums of any form merge in any order and are subtracted exactly."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.rollups.measures import NegativeSum, merged, total
from games.core.metrics import Facts
from games.core.sums import Moments

few = st.integers(-3, 3)
visits = st.dictionaries(st.sampled_from(["a1", "b4", "c12"]), st.integers(0, 3))
rounds = st.integers(0, 3)
groups = st.sampled_from(["one", "two.x"])


@st.composite
def games(draw):
    """The facts of a game with metrics of every form."""
    facts = Facts()
    for group in draw(st.sets(groups)):
        facts.trial("rate", group, won=draw(st.booleans()), aside=draw(st.booleans()))
    for value in draw(st.lists(few, max_size=3)):
        facts.observe("distribution", draw(groups), value)
        facts.point("series", draw(groups), draw(st.sampled_from("pq")), value)
    facts.visits("spaces", draw(rounds), {"route": draw(visits), "target": draw(visits)})
    return facts.sums()


@given(st.lists(games(), max_size=8), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_subtraction_is_exact(sums, chance):
    shuffled = sums[:]
    chance.shuffle(shuffled)
    before = repr(sums)
    whole = total(sums)
    assert whole == total(shuffled) == reduce(merged, shuffled, {})
    assert repr(sums) == before, "adding changes no summand"
    left = whole
    for n, game in enumerate(shuffled, 1):
        left = merged(left, game, -1)
        assert left == total(shuffled[n:])
    assert left == {}


@given(games(), games(), games())
def test_merging_is_associative(x, y, z):
    assert merged(merged(x, y), z) == merged(x, merged(y, z))


@pytest.mark.parametrize(
    ("n", "expected"),
    [(3, {"spaces": {"": [1, 3, 9], "route": {"b4": [3, 1, 9, 9]}}}), (0, {})],
)
def test_a_game_counts_once_for_a_space_however_often_it_happened_there(n, expected):
    facts = Facts()
    facts.visits("spaces", n, {"route": {"b4": 3}, "target": {"c3": 0}})
    assert facts.sums() == expected


def test_a_second_trial_of_a_group_is_an_error():
    facts = Facts()
    facts.trial("rate", "one", won=True)
    with pytest.raises(ValueError, match="one trial a game"):
        facts.trial("rate", "one", won=False)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({}, {"a": {"b": [1, 1]}}),
        ({"a": 1}, {"a": 2}),
        ({"a": [1, 5]}, {"a": [1, 4]}),  # a count of zero and a remainder
        ({"a": [2, 5]}, {"a": [3, 5]}),
        ({"a": [2, 5]}, {"a": [1, 5, 1]}),
        ({"a": [2, 5]}, {"a": 1}),
        ({"a": {"b": 1}}, {"a": [1, 1]}),
        ({"a": 2}, {"a": {"b": 1}}),
    ],
)
def test_subtracting_what_was_never_added_is_an_error(one, two):
    with pytest.raises(NegativeSum):
        merged(one, two, -1)


def test_signed_numbers_may_fall_below_zero():
    low, high = list(Moments.of_game([-5])), list(Moments.of_game([2]))
    assert merged({"m": low}, {"m": high}) == {"m": [2, 2, 2, -3, -3, 29]}
    assert merged({"m": [2, 2, 2, -3, -3, 29]}, {"m": high}, -1) == {"m": low}
