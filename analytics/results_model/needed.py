"""How many more games a group needs until its verdict is no longer "cannot tell"."""

from collections.abc import Sequence
from math import ceil, comb, log, sqrt
from typing import NamedTuple, Protocol
from zlib import crc32

import numpy as np
from scipy import linalg, sparse
from scipy.special import erfc, expit

from analytics.insight.comparing import LEVEL
from analytics.insight.wilson import Z_95

from .balance import EVEN, GroupResult, without_largest_pair, without_largest_uploader
from .design import Array
from .fitted import Functionals, PoolFit
from .games import MIN_EFFECTIVE, Game
from .identification import evidence
from .laplace import DenseFitter
from .likelihood import Variances, precision, slopes

CHANCE = 0.6
"""The chance of a verdict that the number of games gives. With 0.8 there was no number for most
groups: effects near the border between even and ahead stay open.
"""
MOST = 100
"""Nothing is returned above this many times the games so far."""
_SIMULATIONS, _HALVINGS = 8000, 7
_EXACT_PARAMETERS = 400


def games_needed(fit: PoolFit, results: Sequence[GroupResult]) -> dict[str, int | None]:
    """Return for each identified group without any verdict how many more games like the observed
    ones give a seat a verdict in 60 % of the simulations, rounded up to two digits; None above
    100 times the games so far. `results` are those of `balance(fit)`.

    More games mean the same players in the same seats. Other groups stay as they are, and so does
    their part in Holm's correction. Groups whose verdict depends on one pair or one uploader are
    left out: they need games of others, not more of the same.
    """
    needed = {}
    for result in results:
        undecided = all(seat.verdict == "cannot tell" for seat in result.seats)
        if undecided and result.is_identified and result.reason is None:
            others = [each for each in results if each is not result]
            needed[result.group] = _Simulation(fit, result, others).games_needed()
    return needed


class _Stratum(Protocol):
    """Points of the grid with similar deviations by role."""

    weight: float
    mean: Array

    def after(self, times: float, rest: int | None = None) -> Array:
        """Return the covariance of the seat effects after so many times the games, of all games
        or of a part of them.
        """


class _Rest(NamedTuple):
    """The games of a group without its largest pair or uploader (spec 3.6)."""

    games: list[Game]
    players_suffice: bool
    effective: float
    noise: Array


