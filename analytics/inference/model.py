"""A mixed logistic model of two-sided results with a term for upload bias: one term for the seat,
one strength for each player (R. A. Bradley, M. E. Terry, Biometrika 39, 1952, p. 324, with
strengths as random effects). Balance and ratings come from `analytics.results_model`.

    logit P(the seat wins) = seat + strength of its players − mean strength of the others
                             + upload · (the uploader: 1 in the seat, −1 elsewhere, 0 unknown)

Strengths are normal around zero with an unknown spread. For each spread of a grid, the mode and the
curvature around it give a normal (Laplace) approximation of seat and strengths together, and the
likelihood of the spread; the result is the mixture over the grid. So the interval of the seat takes
into account that players may prefer seats that suit them, and that the spread is unknown.

docs/dependencies.md lists the libraries that were measured first, and why none is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analytics.insight.wilson import Z_95

Array = NDArray[np.float64]
PRIOR_TERM = 2.5
"""Standard deviation of the weak prior of the terms of seat and upload, in logits."""
_TERMS = 2
SPREADS = np.geomspace(0.03, 3.0, 16)
"""The grid of spreads of strengths; their prior is half normal with deviation 1."""
MAX_PLAYERS = 800
"""Players with a separate strength: those with the most games. The others count as average, or the
fit would take hours.
"""
_MAX_STEPS, _TOLERANCE = 50, 1e-9


class Trial(NamedTuple):
    """A game from the view of one seat: its players, the players in other seats, whether the seat
    won; and `sent`: 1 if a player in the seat uploaded the game, −1 if another player did, 0 if
    that is unknown.
    """

    own: tuple[str, ...]
    others: tuple[str, ...]
    won: bool
    sent: int = 0


class Estimate(NamedTuple):
    """A mean with its standard error, in logits, and the 95 % interval."""

    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - Z_95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + Z_95 * self.error


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted terms of the seat and of uploading, each player's strength, and the spread of
    strengths.
    """

    seat: Estimate
    upload: Estimate
    strengths: dict[str, Estimate]
    spread: float


def fit(trials: Sequence[Trial]) -> Fit:
    """Fit the model. Raises ValueError without trials."""
    if not trials:
        raise ValueError("nothing to fit")
    players = _players(trials)
    design = _design(trials, players)
    won = np.array([trial.won for trial in trials], dtype=np.float64)
    means, errors, weights = [], [], []
    start = np.zeros(design.shape[1])
    for spread in SPREADS:
        mode, covariance, log_likelihood = _laplace(design, won, float(spread), start)
        start = mode
        means.append(mode)
        errors.append(np.diag(covariance))
        weights.append(log_likelihood - spread**2 / 2 + np.log(spread))  # the grid is of logarithms
    weight = np.exp(np.array(weights) - max(weights))
    weight /= weight.sum()
    mean = np.einsum("s,sp->p", weight, np.array(means))
    spread_out = np.array(errors) + (np.array(means) - mean) ** 2
    error = np.sqrt(np.einsum("s,sp->p", weight, spread_out))
    seat, upload, *strengths = (
        Estimate(float(m), float(e)) for m, e in zip(mean, error, strict=True)
    )
    by_player = dict(zip(players, strengths, strict=True))
    return Fit(seat, upload, by_player, float(weight @ SPREADS))


def _players(trials: Sequence[Trial]) -> list[str]:
    """Return the players with a separate strength, sorted by name."""
    games: dict[str, int] = {}
    for trial in trials:
        for name in (*trial.own, *trial.others):
            games[name] = games.get(name, 0) + 1
    return sorted(sorted(games, key=lambda name: (-games[name], name))[:MAX_PLAYERS])


def _design(trials: Sequence[Trial], players: list[str]) -> Array:
    column = {name: number for number, name in enumerate(players, _TERMS)}
    rows = np.zeros((len(trials), _TERMS + len(players)))
    rows[:, 0] = 1
    rows[:, 1] = [trial.sent for trial in trials]
    for row, trial in zip(rows, trials, strict=True):
        for names, sign in ((trial.own, 1), (trial.others, -1)):
            for name in names:
                if name in column:
                    row[column[name]] += sign / len(names)
    return rows


def _laplace(design: Array, won: Array, spread: float, start: Array) -> tuple[Array, Array, float]:
    """Return the mode, by Newton's method, its covariance, and the log-likelihood of the spread."""
    precision = np.full(design.shape[1], 1 / spread**2)
    precision[:_TERMS] = 1 / PRIOR_TERM**2
    mode = start
    for _ in range(_MAX_STEPS):
        chance = 1 / (1 + np.exp(-design @ mode))
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(precision)
        step = np.linalg.solve(curvature, design.T @ (won - chance) - precision * mode)
        # steps are limited to the scale of the model, so that they do not overshoot the mode
        mode = mode + step * min(1.0, 3.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < _TOLERANCE:
            break
    logits = design @ mode
    likelihood = float(won @ logits - np.logaddexp(0, logits).sum())
    chance = 1 / (1 + np.exp(-logits))
    curvature = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(precision)
    determinant = float(np.linalg.slogdet(curvature)[1])
    prior = float(-(precision * mode**2).sum() / 2 + np.log(precision).sum() / 2)
    covariance: Array = np.linalg.inv(curvature).astype(np.float64)
    return mode, covariance, likelihood + prior - determinant / 2
