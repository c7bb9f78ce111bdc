"""Sums merge in any order, and come off exactly."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.rollups.measures import NegativeSum, empty, merged, sums_of, total

counts = st.dictionaries(st.sampled_from(["a1", "b4", "c12"]), st.integers(0, 3))
values = st.fixed_dictionaries(
    {
        "rounds": st.integers(0, 4),
        "spaces": st.fixed_dictionaries({"route": counts, "target": counts, "standing": counts}),
    }
)


@given(st.lists(values, max_size=8), st.randoms(use_true_random=False))
def test_order_does_not_matter(games, chance):
    sums = [sums_of(value) for value in games]
    shuffled = sums[:]
    chance.shuffle(shuffled)
    assert total(sums) == total(shuffled)


@given(values, values, values)
def test_merging_is_associative(a, b, c):
    x, y, z = map(sums_of, (a, b, c))
    assert merged(merged(x, y), z) == merged(x, merged(y, z))


@given(st.lists(values, min_size=1, max_size=6), st.integers(0, 5))
def test_what_is_taken_off_leaves_what_would_have_been(games, which):
    gone = games[which % len(games)]
    rest = [game for game in games if game is not gone]
    whole = total(map(sums_of, games))
    assert merged(whole, sums_of(gone), -1) == total(map(sums_of, rest))


@given(st.lists(values, max_size=6))
def test_taking_everything_off_leaves_nothing(games):
    left = total(map(sums_of, games))
    for value in random.Random(1).sample(games, len(games)):
        left = merged(left, sums_of(value), -1)
    assert left == empty()


def test_a_game_counts_once_for_a_space_however_often_it_happened_there():
    value = {"rounds": 3, "spaces": {"route": {"b4": 3}, "target": {"c3": 0}}}
    assert sums_of(value) == {"rounds": 3, "played": 1, "spaces": {"route": {"b4": [3, 1]}}}


def test_taking_off_what_was_never_added_is_a_fault():
    value = {"rounds": 1, "spaces": {"route": {"b4": 1}}}
    with pytest.raises(NegativeSum):
        merged(empty(), sums_of(value), -1)