class _Simulation:
    """Posterior means and verdicts that a group may have after more games.

    If the effects are now N(m, V) and their covariance will be W, their mean will be N(m, V − W).
    The mean of a part of the games, whose covariance will be U, differs from it by N(0, U − W).
    The variances are drawn with the effects; what is unknown of them today fades with the games.
    """

    def __init__(self, fit: PoolFit, result: GroupResult, others: Sequence[GroupResult]) -> None:
        self.result, self.k = result, len(result.seats)
        games = [game for game in fit.design.games if game.group == result.group]
        names = [seat.seat for seat in result.seats]
        # A seed of integers only: the last digits of fractions depend on the processor.
        rng = np.random.default_rng(crc32(f"{result.group} {result.evidence.games}".encode()))
        self.noise = rng.standard_normal((_SIMULATIONS, self.k))
        self.rests: list[_Rest] = []
        for left in (without_largest_pair(games), without_largest_uploader(games)):
            if left is not None:
                basis = evidence(left, names)
                complete = {side.name for game in left for side in game.sides} == set(names)
                suffice = complete and basis.reason in (None, "few_effective_games")
                noise = rng.standard_normal((_SIMULATIONS, self.k))
                self.rests.append(_Rest(left, suffice, basis.effective_games, noise))
        self.p_others = _tests(others)
        self.strata: list[_Stratum] = [_Scaled(fit, result, self.rests)]
        if fit.design.parameters.n <= _EXACT_PARAMETERS:
            self.strata = [
                _Exact(fit, result.group, self.rests, weights) for weights in _thirds(fit)
            ]

    def games_needed(self) -> int | None:
        """Return the number of games, by halving intervals of its logarithm."""
        low, high = 1.0, 1.0 + MOST
        if self._chance(high) < CHANCE:
            return None
        for _ in range(_HALVINGS):
            middle = sqrt(low * high)
            if self._chance(middle) < CHANCE:
                low = middle
            else:
                high = middle
        more = ceil((high - 1) * self.result.evidence.games)
        unit: int = 10 ** max(0, len(str(more)) - 2)
        return int(ceil(more / unit) * unit)

    def _chance(self, times: float) -> float:
        """Return the chance of a verdict on any seat after so many times the games."""
        later = self._covariances(times, None)
        of_rests = [self._covariances(times, number) for number in range(len(self.rests))]
        chance = 0.0
        for number, stratum in enumerate(self.strata):
            root = _root(stratum.after(1.0) - later[number])
            effects = stratum.mean + self.noise @ root
            logits, errors = _share_logits(effects, later[number])
            fair = log(1 / (self.k - 1))
            is_clear = self._adjusted(erfc(np.abs(logits - fair) / errors / sqrt(2))) <= LEVEL
            low, high = logits - Z_95 * errors, logits + Z_95 * errors
            is_ahead, is_behind = is_clear & (low > fair), is_clear & (high < fair)
            for rest, covariances in zip(self.rests, of_rests, strict=True):
                if not rest.players_suffice or times * rest.effective < MIN_EFFECTIVE:
                    is_ahead[:], is_behind[:] = False, False
                    break
                apart = rest.noise @ _root(covariances[number] - later[number])
                logits, errors = _share_logits(effects + apart, covariances[number])
                is_ahead &= logits - Z_95 * errors > fair
                is_behind &= logits + Z_95 * errors < fair
            is_even = (expit(low) >= (1 - EVEN) / self.k) & (expit(high) <= (1 + EVEN) / self.k)
            decided = (is_ahead | is_behind | is_even).any(axis=1)
            chance += stratum.weight * float(decided.mean())
        return chance

    def _covariances(self, times: float, rest: int | None) -> list[Array]:
        """Return the covariance in each stratum: its own, and the mean of all with a weight that
        fades with the games.
        """
        own = [stratum.after(times, rest) for stratum in self.strata]
        mean = sum(each.weight * of for each, of in zip(self.strata, own, strict=True))
        return [mean / times + of * (1 - 1 / times) for of in own]

    def _adjusted(self, p: Array) -> Array:
        """Return p values, a row per simulation, after Holm's correction with the other groups."""
        own = p.max(axis=1, keepdims=True) if self.k == 2 else p
        everything = np.hstack([own, np.tile(self.p_others, (len(p), 1))])
        order = np.argsort(everything, axis=1)
        factors = np.arange(everything.shape[1], 0, -1)
        ordered = np.maximum.accumulate(
            np.take_along_axis(everything, order, axis=1) * factors, axis=1
        )
        np.put_along_axis(everything, order, ordered, axis=1)
        return everything[:, : own.shape[1]] + np.zeros_like(p)


class _Exact:
    """The curvature at the mode, in which each game of the group counts several times."""

    def __init__(self, fit: PoolFit, group: str, rests: Sequence[_Rest], weights: Array) -> None:
        design, posterior = fit.design, fit.posterior
        self.weight = float(weights.sum())
        squares = np.square([mode.variances for mode in posterior.modes])
        variances = Variances(*np.sqrt(weights @ squares / self.weight))
        self.fitter = DenseFitter(design)
        mode = self.fitter.fit(variances, posterior.best.x)
        self.rows = _contrasts(fit, group)
        self.mean = np.asarray(self.rows @ mode.x, dtype=np.float64)
        self.now = slopes(design, self.fitter.rows @ mode.x)
        self.prior = precision(design.prior, variances)
        pairs = [comb(len(game.sides), 2) for game in design.games]
        self.own = np.repeat([game.group == group for game in design.games], pairs)
        self.of_rest = []
        for rest in rests:
            left = {id(game) for game in rest.games}
            self.of_rest.append(np.repeat([id(game) in left for game in design.games], pairs))

    def after(self, times: float, rest: int | None = None) -> Array:
        """Return the covariance."""
        counted = self.own if rest is None else self.of_rest[rest]
        weights = np.where(self.own, times * counted, 1.0) * self.now.weights
        curvature = self.fitter.curvature(self.now._replace(weights=weights), self.prior)
        factor = linalg.cholesky(curvature, lower=True, overwrite_a=True, check_finite=False)
        half = linalg.solve_triangular(factor, self.rows.T, lower=True, check_finite=False)
        return np.asarray(half.T @ half, dtype=np.float64)


