"""Shares, intervals, verdicts and sensitivities (spec 3)."""

from collections.abc import Sequence
from math import exp

import numpy as np
import pytest

from analytics.insight.comparing import LEVEL
from analytics.results_model import worlds
from analytics.results_model.acceptance import CHECKS, Rate
from analytics.results_model.balance import GroupResult, SeatResult, adjust, balance
from analytics.results_model.fitted import fit_pool
from analytics.results_model.games import Game
from analytics.results_model.identification import Evidence, evidence
from analytics.results_model.worlds import duel, game_of, won
from tests.support import deep


def group_of(games: Sequence[Game]) -> GroupResult:
    (group,) = balance(fit_pool(games))
    return group


def test_strength_is_not_attributed_to_the_seat() -> None:
    """The T47 world: strong players prefer a seat that is worth nothing (spec 2.3)."""
    covered = raw = 0
    for seed in range(6):
        group = group_of(worlds.simulate(worlds.WORLDS[3], seed))
        assert group.seats[0].low is not None
        assert group.seats[0].high is not None
        covered += group.seats[0].low <= 0.5 <= group.seats[0].high
        raw += group.seats[0].raw_share > 0.55
    assert covered >= 5
    assert raw >= 4


def test_the_shares_of_four_seats_add_up_to_one() -> None:
    """The T48 world (spec 3.1)."""
    world = next(world for world in worlds.WORLDS if world.name == "four seats")
    seats = [seat.short() for seat in group_of(worlds.simulate(world, 5)).seats]
    assert sum(seat["share"] for seat in seats) == pytest.approx(1, abs=1e-6)
    assert all(seat["low"] < seat["share"] < seat["high"] for seat in seats)


def effective_by_regression(games: Sequence[Game], side: str) -> float:
    """Return n (1 − R²) by least squares, with centred columns."""
    players = sorted({name for game in games for name in game.names})
    rows, indicator = [], []
    for game in games:
        of_game = np.array([[each.members.count(p) for p in players] for each in game.sides], float)
        is_side = np.array([float(each.name == side) for each in game.sides])
        rows.append(of_game - of_game.mean(axis=0))
        indicator.append(is_side - is_side.mean())
    x, y = np.concatenate(rows), np.concatenate(indicator)
    left = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    return float(len(games) * (left @ left) / (y @ y))


def test_effective_games_are_what_a_regression_leaves() -> None:
    """Spec 3.3."""
    world = next(world for world in worlds.WORLDS if world.name == "four seats")
    games = worlds.simulate(world, 2)[:60]
    names = [side.name for side in games[0].sides]
    expected = min(effective_by_regression(games, name) for name in names)
    assert evidence(games, names).effective_games == pytest.approx(expected)


def test_separate_players_are_not_identified() -> None:
    """Spec 3.4: nothing is estimated, and the reason is given."""
    for games in (worlds.separate_pairs(1, swap=False), worlds.one_against_all(1)):
        group = group_of(games)
        assert group.reason == "few_players_on_several_sides"
        assert [(seat.share, seat.low, seat.verdict) for seat in group.seats] == [
            (None, None, "cannot tell")
        ] * 2
    few = worlds.separate_pairs(1, swap=True)[:18]
    assert group_of(few).reason == "few_effective_games"


def test_a_seat_that_wins_everything_is_ahead() -> None:
    """Spec 3.2: the profile interval ends at 1, and the estimate is finite."""
    group = group_of(worlds.wins_everything(1))
    first, second = group.seats
    assert (first.verdict, second.verdict) == ("ahead", "behind")
    assert first.high == 1.0
    assert second.low == 0.0
    assert 0.9 < (first.share or 0) < 1
    assert 0.5 < (first.low or 0) < (first.share or 0)


def test_holm_counts_a_group_of_two_once() -> None:
    """Spec 3.5."""

    def group(*p: float) -> GroupResult:
        seats = [SeatResult(str(n), 0.5, 0.5, 0.4, 0.6, value) for n, value in enumerate(p)]
        return GroupResult("", Evidence(0, 0, 9, 99.0), seats)

    groups = [group(0.01, 0.01), group(0.02, 0.5, 0.03)]
    adjust(groups)
    adjusted = [seat.p_adjusted for each in groups for seat in each.seats]
    assert adjusted == pytest.approx([0.04, 0.04, 0.06, 0.5, 0.06])


