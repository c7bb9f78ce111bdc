"""The likelihood of the model against direct formulas (spec 1.2 to 1.5)."""

from itertools import permutations, product

import numpy as np
import pytest

from analytics.results_model.design import build
from analytics.results_model.games import Game, Side
from analytics.results_model.laplace import DenseFitter
from analytics.results_model.likelihood import Variances, precision, slopes
from analytics.results_model.ties import ranks_of, terms_of

VARIANCES = Variances(0.8, 0.4, 0.5, 0.3)


def mean_over_orders(ranks: tuple[int, ...], eta: np.ndarray) -> float:
    """Return the mean log likelihood of all strict orders that agree with the ranks."""
    values = []
    for order in permutations(range(len(ranks))):
        if [ranks[side] for side in order] == sorted(ranks):
            left = [np.exp(eta[list(order[n:])]).sum() for n in range(len(order))]
            values.append(sum(eta[side] for side in order) - np.log(left).sum())
    return float(np.mean(values))


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_ties_are_the_mean_over_all_strict_orders(sides: int) -> None:
    eta = np.random.default_rng(sides).normal(0, 1, sides)
    for places in product((1.0, 2.0, 3.0), repeat=sides):
        ranks = ranks_of(places)
        linear, terms = terms_of(ranks)
        value = np.dot(linear, eta)
        value -= sum(weight * np.log(np.exp(eta[list(of)]).sum()) for weight, of in terms)
        assert value == pytest.approx(mean_over_orders(ranks, eta))


def mixed_games() -> list[Game]:
    """Games with two, three and four sides, teams, ties, nameless players and dates."""
    random = np.random.default_rng(3)
    games = []
    for number in range(30):
        sides = 2 + number % 3
        names = [f"p{n}" for n in random.choice(6, sides, replace=False)]
        names[0] = "" if number % 7 == 0 else names[0]
        members = [(name,) for name in names]
        if number % 5 == 0:
            members[1] = (names[1], "q")
        places = [float(place) for place in random.integers(1, 4, sides)]
        group = f"{sides}/board {number % 2}"
        of = tuple(Side(str(n), m, p) for n, (m, p) in enumerate(zip(members, places, strict=True)))
        games.append(Game(str(number), group, 700_000 + 13 * number, None, of))
    return games


def test_gradient_and_curvature_are_those_of_the_value() -> None:
    design = build(mixed_games())
    rows, pairs = design.rows.toarray(), design.pairs.toarray()
    x = np.random.default_rng(4).normal(0, 0.5, design.parameters.n)
    now = slopes(design, rows @ x)
    gradient = rows.T @ now.gradient
    curvature = (pairs * now.weights[:, None]).T @ pairs
    step = 1e-5
    for column in range(0, design.parameters.n, 5):
        move = np.zeros(design.parameters.n)
        move[column] = step
        up, down = slopes(design, rows @ (x + move)), slopes(design, rows @ (x - move))
        assert gradient[column] == pytest.approx((up.value - down.value) / (2 * step), abs=1e-5)
        change = rows.T @ (up.gradient - down.gradient) / (2 * step)
        np.testing.assert_allclose(curvature[column], -change, atol=1e-5)


def test_the_linear_predictor_is_that_of_the_specification() -> None:
    """eta = b + mean over members of s(day) + d + sum of g (x − 1/K) (spec 1.1, 1.2, 1.6)."""
    games = mixed_games()
    design = build(games)
    parameters = design.parameters
    x = np.random.default_rng(5).normal(0, 1, parameters.n)
    eta = design.rows @ x
    row = nameless = 0
    for game in design.games:
        names = design.sets[game.group]
        for side in game.sides:
            value = x[parameters.seat[game.group[:1], side.name]]
            value += x[parameters.board[game.group, side.name]]
            for player in side.members:
                if not player:
                    value += x[parameters.nameless[nameless]] / len(side.members)
                    nameless += 1
                    continue
                of_player = [
                    g for g in games if player in g.names and design.sets[g.group] == names
                ]
                block = (design.last_day - (game.day or 0)) // 60
                position = parameters.blocks[player].index(block)
                own = x[parameters.start[player] + position]
                own += x[parameters.roles[player, side.name]]
                for k in names:
                    on = sum(
                        s.name == k and player in s.members for g in of_player for s in g.sides
                    )
                    g = x[parameters.choice[names, k]]
                    own += g * (on / len(of_player) - 1 / len(names))
                value += own / len(side.members)
            assert eta[row] == pytest.approx(value)
            row += 1


def test_the_prior_is_a_wiener_process_with_deviations() -> None:
    """Spec 2.1, 2.2, 2.4: the inverse of the precision is the covariance of the prior."""
    design = build(mixed_games())
    prior = precision(design.prior, VARIANCES)
    n = design.parameters.n
    covariance = np.linalg.inv(prior.times(design.prior, np.eye(n)))
    for player, blocks in design.parameters.blocks.items():
        start = design.parameters.start[player]
        for i, first in enumerate(blocks):
            for j, second in enumerate(blocks):
                years = (blocks[0] - max(first, second)) * 60 / 365.25
                expected = VARIANCES.strength**2 + VARIANCES.drift**2 * years
                assert covariance[start + i, start + j] == pytest.approx(expected)
    for column in design.parameters.roles.values():
        assert covariance[column, column] == pytest.approx(VARIANCES.role**2)
    for column in design.parameters.nameless:
        assert covariance[column, column] == pytest.approx(0.8**2 + 0.4**2)
    for column in design.parameters.seat.values():
        assert covariance[column, column] == pytest.approx(100)
    for column in design.parameters.choice.values():
        assert covariance[column, column] == pytest.approx(25)


def test_the_mode_has_no_gradient() -> None:
    design = build(mixed_games())
    fitter = DenseFitter(design)
    mode = fitter.fit(VARIANCES)
    prior = precision(design.prior, VARIANCES)
    gradient = fitter.rows.T @ slopes(design, fitter.rows @ mode.x).gradient
    assert np.abs(gradient - prior.times(design.prior, mode.x)).max() < 1e-6