class _Scaled:
    """The covariance of today, divided by the games; for large pools. What infinitely many games
    of the same players leave is their deviations by role, divided by their number.
    """

    def __init__(self, fit: PoolFit, result: GroupResult, rests: Sequence[_Rest]) -> None:
        basis, rows = result.evidence, _contrasts(fit, result.group)
        of = Functionals(sparse.csr_array(rows), np.zeros((len(rows), 4)))
        weights, means, covariances = map(np.array, zip(*fit.joint(of), strict=True))
        self.weight, self.mean = 1.0, weights @ means
        spread = means - self.mean
        self.now = np.tensordot(weights, covariances, 1) + spread.T @ (weights[:, None] * spread)
        role = weights @ [mode.variances.role**2 for mode in fit.posterior.modes]
        self.left = role / basis.players_on_several_sides * (np.eye(len(rows)) - 1 / len(rows))
        self.left *= min(1.0, float(np.trace(self.now) / np.trace(self.left)))
        self.parts = [rest.effective / basis.effective_games for rest in rests]

    def after(self, times: float, rest: int | None = None) -> Array:
        """Return the covariance."""
        part = 1.0 if rest is None else self.parts[rest]
        return np.asarray(self.left + (self.now - self.left) / (times * part), dtype=np.float64)


def _contrasts(fit: PoolFit, group: str) -> Array:
    """Return the rows of the seat effects of a group, minus their mean."""
    rows = fit.seat_rows(group).toarray()
    return np.asarray(rows - rows.mean(axis=0), dtype=np.float64)


def _thirds(fit: PoolFit) -> list[Array]:
    """Return the weights of the grid in three parts of equal weight, by the deviations by role."""
    posterior = fit.posterior
    order = np.argsort([mode.variances.role for mode in posterior.modes], kind="stable")
    ends = np.cumsum(posterior.weights[order])
    parts = []
    for low, high in ((0.0, 1 / 3), (1 / 3, 2 / 3), (2 / 3, 1.0)):
        inside = np.minimum(ends, high) - np.maximum(ends - posterior.weights[order], low)
        part = np.zeros(len(order))
        part[order] = np.maximum(inside, 0.0)
        parts.append(part)
    return parts


def _tests(results: Sequence[GroupResult]) -> list[float]:
    """Return the p values of other groups; a group of two sides counts once (spec 3.5)."""
    tests: list[float] = []
    for result in results:
        values = [seat.p for seat in result.seats if seat.p is not None]
        tests += [max(values)] if len(result.seats) == 2 and values else values
    return tests


def _root(covariance: Array) -> Array:
    """Return a matrix whose product with independent draws has a covariance."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T)


def _share_logits(effects: Array, covariance: Array) -> tuple[Array, Array]:
    """Return the logits of the shares of all seats and their standard errors, a row for each row
    of effects (`profile.share_logit`).
    """
    k = effects.shape[1]
    shares = np.exp(effects - effects.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    others = 1 - shares
    slope = -shares[:, None, :] / others[:, :, None]
    slope[:, np.arange(k), np.arange(k)] = 1.0
    variances = np.einsum("ski,ij,skj->sk", slope, covariance, slope)
    return np.log(shares / others), np.sqrt(variances)
