"""Ratings, predictions and the fit of large pools (spec 4, 5.3, 5.5)."""

import numpy as np
import pytest
from scipy import sparse

from analytics.results_model import fitted as fit_module
from analytics.results_model import iterative, worlds
from analytics.results_model.design import build
from analytics.results_model.draws import column_keys, normal, pair_keys
from analytics.results_model.fitted import PoolFit, fit_pool
from analytics.results_model.forecasts import compare
from analytics.results_model.games import Game, Side
from analytics.results_model.grid import Posterior
from analytics.results_model.iterative import SparseFitter, integrate_large
from analytics.results_model.laplace import DenseFitter
from analytics.results_model.likelihood import Variances
from analytics.results_model.predictions import chances, mean_first
from analytics.results_model.ratings import POINTS, ratings
from analytics.results_model.validation import validate

VARIANCES = Variances(0.8, 0.4, 0.5, 0.3)


def test_ratings_are_relative_to_the_mean_of_the_largest_component() -> None:
    """Spec 4.1, 4.2."""
    games = worlds.simulate(worlds.WORLDS[0], 1)
    other = [Game(f"x{n}", "rules 0/board", None, None, (
        Side("seat 0", ("alone",), 1.0), Side("seat 1", ("together",), 2.0))) for n in range(5)
    ]  # fmt: skip
    rows = ratings(fit_pool([*games, *other]), "pool")
    overall = {row["player"]: row for row in rows if row["role"] is None}
    main = [row["rating"] for row in overall.values() if row["component"] == 1]
    assert np.mean(main) == pytest.approx(1500)
    assert (overall["alone"]["component"], overall["together"]["component"]) == (2, 2)
    assert overall["alone"]["games"] == 5
    assert all(row["low"] < row["rating"] < row["high"] for row in rows)
    assert {row["role"] for row in rows if row["player"] == "alone"} == {None, "seat 0"}


def test_inactivity_widens_the_interval() -> None:
    """Spec 4.1: the strength is that of the pool's last date."""
    games = worlds.dated(1, drift=0.5, games=200)
    early = [
        Game(f"e{n}", "rules/board", 738_000 + n, None, (
            Side("seat 0", (f"early {n % 2}",), 1.0 + n % 3 % 2),
            Side("seat 1", (f"player {n % 20:04}",), 1.5),
        )) for n in range(40)
    ]  # fmt: skip
    late = [game._replace(key=f"l{game.key}", day=(game.day or 0) + 680, sides=tuple(
        side._replace(members=tuple(name.replace("early", "late") for name in side.members))
        for side in game.sides)) for game in early
    ]  # fmt: skip
    rows = {r["player"]: r for r in ratings(fit_pool([*games, *early, *late]), "") if not r["role"]}
    width = {name: row["high"] - row["low"] for name, row in rows.items()}
    assert width["early 0"] > 1.1 * width["late 0"]


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_chances_are_averages_over_normal_strengths(sides: int) -> None:
    random = np.random.default_rng(sides)
    mean, half = random.normal(0, 1, sides - 1), random.normal(0, 0.6, (sides - 1, sides - 1))
    eta = np.zeros((200_000, sides))
    eta[:, :-1] = mean + random.standard_normal((200_000, sides - 1)) @ half.T
    drawn = np.exp(eta)
    drawn /= drawn.sum(axis=1, keepdims=True)
    computed = mean_first(mean[None], (half @ half.T)[None])[0]
    np.testing.assert_allclose(computed, drawn.mean(axis=0), atol=0.01 if sides > 4 else 0.004)


def test_a_new_player_is_predicted_as_average_and_uncertain() -> None:
    fit = fit_pool(worlds.simulate(worlds.WORLDS[1], 3))

    def game(*names: str, day: int | None = None) -> Game:
        sides = tuple(Side(f"seat {n}", (name,), None) for n, name in enumerate(names))
        return Game("next", "rules 0/board", day, None, sides)

    new, nameless, known = chances(
        fit, [game("x", "y"), game("", ""), game("player 0000", "player 0001")]
    )
    assert new == pytest.approx(nameless)
    assert 0.5 < new["seat 0"] < 0.65
    assert known["seat 0"] != pytest.approx(new["seat 0"])
    dated = fit_pool(worlds.dated(2, drift=1.0, games=200))
    pair = ("player 0000", "player 0001")
    soon, later = (
        chances(
            dated, [game(*pair, day=dated.design.last_day + days)._replace(group="rules/board")]
        )
        for days in (0, 2000)
    )
    assert abs(later[0]["seat 0"] - 0.5) < abs(soon[0]["seat 0"] - 0.5)


