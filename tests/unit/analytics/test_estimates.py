"""Estimates with their intervals: rates, means with games as clusters, quantiles of histograms.
They are compared with packages for statistics and with naive calculations.
"""

import math
import statistics
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.insight.means import mean_of, spread_of, t_975
from analytics.insight.rounding import decimal, mean_interval, percent, percent_of
from analytics.insight.wilson import rate
from analytics.rollups.measures import total
from games.core.sums import Moments

# k, n and the bounds of `proportion_confint` of statsmodels with the method wilson
KNOWN = [
    (0, 1, 0.0, 0.7934506856227627), (1, 1, 0.2065493143772374, 1.0),
    (1, 2, 0.09453120573423068, 0.9054687942657693), (0, 30, 0.0, 0.1135133931739688),
    (30, 30, 0.8864866068260311, 1.0), (38, 38, 0.9081901317744162, 1.0),
    (0, 77, 0.0, 0.04751842528243411), (10, 16, 0.38641040545502714, 0.8151876744113636),
]  # fmt: skip
games = st.lists(st.lists(st.integers(-20, 200), min_size=1, max_size=4), min_size=2, max_size=12)
# degrees of freedom and quantile, as statistics packages have them
QUANTILES = {
    1: 12.706204736, 2: 4.3026527297, 3: 3.1824463053, 7: 2.3646242510, 30: 2.0422724563,
    31: 2.0395134464, 40: 2.0210753903, 120: 1.9799304051, 1000: 1.9623390808,
}  # fmt: skip


def mean_over(played):
    return mean_of(total({"m": list(Moments.of_game(values))} for values in played)["m"])


@pytest.mark.parametrize(("k", "n", "low", "high"), KNOWN)
def test_wilson_intervals_are_those_of_statsmodels(k, n, low, high):
    assert rate(k, n)[3:] == pytest.approx((low, high), abs=1e-12)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_contain_the_rate_and_stay_within_0_and_1(pair):
    k, n = pair
    estimate = rate(k, n)
    if n == 0:
        assert estimate[2:] == (None, None, None)
        return
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.high > estimate.low
    assert all(math.isfinite(bound) for bound in estimate)


def test_more_than_all_is_rejected():
    with pytest.raises(ValueError, match="3 of 2"):
        rate(3, 2)


@pytest.mark.parametrize(
    ("k", "n", "text"),
    [(1, 3, "33.3 %"), (2, 3, "66.7 %"), (3, 16, "18.8 %"), (1, 8, "12.5 %"), (10, 16, "62.5 %"),
     (1, 16, "6.3 %"),  # 6.25 exactly: half up, not to even
     (6, 16, "37.5 %"), (1, 2000, "0.1 %"), (0, 7, "0.0 %"), (7, 7, "100.0 %"), (0, 0, "–")],
)  # fmt: skip
def test_shares_are_rounded_half_up(k, n, text):
    assert percent_of(k, n) == text
    assert percent(k / n if n else None) == text


def test_the_quantile_of_t():
    assert {freedom: t_975(freedom) for freedom in QUANTILES} == pytest.approx(QUANTILES, abs=2e-6)
    estimate = [t_975(freedom) for freedom in range(1, 60)]
    assert estimate == sorted(estimate, reverse=True)
    with pytest.raises(ValueError):
        t_975(0)


@given(games)
def test_a_mean_is_the_mean_and_its_interval_takes_games_as_clusters(played):
    values = [value for game in played for value in game]
    n, count = len(values), len(played)
    mean = sum(values) / n
    squares = sum((sum(game) - mean * len(game)) ** 2 for game in played)
    worth = Fraction(n * n, sum(len(game) ** 2 for game in played))
    variance = squares * (1 - 1 / count) / (1 - 1 / worth) ** 2
    half = t_975(max(1, math.floor(worth) - 1)) * math.sqrt(variance) / n
    estimate = mean_over(played)
    assert (estimate.n, estimate.games) == (n, count)
    assert estimate.value == pytest.approx(mean)
    if len({Fraction(sum(game), len(game)) for game in played}) == 1:
        assert (estimate.low, estimate.high) == (None, None)
        return
    assert estimate.low == pytest.approx(mean - half, abs=1e-6)
    assert estimate.high == pytest.approx(mean + half, abs=1e-6)


@given(st.lists(st.integers(-20, 200), min_size=2, max_size=30))
def test_with_one_observation_a_game_it_is_the_interval_of_the_textbooks(values):
    half = t_975(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    estimate = mean_over([[value] for value in values])
    if len(set(values)) == 1:
        assert (estimate.low, estimate.high) == (None, None)
        return
    assert estimate.high - estimate.value == pytest.approx(half, abs=1e-6)


def test_one_game_has_a_mean_and_no_interval_and_none_has_neither():
    assert mean_over([[3, 5]])[2:] == (4.0, None, None)
    assert mean_interval(mean_over([[3, 5]])) == "–"
    assert mean_of(()) == (0, 0, None, None, None)


def test_fewer_than_ten_games_are_few_with_any_number_of_observations():
    assert mean_over([[1] * 40] * 9).is_few
    assert rate(1, 9).is_few
    assert not mean_over([[1]] * 10).is_few
    assert not rate(1, 10).is_few


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40))
def test_median_and_quartiles(values):
    assert spread_of({}) is spread_of({3: 0}) is None
    estimate = spread_of(Counter(values))
    assert estimate.median == statistics.median(values)
    assert (estimate.min, estimate.max) == (min(values), max(values))
    for quarter, quartile in ((1, estimate.q1), (3, estimate.q3)):
        # at least a quarter of the values lie on each side of a quartile, itself included
        assert 4 * sum(value <= quartile for value in values) >= quarter * len(values)
        assert 4 * sum(value >= quartile for value in values) >= (4 - quarter) * len(values)
    turned = spread_of(Counter(-value for value in values))
    assert (turned.q1, turned.q3) == (-estimate.q3, -estimate.q1)


@pytest.mark.parametrize(
    ("value", "text"), [(4.25, "4.3"), (-0.04, "0.0"), (-1.25, "−1.3"), (None, "–")]
)
def test_numbers_have_one_decimal(value, text):
    assert decimal(value) == text
