"""Intervals by profile likelihood, for sides that won (almost) all or none of their games (3.2)."""

from math import erfc, exp, log, sqrt
from typing import NamedTuple

import numpy as np
from scipy import linalg

from analytics.insight.wilson import Z_95

from .design import Array
from .fitted import PoolFit
from .laplace import DenseFitter
from .likelihood import objective, precision, slopes

_STIFFNESS = 1e4
_FARTHEST = 14.0
_STEPS = 12


class Profile(NamedTuple):
    """The interval of a share, whose ends may be 0 or 1, and the p value of the fair share."""

    low: float
    high: float
    p: float


def profile(fit: PoolFit, group: str, seat: int, fair: float) -> Profile:
    """Return the profile of a seat's share at the best variances."""
    curve = _Curve(fit, group, seat)
    bounds = []
    for sign in (-1.0, 1.0):
        near, far = curve.peak, curve.peak + sign * _FARTHEST
        if curve.deviance(far) < Z_95**2:
            bounds.append(0.0 if sign < 0 else 1.0)
            continue
        for _ in range(_STEPS * 2):
            middle = (near + far) / 2
            if curve.deviance(middle) < Z_95**2:
                near = middle
            else:
                far = middle
        bounds.append(1 / (1 + exp(-(near + far) / 2)))
    p = erfc(sqrt(max(0.0, curve.deviance(fair)) / 2))
    return Profile(bounds[0], bounds[1], p)


def share_logit(effects: Array, number: int) -> tuple[float, Array]:
    """Return the logit of a side's share, and its gradient."""
    others = np.delete(effects, number)
    top = float(others.max())
    total = float(np.exp(others - top).sum())
    slope = np.zeros(len(effects))
    slope[np.arange(len(effects)) != number] = -np.exp(others - top) / total
    slope[number] = 1.0
    return float(effects[number]) - top - log(total), slope


class _Curve:
    """Twice the drop of the log posterior when the logit of a share is held at a value."""

    def __init__(self, fit: PoolFit, group: str, seat: int) -> None:
        self.design = fit.design
        self.fitter = DenseFitter(fit.design)
        self.mode = fit.posterior.best
        self.prior = precision(fit.design.prior, self.mode.variances)
        self.rows, self.seat = fit.seat_rows(group).toarray(), seat
        self.top = self._objective(self.mode.x)
        self.peak = self._logit(self.mode.x)[0]

    def deviance(self, value: float) -> float:
        """Return the deviance of a value of the logit."""
        x = self.mode.x.copy()
        for _ in range(60):
            now = slopes(self.design, self.fitter.rows @ x)
            logit, direction = self._logit(x)
            gradient = self.fitter.rows.T @ now.gradient - self.prior.times(self.design.prior, x)
            gradient += _STIFFNESS * (value - logit) * direction
            curvature = self.fitter.curvature(now, self.prior)
            curvature += _STIFFNESS * np.outer(direction, direction)
            step = linalg.cho_solve((linalg.cholesky(curvature, lower=True), True), gradient)
            size = float(np.abs(step).max())
            x += step * min(1.0, 2.0 / max(size, 1e-12))
            if size < 1e-5:
                break
        return 2 * (self.top - self._objective(x))

    def _objective(self, x: Array) -> float:
        now = slopes(self.design, self.fitter.rows @ x)
        return objective(now, self.prior, self.design, x)

    def _logit(self, x: Array) -> tuple[float, Array]:
        """Return the logit of the share, and its gradient by the parameters."""
        logit, slope = share_logit(self.rows @ x, self.seat)
        return logit, slope @ self.rows
