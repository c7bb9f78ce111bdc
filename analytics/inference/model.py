"""A mixed logistic model of two-sided results: one term for the place, one strength for each player
(R. A. Bradley, M. E. Terry, Biometrika 39, 1952, p. 324, with strengths as random effects).

    logit P(the place wins) = place + strength of who sits there − mean strength of the others
                              + sending · (who sent the game in: 1 there, −1 elsewhere, 0 unknown)

Strengths are normal around nought with an unknown spread. For each spread of a grid the mode and
the curvature around it give a normal approximation (Laplace's) of place and strengths together, and
the likelihood of the spread; the answer is the mixture over the grid. So the interval of the place
knows that players may be strong where they like to sit, and that the spread is unknown.

docs/dependencies.md says which libraries were measured first, and why none of them does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analytics.insight.wilson import Z_95

Array = NDArray[np.float64]
PRIOR_TERM = 2.5
"""Standard deviation of what is thought of place and sending beforehand, in logits: little."""
_TERMS = 2
SPREADS = np.geomspace(0.03, 3.0, 16)
"""The spreads of strengths that are tried; beforehand they are half normal with deviation 1."""
MOST_PLAYERS = 800
"""Players with a strength of their own: those with the most games. The others are taken as average,
or the fit would take hours.
"""
_STEPS, _ENOUGH = 50, 1e-9


class Trial(NamedTuple):
    """A game, seen from one place: who sits there, who at the other places, whether it won; and
    `sent`: 1 where somebody there sent it in, −1 where somebody else at the table, 0 not known.
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
    """What the model says: the place's term, that of sending a game in, each player's strength, the
    spread of strengths.
    """

    place: Estimate
    sending: Estimate
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
    found = [Estimate(float(m), float(e)) for m, e in zip(mean, error, strict=True)]
    strengths = dict(zip(players, found[_TERMS:], strict=True))
    return Fit(found[0], found[1], strengths, float(weight @ SPREADS))


def _players(trials: Sequence[Trial]) -> list[str]:
    """Who has a strength: most games first, up to `MOST_PLAYERS`; then by name."""
    games: dict[str, int] = {}
    for trial in trials:
        for name in (*trial.own, *trial.others):
            games[name] = games.get(name, 0) + 1
    return sorted(sorted(games, key=lambda name: (-games[name], name))[:MOST_PLAYERS])


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
    """The mode by Newton's steps, the covariance there, and the logarithm of the likelihood of the
    spread.
    """
    precision = np.full(design.shape[1], 1 / spread**2)
    precision[:_TERMS] = 1 / PRIOR_TERM**2
    mode = start
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-design @ mode))
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(precision)
        step = np.linalg.solve(curvature, design.T @ (won - chance) - precision * mode)
        # a step is never longer than the model's own scale, so that it can't run past the mode
        mode = mode + step * min(1.0, 3.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < _ENOUGH:
            break
    logits = design @ mode
    likelihood = float(won @ logits - np.logaddexp(0, logits).sum())
    chance = 1 / (1 + np.exp(-logits))
    curvature = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(precision)
    determinant = float(np.linalg.slogdet(curvature)[1])
    prior = float(-(precision * mode**2).sum() / 2 + np.log(precision).sum() / 2)
    covariance: Array = np.linalg.inv(curvature).astype(np.float64)
    return mode, covariance, likelihood + prior - determinant / 2
