"""How many people a number rests on: compared with naive code, known values and simulation."""

import random
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from analytics.insight.bodies import flat_people
from analytics.insight.clusters import (
    Subsets,
    cluster_interval,
    number_players,
    people_of,
    uploader_weights,
)
from analytics.insight.comparing import benjamini_hochberg
from analytics.insight.exact import fisher_mid_p
from analytics.insight.means import Mean, t_975
from analytics.insight.people import (
    BOOTSTRAP_BELOW,
    Capped,
    Interval,
    People,
    drawn_kind,
    drawn_mean,
    drawn_rate,
)
from analytics.insight.wilson import rate
from tests.benchmarks.intervals import by_players


def played(seed, games, names, seats=(2, 2), unnamed=0.0):
    """Return games: (names, unnamed seats, uploader), and what each adds: total and size."""
    chance = random.Random(seed)
    rows, totals, sizes = [], [], []
    for _ in range(games):
        crew = chance.sample(names, chance.randint(*seats))
        blanks = sum(chance.random() < unnamed for _ in crew)
        rows.append((crew[blanks:], blanks, chance.choice(["s1", "s2", "s2", ""])))
        sizes.append(chance.choice([0, 1, 1, 2]))
        totals.append(sum(chance.random() < 0.4 for _ in range(sizes[-1])))
    return rows, np.array(totals, float), np.array(sizes, float)


def naive_sandwich(rows, totals, sizes):
    n, value = sum(sizes), sum(totals) / sum(sizes)
    residuals = [t - value * s for t, s in zip(totals, sizes, strict=True)]
    shared = 0.0
    for i, (names, _, _) in enumerate(rows):
        for j, (others, _, _) in enumerate(rows):
            if i == j or set(names) & set(others):
                shared += residuals[i] * residuals[j]
    shared = max(shared, sum(r * r for r in residuals))
    counted = [row for row, size in zip(rows, sizes, strict=True) if size]
    clusters = len({name for row in counted for name in row[0]}) + sum(row[1] for row in counted)
    half = t_975(clusters - 1) * sqrt(shared * clusters / (clusters - 1)) / n
    return value - half, value + half


@pytest.mark.parametrize("seats", [(2, 2), (1, 4)])
@pytest.mark.parametrize("unnamed", [0.0, 0.3])
def test_the_sandwich_adds_up_all_games_that_share_a_player(seats, unnamed):
    names = [f"n{number}" for number in range(45)]
    rows, totals, sizes = played(3, 250, names, seats, unnamed)
    interval = cluster_interval(number_players(rows), totals, sizes)
    assert interval == pytest.approx(naive_sandwich(rows, totals, sizes), rel=1e-9)


def test_people_are_counted_as_naive_code_counts_them():
    rows, totals, sizes = played(5, 120, [f"n{number}" for number in range(12)], (2, 3), 0.1)
    people = people_of(number_players(rows), totals, sizes)
    counted = [(*row, t, n) for row, t, n in zip(rows, totals, sizes, strict=True) if n]
    by_name, trials, own = {}, {}, {}
    for number, (names, blanks, _, total, n) in enumerate(counted):
        for name in [*names, *((number, blank) for blank in range(blanks))]:
            by_name[name] = by_name.get(name, 0) + 1
            trials[name] = trials.get(name, 0) + n
            own.setdefault(name, []).append((total, n))
    assert people.games == len(counted)
    assert people.clusters == len(by_name)
    assert people.unnamed == sum(row[1] for row in counted)
    squares = sum(n * n for n in trials.values())
    assert people.effective == pytest.approx(sum(trials.values()) ** 2 / squares)
    assert people.largest == max(by_name.values()) / len(counted)
    known = {row[2] for row in counted if row[2]}
    assert people.uploaders == len(known) + sum(not row[2] for row in counted)
    assert people.largest_uploader == sum(row[2] == "s2" for row in counted) / len(counted)
    rates = [sum(t for t, _ in each) / sum(n for _, n in each) for each in own.values()]
    assert people.by_player == pytest.approx(sum(rates) / len(rates))
    left = []
    for pair in {pair for row in counted for pair in combinations(sorted(row[0]), 2)}:
        rest = [row for row in counted if not set(pair) <= set(row[0])]
        left.append(sum(row[3] for row in rest) / sum(row[4] for row in rest))
    low, high = people.without_pair
    assert low <= min(left) + 1e-12
    assert high >= max(left) - 1e-12


