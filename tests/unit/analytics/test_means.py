"""Means with games as clusters, and quantiles of histograms, against the naive way."""

import math
import statistics
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.insight.means import mean_of, spread_of, t_975
from analytics.insight.rounding import decimal, mean_interval
from analytics.rollups.measures import total
from games.core.sums import Moments

games = st.lists(st.lists(st.integers(-20, 200), min_size=1, max_size=4), min_size=2, max_size=12)
# degrees of freedom and quantile, as statistics packages have them
QUANTILES = {
    1: 12.706204736, 2: 4.3026527297, 3: 3.1824463053, 7: 2.3646242510, 30: 2.0422724563,
    31: 2.0395134464, 40: 2.0210753903, 120: 1.9799304051, 1000: 1.9623390808,
}  # fmt: skip


def mean_over(played):
    return mean_of(total({"m": list(Moments.of_game(values))} for values in played)["m"])


@pytest.mark.parametrize(("freedom", "quantile"), QUANTILES.items())
def test_the_quantile_of_t(freedom, quantile):
    assert t_975(freedom) == pytest.approx(quantile, abs=2e-6)


def test_the_quantile_of_t_falls_with_freedom():
    found = [t_975(freedom) for freedom in range(1, 60)]
    assert found == sorted(found, reverse=True)
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
    found = mean_over(played)
    assert (found.n, found.games) == (n, count)
    assert found.value == pytest.approx(mean)
    if len({Fraction(sum(game), len(game)) for game in played}) == 1:
        assert (found.low, found.high) == (None, None)
        return
    assert found.low == pytest.approx(mean - half, abs=1e-6)
    assert found.high == pytest.approx(mean + half, abs=1e-6)


@given(st.lists(st.integers(-20, 200), min_size=2, max_size=30))
def test_with_one_observation_a_game_it_is_the_interval_of_the_textbooks(values):
    half = t_975(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    found = mean_over([[value] for value in values])
    if len(set(values)) == 1:
        assert (found.low, found.high) == (None, None)
        return
    assert found.high - found.value == pytest.approx(half, abs=1e-6)


def test_four_observations_of_a_game_are_not_four_games():
    alone = mean_over([[10], [10], [20], [20]])
    together = mean_over([[10, 10], [20, 20]])
    assert together.value == alone.value == 15
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_games_of_one_size_have_the_variance_of_the_textbooks():
    sums = [30, 50, 70, 100]
    half = t_975(3) * statistics.stdev(sums) / 2 / math.sqrt(4)
    found = mean_over([[each // 2, each - each // 2] for each in sums])
    assert found.high - found.value == pytest.approx(half)


def test_one_long_game_among_short_ones_is_not_many():
    even = mean_over([[0, 9], [9, 0], [9, 9], [0, 0]])
    uneven = mean_over([[0, 9] * 4, [9], [9], [0]])
    assert uneven.high - uneven.low > 2 * (even.high - even.low)


def test_one_game_has_a_mean_and_no_interval_and_none_has_neither():
    assert mean_over([[3, 5]])[2:] == (4.0, None, None)
    assert mean_interval(mean_over([[3, 5]])) == "–"
    assert mean_of(()) == (0, 0, None, None, None)


def test_few_games_are_few_however_many_observations():
    assert mean_over([[1] * 40] * 9).is_few
    assert not mean_over([[1]] * 10).is_few


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40))
def test_median_and_quartiles(values):
    found = spread_of(Counter(values))
    assert found.median == statistics.median(values)
    assert (found.min, found.max) == (min(values), max(values))
    for quarter, quartile in ((1, found.q1), (3, found.q3)):
        # at least a quarter of the values lie on each side of a quartile, itself included
        assert 4 * sum(value <= quartile for value in values) >= quarter * len(values)
        assert 4 * sum(value >= quartile for value in values) >= (4 - quarter) * len(values)
    turned = spread_of(Counter(-value for value in values))
    assert (turned.q1, turned.q3) == (-found.q3, -found.q1)


def test_no_values_have_no_spread():
    assert spread_of({}) is None
    assert spread_of({3: 0}) is None


@pytest.mark.parametrize(
    ("value", "text"), [(4.25, "4.3"), (-0.04, "0.0"), (-1.25, "−1.3"), (None, "–")]
)
def test_numbers_have_one_decimal(value, text):
    assert decimal(value) == text
