"""The chance of each side to take the first place, averaged over the uncertainty (spec 5.3)."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import sqrt

import numpy as np
from scipy import sparse

from .design import BLOCK_DAYS, Array
from .fitted import PoolFit, Row, to_matrix
from .games import Game

_NODES = {2: 40, 3: 15, 4: 9}
_DRAWS = 2048
_BATCH = 64


def chances(fit: PoolFit, games: Sequence[Game]) -> list[dict[str, float]]:
    """Return for each game the chance of each side, by name."""
    result: list[dict[str, float]] = [{} for _ in games]
    by_sides: dict[int, list[int]] = {}
    for number, game in enumerate(games):
        by_sides.setdefault(len(game.sides), []).append(number)
    for numbers in by_sides.values():
        for start in range(0, len(numbers), _BATCH):
            batch = numbers[start : start + _BATCH]
            of_batch = _chances(fit, [games[number] for number in batch])
            for number, values in zip(batch, of_batch, strict=True):
                names = (side.name for side in games[number].sides)
                result[number] = dict(zip(names, map(float, values), strict=True))
    return result


def _chances(fit: PoolFit, games: Sequence[Game]) -> Array:
    """Return the chances of games with the same number of sides, a row per game."""
    functionals = [side_functionals(fit, game) for game in games]
    k = len(games[0].sides)
    contrast = np.hstack([np.eye(k - 1), -np.ones((k - 1, 1))])
    n = fit.design.parameters.n
    sides = to_matrix([row for rows, _ in functionals for row in rows], n)
    rows = sparse.csr_array(sparse.kron(sparse.eye_array(len(games)), contrast) @ sides)
    extra = np.array([extra for _, extra in functionals])
    total = np.zeros((len(games), k))
    for weight, mode in zip(fit.posterior.weights, fit.posterior.modes, strict=True):
        mean = (rows @ mode.x).reshape(len(games), k - 1)
        added = extra @ np.square(mode.variances)
        covariance = mode.covariances(rows, k - 1)
        covariance += np.einsum("ik,gk,jk->gij", contrast, added, contrast)
        total += weight * mean_first(mean, covariance)
    return total


def side_functionals(fit: PoolFit, game: Game) -> tuple[list[Row], Array]:
    """Return the eta of a game's sides, and the variances that are added."""
    design = fit.design
    block = 0.0 if game.day is None else _block(fit, game.day)
    rows = []
    extra = np.zeros((len(game.sides), 4))
    names = design.sets.get(game.group) or tuple(sorted(side.name for side in game.sides))
    choice = [(each, design.parameters.choice.get((names, each))) for each in names]
    for number, side in enumerate(game.sides):
        row: dict[int, float] = defaultdict(float, fit.seat_row(game.group, side.name))
        weight = 1 / len(side.members)
        for name in side.members:
            coefficients, added = fit.strength(name, block)
            role = design.parameters.roles.get((name, side.name))
            if role is None:
                added[1] += 1.0
            else:
                row[role] += weight
            for column, value in coefficients.items():
                row[column] += weight * value
            for each, of_choice in choice:
                if of_choice is not None:
                    row[of_choice] += weight * design.choice_value(name, names, each)
            extra[number] += weight**2 * added
        rows.append(dict(row))
    return rows, extra


def _block(fit: PoolFit, day: int) -> float:
    """Return a day's block: whole inside the pool's time, a fraction after its last block."""
    after = day - fit.design.last_day
    return -after / BLOCK_DAYS if after > 0 else float(fit.design.block(day))


def mean_first(mean: Array, covariance: Array) -> Array:
    """Return the mean of the chances exp(eta) / sum of exp(eta) for normal differences of eta to
    the last side: a row per game.
    """
    values, vectors = np.linalg.eigh(covariance)
    half = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
    nodes, weights = _nodes(mean.shape[1] + 1)
    eta = np.zeros((len(mean), len(weights), mean.shape[1] + 1))
    eta[:, :, :-1] = mean[:, None, :] + np.einsum("gij,nj->gni", half, nodes)
    eta -= eta.max(axis=2, keepdims=True)
    chance = np.exp(eta)
    chance /= chance.sum(axis=2, keepdims=True)
    result = np.einsum("n,gnk->gk", weights, chance)
    return np.asarray(result / result.sum(axis=1, keepdims=True), dtype=np.float64)


@cache
def _nodes(k: int) -> tuple[Array, Array]:
    """Return nodes and weights of the standard normal distribution in k − 1 dimensions: a product
    of Gauss–Hermite rules, or fixed draws for more than four sides.
    """
    if k not in _NODES:
        draws = np.random.default_rng(20261129).standard_normal((_DRAWS, k - 1))
        return np.concatenate([draws, -draws]), np.full(2 * _DRAWS, 0.5 / _DRAWS)
    x, w = np.polynomial.hermite.hermgauss(_NODES[k])
    nodes = np.array(list(product(x * sqrt(2), repeat=k - 1)))
    weights = np.array([np.prod(each) for each in product(w, repeat=k - 1)])
    return nodes, weights / weights.sum()


def first_log_loss(chances_of: dict[str, float], game: Game) -> float:
    """Return the log loss of the chances of a decided game; a shared win counts in parts."""
    shares = game.first_shares
    return -sum(
        share * float(np.log(max(chances_of[side], 1e-12)))
        for side, share in shares.items()
        if share
    )