def test_one_pair_with_half_of_the_games_is_seen():
    names = [f"n{number}" for number in range(60)]
    others = [(pair, 0, "s") for pair in zip(names[::2], names[1::2], strict=True)] * 5
    rows = [*((("x", "y"), 0, "t") for _ in range(150)), *others]
    won = np.array([1.0] * 150 + [float(number % 2) for number in range(150)])
    people = people_of(number_players(rows), won, np.ones(300))
    assert (people.players, people.uploaders) == (62, 2)
    assert people.largest == people.largest_uploader == 0.5
    assert people.effective < 8
    assert people.without_pair[0] == 0.5
    low, high = people.interval
    assert low < 0.5 < high
    assert people.by_player == pytest.approx((2 * 1 + 60 * 0.5) / 62, abs=0.02)


def test_the_interval_is_missing_where_players_are_few_or_all_games_alike():
    few = number_players([(("a", "b"), 0, "s"), (("c", "d"), 0, "s")] * 40)
    won = np.array([0.0, 1.0] * 40)
    assert cluster_interval(few, won, np.ones(80)) == Interval(None, None)
    five = number_players([(("a", "b"), 0, "s"), (("c", "d"), 0, "s"), (("a", "e"), 0, "s")] * 9)
    assert cluster_interval(five, np.ones(27), np.ones(27)) == Interval(None, None)
    assert cluster_interval(five, np.array([1.0, 0, 0] * 9), np.ones(27)).low is not None
    assert people_of(five, np.zeros(27), np.zeros(27)) is None


def test_the_bootstrap_is_the_same_each_time_and_close_to_one_by_hand():
    names = [f"n{number}" for number in range(BOOTSTRAP_BELOW - 10)]
    rows, totals, sizes = played(8, 150, names)
    players = number_players(rows)
    first = cluster_interval(players, totals, sizes)
    assert first == cluster_interval(number_players(rows), totals, sizes)
    chance, values = random.Random(4), []
    for _ in range(1500):
        times = dict.fromkeys(names, 0)
        for name in chance.choices(names, k=len(names)):
            times[name] += 1
        weights = [times[a] * times[b] for (a, b), _, _ in rows]
        values.append(np.dot(weights, totals) / np.dot(weights, sizes))
    assert first == pytest.approx(np.quantile(values, (0.025, 0.975)), abs=0.02)


def test_own_values_can_be_those_of_one_role():
    rows = [(("a", "b"), 0, "s"), (("b", "a"), 0, "s"), (("a", "c"), 0, "s")]
    first = Subsets(np.arange(3), np.array([0, 1, 0]), 3)
    people = people_of(number_players(rows), np.array([1.0, 0, 0]), np.ones(3), first)
    assert people.by_player == pytest.approx((0.5 + 0) / 2)


@pytest.mark.parametrize(("world", "players", "games"), [("skilled", 12, 80), ("busy", 80, 400)])
def test_players_as_clusters_cover_where_wilson_does_not(world, players, games):
    covered = by_players(world, players, games, 150)
    assert covered.wider >= 0.9
    assert covered.wilson < 0.85


def test_fisher_is_that_of_all_tables():
    for k, n, other_k, other_n in [(3, 4, 1, 4), (0, 5, 5, 7), (2, 9, 30, 60), (5, 5, 0, 5)]:
        won = k + other_k
        chances = {
            x: comb(n, x) * comb(other_n, won - x)
            for x in range(max(0, won - other_n), min(n, won) + 1)
        }
        less = sum(c for c in chances.values() if c < chances[k])
        equal = sum(c for c in chances.values() if c == chances[k])
        expected = (less + equal / 2) / comb(n + other_n, won)
        assert fisher_mid_p(k, n, other_k, other_n) == pytest.approx(expected, rel=1e-9)
    assert fisher_mid_p(0, 5, 0, 900) == pytest.approx(0.5)