def one_sided(seed: int, uploader: str) -> list[Game]:
    """Games in which the first seat wins most, all by one uploader."""
    rng = np.random.default_rng(seed)
    games = []
    for number in range(120):
        first, second = map(int, rng.choice(10, 2, replace=False))
        games.append(duel(rng, number, (first, second), 1.8, uploader=uploader))
    return games


def test_a_verdict_on_the_games_of_one_uploader_is_withdrawn() -> None:
    """Spec 3.6: too few games left means that it did not survive."""
    group = group_of(one_sided(3, "one"))
    assert group.reason == "depends_on_one_uploader"
    assert {seat.verdict for seat in group.seats} == {"cannot tell"}
    assert group.sensitivity is not None
    assert group.sensitivity["without_largest_uploader"][0]["share"] is None
    assert group.sensitivity["without_largest_pair"][0]["share"] > 0.5
    unknown = group_of(one_sided(3, ""))
    assert [seat.verdict for seat in unknown.seats] == ["ahead", "behind"]
    assert unknown.sensitivity is not None
    assert unknown.sensitivity["without_largest_uploader"] is None


def test_a_verdict_on_the_games_of_one_pair_is_withdrawn() -> None:
    """Spec 3.6: with the pair's games the first seat would be ahead; without them it is not."""
    rng = np.random.default_rng(2)
    games = [duel(rng, number, (number % 2, 1 - number % 2), 0.9) for number in range(200)]
    for number in range(200, 260):
        first, second = map(int, rng.choice(12, 2, replace=False))
        games.append(duel(rng, number, (first, second), 0.0))
    group = group_of(games)
    first_seat = group.seats[0].short()
    assert first_seat["low"] > 0.5
    assert (group.seats[0].p_adjusted or 0) <= LEVEL
    assert group.sensitivity is not None
    without_pair = group.sensitivity["without_largest_pair"][0]
    assert without_pair["low"] < 0.5 < without_pair["high"]
    assert group.reason == "depends_on_one_pair"
    assert {seat.verdict for seat in group.seats} == {"cannot tell"}


def test_the_interval_is_that_of_a_parametric_bootstrap() -> None:
    """Spec 3.2: games simulated from the fit give estimates of about the same spread."""
    games = worlds.simulate(worlds.World("", players=8, games=150, effects=(0.5, 0.0)), 9)
    fit = fit_pool(games)
    seat = group_of(games).seats[0]
    assert seat.low is not None
    assert seat.high is not None
    width = np.log(seat.high / (1 - seat.high)) - np.log(seat.low / (1 - seat.low))
    chance, estimates = np.random.default_rng(2), []
    eta = fit.design.rows @ fit.posterior.best.x
    for _ in range(12):
        again = []
        for number, game in enumerate(fit.design.games):
            places = won(chance, float(eta[2 * number] - eta[2 * number + 1]))
            sides = zip([side.members for side in game.sides], places, strict=True)
            again.append(game_of(number, game.group, sides))
        share = group_of(again).seats[0].share or 0.5
        estimates.append(np.log(share / (1 - share)))
    assert 0.5 < np.std(estimates) * 3.92 / width < 1.4


def test_boards_are_partially_pooled() -> None:
    """Spec 1.1: estimates of boards are between their raw shares and the common one."""
    games, effects = worlds.eight_boards(3)
    groups = balance(fit_pool(games))
    truth = np.array([1 / (1 + exp(-effect)) for effect in effects])
    shares = np.array([group.seats[0].share for group in groups], dtype=float)
    raw = np.array([group.seats[0].raw_share for group in groups])
    assert np.std(shares) < np.std(raw)
    assert np.abs(shares - truth).mean() < np.abs(raw - truth).mean()


@pytest.mark.deep
@pytest.mark.parametrize("world", deep.due(CHECKS))
def test_the_worlds_of_the_specification(world: str) -> None:
    """Spec 6, with few runs: `manage.py prove_balance` has 200 of each."""
    rates = list(CHECKS[world](1, deep.amount(100)))
    assert [rate for rate in rates if rate.is_missed] == []


def test_a_rate_outside_the_wanted_range_is_missed() -> None:
    assert Rate("", "", 70, 100, 0.93, 0.97).is_missed
    assert not Rate("", "", 92, 100, 0.93, 0.97).is_missed
    assert Rate("", "", 20, 100, 0.0, 0.05).is_missed
