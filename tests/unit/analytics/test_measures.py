"""Sums merge in any order, and come off exactly, whatever the form."""

import random

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
def test_order_does_not_matter(sums, chance):
    shuffled = sums[:]
    chance.shuffle(shuffled)
    one_by_one = {}
    for game in shuffled:
        one_by_one = merged(one_by_one, game)
    assert total(sums) == total(shuffled) == one_by_one


@given(games(), games(), games())
def test_merging_is_associative(x, y, z):
    assert merged(merged(x, y), z) == merged(x, merged(y, z))


@given(st.lists(games(), min_size=1, max_size=6), st.integers(0, 5))
def test_what_is_taken_off_leaves_what_would_have_been(sums, which):
    gone = which % len(sums)
    rest = [game for place, game in enumerate(sums) if place != gone]
    assert merged(total(sums), sums[gone], -1) == total(rest)


@given(st.lists(games(), max_size=6))
def test_taking_everything_off_leaves_nothing(sums):
    left = total(sums)
    for game in random.Random(1).sample(sums, len(sums)):
        left = merged(left, game, -1)
    assert left == {}


@given(games(), games())
def test_adding_up_leaves_what_was_added_as_it_was(one, two):
    before = repr((one, two))
    total([one, two, one])
    merged(one, two)
    assert repr((one, two)) == before


def test_a_game_counts_once_for_a_space_however_often_it_happened_there():
    facts = Facts()
    facts.visits("spaces", 3, {"route": {"b4": 3}, "target": {"c3": 0}})
    assert facts.sums() == {"spaces": {"": [1, 3, 9], "route": {"b4": [3, 1, 9, 9]}}}


def test_a_game_without_an_observation_has_no_spaces():
    facts = Facts()
    facts.visits("spaces", 0, {"route": {"b4": 3}})
    assert facts.sums() == {}


def test_a_second_trial_of_a_group_is_a_fault():
    facts = Facts()
    facts.trial("rate", "one", won=True)
    with pytest.raises(ValueError, match="one trial a game"):
        facts.trial("rate", "one", won=False)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({}, {"a": {"b": [1, 1]}}),
        ({"a": 1}, {"a": 2}),
        ({"a": [1, 5]}, {"a": [1, 4]}),  # nothing counted, and something left
        ({"a": [2, 5]}, {"a": [3, 5]}),
        ({"a": [2, 5]}, {"a": [1, 5, 1]}),
        ({"a": [2, 5]}, {"a": 1}),
        ({"a": {"b": 1}}, {"a": [1, 1]}),
        ({"a": 2}, {"a": {"b": 1}}),
    ],
)
def test_taking_off_what_was_never_added_is_a_fault(one, two):
    with pytest.raises(NegativeSum):
        merged(one, two, -1)


def test_what_has_a_sign_may_fall_below_zero():
    low, high = list(Moments.of_game([-5])), list(Moments.of_game([2]))
    assert merged({"m": low}, {"m": high}) == {"m": [2, 2, 2, -3, -3, 29]}
    assert merged({"m": [2, 2, 2, -3, -3, 29]}, {"m": high}, -1) == {"m": low}
