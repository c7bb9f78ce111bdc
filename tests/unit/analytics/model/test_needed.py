"""How many more games a verdict needs, compared with fits of simulated games."""

from collections.abc import Iterator

import numpy as np
import pytest

from analytics.results_model import needed, worlds
from analytics.results_model.balance import balance
from analytics.results_model.fitted import PoolFit, fit_pool
from analytics.results_model.games import Game
from analytics.results_model.laplace import Mode
from analytics.results_model.needed import CHANCE, games_needed
from analytics.results_model.worlds import duel

GROUP = "rules 0/board"


def world(seed: int) -> list[Game]:
    return worlds.simulate(worlds.World("", games=60, effects=(0.8, 0.0)), seed)


def more_games(fit: PoolFit, n: int, rng: np.random.Generator) -> Iterator[Game]:
    """Yield games with the players and seats of observed ones, won as a draw of the posterior."""
    posterior, design = fit.posterior, fit.design
    mode = posterior.modes[rng.choice(len(posterior.modes), p=posterior.weights)]
    assert isinstance(mode, Mode)
    drawn = mode.x + np.linalg.solve(mode.factor.T, rng.standard_normal(len(mode.x)))
    eta = (design.rows @ drawn).reshape(len(design.games), -1)
    for number, observed in enumerate(rng.integers(len(design.games), size=n)):
        game = design.games[observed]
        order = np.argsort(-eta[observed] - rng.gumbel(size=eta.shape[1]))
        sides = tuple(
            side._replace(place=float(place))
            for side, place in zip(game.sides, np.argsort(order), strict=True)
        )
        yield game._replace(key=f"more {number}", sides=sides)


def observed_chance(games: list[Game], fit: PoolFit, n: int, runs: int) -> float:
    """Return how often fits with n more games have a verdict."""
    rng, decided = np.random.default_rng(7), 0
    for _ in range(runs):
        (result,) = balance(fit_pool([*games, *more_games(fit, n, rng)]))
        decided += any(seat.verdict != "cannot tell" for seat in result.seats)
    return decided / runs


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2])
def test_fits_with_so_many_more_games_have_a_verdict(seed: int) -> None:
    """Right within a factor of 1.5: with fewer, less than 60 % have a verdict, with more, more.
    The margin is twice the standard error of 80 runs.
    """
    games = world(seed)
    fit = fit_pool(games)
    n = games_needed(fit, balance(fit))[GROUP]
    assert n is not None
    margin = 2 * (CHANCE * (1 - CHANCE) / 80) ** 0.5
    assert observed_chance(games, fit, round(n / 1.5), 80) < CHANCE + margin
    assert observed_chance(games, fit, round(n * 1.5), 80) > CHANCE - margin


def test_the_chance_is_that_of_fits_with_more_games() -> None:
    games = world(2)
    fit = fit_pool(games)
    (result,) = balance(fit)
    simulation = needed._Simulation(fit, result, [])
    for times in (1.5, 3.0):
        observed = observed_chance(games, fit, round((times - 1) * 60), 25)
        assert simulation._chance(times) == pytest.approx(observed, abs=0.2)


def test_the_number_has_two_digits_and_depends_on_content_only() -> None:
    games = world(1)
    n = games_needed(fit_pool(games), balance(fit_pool(games)))
    assert n == {GROUP: 73}
    again = fit_pool([game._replace(key=f"other {game.key}") for game in reversed(games)])
    assert games_needed(again, balance(again)) == n


def test_a_correction_for_more_groups_needs_more_games() -> None:
    games = world(2)
    fit = fit_pool(games)
    (result,) = balance(fit)
    other = balance(fit_pool(worlds.simulate(worlds.WORLDS[0], 1)))[0]
    alone, corrected = (
        needed._Simulation(fit, result, others).games_needed() for others in ([], [other] * 9)
    )
    assert alone is not None
    assert corrected is None or corrected > alone


def test_decided_and_unidentified_groups_have_no_number() -> None:
    for games in (worlds.wins_everything(1), worlds.separate_pairs(1, swap=False)):
        fit = fit_pool(games)
        assert games_needed(fit, balance(fit)) == {}


def test_games_of_one_uploader_never_show_an_advantage() -> None:
    """Spec 3.6: without them too few games would be left, however many there are."""
    games = [game._replace(uploader="one") for game in world(2)]
    fit = fit_pool(games)
    assert games_needed(fit, balance(fit)) == {GROUP: None}


def test_a_group_that_depends_on_one_pair_needs_others() -> None:
    rng = np.random.default_rng(2)
    games = [duel(rng, number, (number % 2, 1 - number % 2), 0.9) for number in range(200)]
    for number in range(200, 260):
        first, second = map(int, rng.choice(12, 2, replace=False))
        games.append(duel(rng, number, (first, second), 0.0))
    fit = fit_pool(games)
    (result,) = balance(fit)
    assert result.reason == "depends_on_one_pair"
    assert games_needed(fit, [result]) == {}


def test_large_pools_scale_the_covariance(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many players it differs little from that of the repeated games."""
    large = worlds.World("", players=80, games=1000, effects=(0.12, 0.0))
    fit = fit_pool(worlds.simulate(large, 1))
    results = balance(fit)
    numbers, chances = [], []
    for parameters in (needed._EXACT_PARAMETERS, 0):
        monkeypatch.setattr(needed, "_EXACT_PARAMETERS", parameters)
        numbers.append(games_needed(fit, results)[GROUP] or 0)
        simulation = needed._Simulation(fit, results[0], [])
        chances.append([simulation._chance(times) for times in (1.5, 2.0, 3.0, 10.0)])
    assert 1 / 1.5 < numbers[0] / numbers[1] < 1.5
    np.testing.assert_allclose(chances[0], chances[1], atol=0.1)
