"""Rounding, and intervals against `proportion_confint(k, n, method="wilson")` of statsmodels."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.insight.rounding import average, percent, percent_of
from analytics.insight.wilson import rate

KNOWN = [
    (0, 1, 0.0, 0.7934506856227627),
    (1, 1, 0.2065493143772374, 1.0),
    (1, 2, 0.09453120573423068, 0.9054687942657693),
    (0, 30, 0.0, 0.1135133931739688),
    (30, 30, 0.8864866068260311, 1.0),
    (38, 38, 0.9081901317744162, 1.0),
    (0, 77, 0.0, 0.04751842528243411),
    (10, 16, 0.38641040545502714, 0.8151876744113636),
]


@pytest.mark.parametrize(("k", "n", "low", "high"), KNOWN)
def test_known_intervals(k, n, low, high):
    found = rate(k, n)
    assert found.low == pytest.approx(low, abs=1e-12)
    assert found.high == pytest.approx(high, abs=1e-12)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_hold_the_rate_and_stay_within_0_and_1(pair):
    k, n = pair
    found = rate(k, n)
    if n == 0:
        assert found[2:] == (None, None, None)
        return
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.high > found.low
    assert all(math.isfinite(bound) for bound in found)


def test_more_than_all_is_refused():
    with pytest.raises(ValueError, match="3 of 2"):
        rate(3, 2)


@pytest.mark.parametrize(
    ("k", "n", "words"),
    [
        (1, 3, "33.3 %"),
        (2, 3, "66.7 %"),
        (1, 16, "6.3 %"),  # 6.25 exactly: half up, not to even
        (3, 16, "18.8 %"),
        (1, 8, "12.5 %"),
        (10, 16, "62.5 %"),
        (6, 16, "37.5 %"),
        (1, 2000, "0.1 %"),
        (0, 7, "0.0 %"),
        (7, 7, "100.0 %"),
        (0, 0, "–"),
    ],
)
def test_shares_are_rounded_half_up(k, n, words):
    assert percent_of(k, n) == words


def test_other_numbers_are_written_alike():
    assert (percent(0.5), percent(None), average(5, 2), average(0, 0)) == (
        "50.0 %",
        "–",
        "2.5",
        "–",
    )


def test_few_games_are_marked():
    assert rate(1, 9).is_few
    assert not rate(1, 10).is_few