def test_the_iterative_fit_has_the_mode_of_the_dense_one() -> None:
    """Spec 5.5: conjugate gradients with blocks of players."""
    games = worlds.dated(5, drift=0.6, games=400)
    design = build([game._replace(group=f"rules/{n % 3}") for n, game in enumerate(games)])
    dense = DenseFitter(design).fit(VARIANCES)
    large = SparseFitter(design).mode(VARIANCES, np.zeros(design.parameters.n))
    np.testing.assert_allclose(large.x, dense.x, atol=1e-6)
    n = design.parameters.n
    everything = sparse.csr_array(np.eye(n))
    seats = everything[-6:]
    np.testing.assert_allclose(large.covariance(seats), dense.covariance(seats), atol=1e-5)
    ratio = large.variance(everything) / dense.variance(everything)
    common = design.parameters.first_common
    assert ratio[:common].min() > 0.75
    assert ratio[:common].max() < 1.25


def test_the_variances_of_the_iterative_fit_are_near_those_of_the_grid() -> None:
    games = worlds.dated(6, drift=0.6, games=500)
    fit, design = fit_pool(games), build(games)
    large = PoolFit(design, integrate_large(design))
    for small, big in zip(fit.posterior.variances[:3], large.posterior.variances[:3], strict=True):
        assert abs(np.log(small / big)) < 0.5
    first, second = ratings(fit, ""), ratings(large, "")
    for row, same in zip(first, second, strict=True):
        assert abs(row["rating"] - same["rating"]) < 0.35 * (row["high"] - row["low"])


def test_draws_belong_to_games_and_parameters() -> None:
    """One more game changes its own draws only, also if it starts a new block of days."""
    games = worlds.dated(8, drift=0.3, games=60)
    before, after = build(games[:-1]), build(games)
    first, second = normal(pair_keys(before), 4), normal(pair_keys(after), 4)
    new = [game.key for game in after.games].index(games[-1].key)
    np.testing.assert_array_equal(first, np.delete(second, new, axis=0))
    keys = column_keys(after)
    assert len(set(keys.tolist())) == len(keys)
    later = build([*games, games[-1]._replace(key="later", day=after.last_day + 1)])
    assert set(keys.tolist()) < set(column_keys(later).tolist())
    many = normal(np.arange(2000, dtype=np.uint64), 20)
    assert abs(many.mean()) < 0.02
    assert abs(many.std() - 1) < 0.02


@pytest.mark.parametrize(("corrected", "logits"), [(25_000, 2e-4), (0, 2e-2)])
def test_one_more_game_changes_a_large_fit_as_a_new_fit_does(
    monkeypatch: pytest.MonkeyPatch, corrected: int, logits: float
) -> None:
    """Spec 5.5: from the stored mode and variances. The bounds here are for 300 games."""
    monkeypatch.setattr(fit_module, "DENSE_PARAMETERS", 0)
    monkeypatch.setattr(fit_module, "REFIT_PARAMETERS", 0)
    monkeypatch.setattr(iterative, "_CORRECTED_PARAMETERS", corrected)
    games = worlds.dated(9, drift=0.4, games=301)
    updated, again = fit_pool(games[:-1]).updated(games), fit_pool(games)
    rows = [[row["rating"] for row in ratings(fit, "")] for fit in (updated, again)]
    np.testing.assert_allclose(rows[0], rows[1], atol=logits * POINTS)
    effects = [fit.seat_rows("rules/board") @ fit.posterior.best.x for fit in (updated, again)]
    assert np.diff(effects[0]) == pytest.approx(np.diff(effects[1]), abs=logits / 2)


def test_a_pool_of_medium_size_is_fitted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spec 5.5: an update of it costs less than two seconds either way."""
    monkeypatch.setattr(fit_module, "DENSE_PARAMETERS", 0)
    games = worlds.dated(9, drift=0.4, games=101)
    updated, again = fit_pool(games[:-1]).updated(games), fit_pool(games)
    np.testing.assert_array_equal(updated.posterior.best.x, again.posterior.best.x)


def test_one_more_game_in_a_small_pool_is_a_new_fit() -> None:
    games = worlds.dated(9, drift=0.4, games=101)
    updated, again = fit_pool(games[:-1]).updated(games), fit_pool(games)
    np.testing.assert_array_equal(updated.posterior.best.x, again.posterior.best.x)


def test_predictions_are_better_than_raw_shares() -> None:
    """Spec 5.3: `--validate`."""
    loss = validate(worlds.simulate(worlds.World("", games=150, sd=1.5), 8), "pool")
    assert loss is not None
    assert loss["n"] == 135
    assert loss["model"] < loss["base"] - 0.02


def test_forecasts_are_compared_with_openskill() -> None:
    """Spec 6: `manage.py prove_balance` has 200 runs of steady and drifting worlds."""
    comparison = compare("drifting skill", 1, 2)
    assert 0.3 < comparison.model < 0.8
    assert 0.3 < comparison.openskill < 0.8
    assert "OpenSkill" in comparison.line
    assert comparison._replace(low=0.01).is_missed


def test_a_posterior_is_of_one_mode_in_large_pools() -> None:
    design = build(worlds.dated(7, drift=0.3, games=100))
    posterior = integrate_large(design)
    assert isinstance(posterior, Posterior)
    assert len(posterior.modes) == 1
