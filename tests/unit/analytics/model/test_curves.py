"""Ratings over time (spec 4.3)."""

from datetime import date

import numpy as np
import pytest
from scipy import sparse

from analytics.results_model import fitted as fit_module
from analytics.results_model import worlds
from analytics.results_model.curves import curves
from analytics.results_model.design import BLOCK_DAYS, build
from analytics.results_model.fitted import PoolFit, fit_pool, modes_at
from analytics.results_model.games import Game, Side
from analytics.results_model.grid import Posterior
from analytics.results_model.likelihood import Variances
from analytics.results_model.ratings import player_row, ratings
from analytics.results_model.scale import CENTRE, POINTS, win_chance


def _early_and_other(first: int) -> list[Game]:
    """Return games of a player who stops, and of two who meet no one else."""
    pairs = [(f"player {n:04}", "early") for n in range(6)] + [("alone", "together")] * 3
    return [
        Game(f"x{n}", "rules/board", first + n, None, (
            Side("seat 0", (one,), 1.0 + n % 2), Side("seat 1", (other,), 2.0 - n % 2)))
        for n, (one, other) in enumerate(pairs)
    ]  # fmt: skip


@pytest.mark.parametrize("dense", [1500, 0])
def test_the_last_point_is_the_rating(monkeypatch: pytest.MonkeyPatch, dense: int) -> None:
    monkeypatch.setattr(fit_module, "DENSE_PARAMETERS", dense)
    games = worlds.dated(3, drift=0.8, games=300)
    first, last = games[0].day, games[-1].day
    assert first is not None
    assert last is not None
    fit = fit_pool([*games, *_early_and_other(first)])
    shown = curves(fit)
    overall = {row["player"]: row for row in ratings(fit, "") if row["role"] is None}
    assert list(shown) == sorted(overall)
    for player, points in shown.items():
        row = overall[player]
        assert points[-1] == pytest.approx((last, row["rating"], row["low"], row["high"]))
        days = [day for day, *_ in points]
        assert days == sorted(set(days))
        assert all(date.fromordinal(day) for day in days)
        assert all(low < rating < high for _, rating, low, high in points)
    early = shown["early"]
    assert [day for day, *_ in early] == [first + BLOCK_DAYS - 1, last]
    assert early[0][1] == pytest.approx(early[1][1])
    assert early[0][3] - early[0][2] < early[1][3] - early[1][2]


def test_a_point_is_the_difference_of_the_strength_then_to_the_centre_now() -> None:
    games = worlds.dated(4, drift=0.8, games=200)
    design = build(games)
    (mode,) = modes_at(design, [Variances(0.8, 0.4, 0.8, 0.3)])
    fit = PoolFit(design, Posterior([mode], np.ones(1), (0, 1, 2)))
    n, player = design.parameters.n, "player 0007"
    centre, drift = np.zeros(n), 0.0
    for name in design.parameters.start:
        row, extra = player_row(fit, name)
        centre[list(row)] += np.array(list(row.values())) / 20
        drift += float(extra @ np.square(mode.variances)) / 20**2
    row, _ = player_row(fit, player)
    blocks = design.parameters.blocks[player]
    start = design.parameters.start[player]
    then = np.zeros(n)
    then[list(row)] = list(row.values())
    then[start : start + len(blocks)] = 0
    then[start + 1] = 1
    day, rating, low, high = curves(fit)[player][1]
    assert day == design.last_day - BLOCK_DAYS * blocks[1]
    assert rating == pytest.approx(CENTRE + POINTS * (then - centre) @ mode.x)
    variance = float(mode.covariance(sparse.csr_array((then - centre)[None]))[0, 0])
    deviation = POINTS * (variance + drift) ** 0.5
    assert (high - low) / 2 == pytest.approx(1.959964 * deviation)


def test_long_curves_are_thinned_evenly_and_keep_both_ends() -> None:
    fit = fit_pool(worlds.dated(5, drift=0.8, games=300))
    long, short = curves(fit), curves(fit, max_points=4)
    assert max(len(points) for points in long.values()) > 9
    for player, points in short.items():
        assert len(points) == min(4, len(long[player]))
        np.testing.assert_allclose((points[0], points[-1]), (long[player][0], long[player][-1]))
        numbers = [[day for day, *_ in long[player]].index(day) for day, *_ in points]
        assert np.ptp(np.diff(numbers)) <= 1


def test_a_pool_without_dates_has_no_curves() -> None:
    assert curves(fit_pool(worlds.simulate(worlds.WORLDS[0], 1))) == {}


def test_a_difference_of_200_points_wins_76_percent() -> None:
    assert win_chance(200) == pytest.approx(0.76, abs=0.001)
    assert win_chance(0) == 0.5
    assert win_chance(-200) == pytest.approx(1 - win_chance(200))
    assert win_chance(POINTS) == pytest.approx(1 / (1 + np.exp(-1)))