def test_benjamini_hochberg_gives_the_q_values_of_the_paper():
    # Y. Benjamini, Y. Hochberg, 1995, section 4.1: four of fifteen are rejected at 5 %
    paper = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719,
             .6528, .7590, 1.0]  # fmt: skip
    q = benjamini_hochberg({str(number): p for number, p in enumerate(paper)})
    assert [key for key, value in q.items() if value <= 0.05] == ["0", "1", "2", "3"]
    assert q["0"] == pytest.approx(0.0015)
    assert list(q.values()) == sorted(q.values())
    assert benjamini_hochberg({}) == {}


@pytest.mark.parametrize("seed", range(12))
def test_no_uploader_weighs_more_than_the_cap(seed):
    chance = np.random.default_rng(seed)
    games = np.floor(chance.pareto(0.8, 6 + seed) * 4 + 1)
    weights = uploader_weights(games, 0.25)
    shares = games / games.sum()
    if shares.max() <= 0.25:
        assert weights is None
        return
    weighed = games * weights
    assert weighed.max() / weighed.sum() == pytest.approx(0.25)
    assert (weights[weighed < weighed.max() - 1e-9] == 1).all(), "others keep their weight"
    assert ((weights > 0) & (weights <= 1)).all()


def test_few_uploaders_are_not_capped():
    assert uploader_weights(np.array([90.0, 5, 5, 5]), 0.25) is None  # a quarter each is all
    assert uploader_weights(np.array([90.0, 5, 5, 5, 5]), 0.0) is None


def test_the_cap_limits_one_pair_among_thirty():
    names = [f"n{number}" for number in range(60)]
    others = [
        ((names[pair], names[pair + 1]), 0, f"s{pair}")
        for pair in range(0, 60, 2)
        for _ in range(5)
    ]
    rows = [*((("x", "y"), 0, "t") for _ in range(150)), *others]
    won = np.array([1.0] * 150 + [float(number % 2) for number in range(150)])
    people = people_of(number_players(rows), won, np.ones(300), cap=0.25)
    assert people.capped.value == pytest.approx(0.25 * 1 + 0.75 * 0.5)
    drawn = drawn_rate(rate(225, 300), people)
    assert drawn.value == people.capped.value
    assert drawn.low < 0.5 < drawn.high  # the interval of 300 games, 70 to 80 %, is far above
    assert rate(225, 300).low > 0.69
    assert drawn.weighted_k == round(0.625 * 300)
    without = people_of(number_players(rows), won, np.ones(300))
    assert without.capped is None
    assert drawn_rate(rate(225, 300), without).value == 0.75
    even = Mean(300, 300, 0.75, 0.7, 0.8)
    assert drawn_mean(even, people).value == people.capped.value


def test_the_named_interval_is_the_one_that_is_drawn():
    """With a cap, the two intervals of the capped value are compared, not those without it."""
    capped = Capped(0.6, Interval(0.2, 0.9), 100.0, 0.25)
    people = People(
        games=300, players=30, unnamed=0, effective=30.0, largest=0.1, uploaders=5,
        largest_uploader=0.5, without_pair=None, by_player=None, interval=Interval(0.74, 0.76),
    )  # fmt: skip
    estimate = rate(225, 300)
    assert drawn_kind(people, estimate) == "games"
    assert drawn_rate(estimate, people) == estimate
    assert drawn_kind(people._replace(capped=capped), estimate) == "players"
    assert drawn_rate(estimate, people._replace(capped=capped))[2:] == (0.6, 0.2, 0.9)


def test_the_interval_of_players_is_between_0_and_1_in_csv_files():
    people = People(
        games=20, players=10, unnamed=0, effective=10.0, largest=0.2, uploaders=1,
        largest_uploader=1.0, without_pair=None, by_player=None, interval=Interval(-0.1, 0.3),
    )  # fmt: skip
    row = flat_people(people, rate(1, 20))
    assert (row["players_low"], row["players_high"]) == (0.0, 0.3)
