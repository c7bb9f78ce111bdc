"""Integration over the variances on a small grid around their mode (spec 2.4)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import exp, log, sqrt
from typing import NamedTuple, Protocol

import numpy as np
from scipy import sparse

from .design import Array, Design
from .laplace import DenseFitter, Mode
from .likelihood import Variances

SCALES = Variances(1.0, 1.0, 1.0, 0.3)
"""Scales of the half-normal priors (spec 1.1 and 2.4)."""
START = Variances(0.7, 0.3, 0.3, 0.25)
LOWEST, HIGHEST = log(0.02), log(6.0)
_DISTANCE = 1.1
_CUTOFF = 3.0
"""Points whose log posterior is lower than the best by more have no neighbours on the grid."""
Point = tuple[int, ...]


class AnyMode(Protocol):
    """The mode at some variances."""

    @property
    def variances(self) -> Variances:
        """The standard deviations."""

    @property
    def x(self) -> Array:
        """The parameters."""

    def covariance(self, rows: sparse.csr_array) -> Array:
        """Return the covariance of linear functionals of the parameters, one in each row."""

    def variance(self, rows: sparse.csr_array, centre: Array | None = None) -> Array:
        """Return the variances of linear functionals, each minus a common one."""

    def covariances(self, rows: sparse.csr_array, k: int) -> Array:
        """Return the covariances within each k consecutive functionals."""


class SearchState(NamedTuple):
    """How the variances of a large pool respond to more games: the inverse of the curvature of
    their log posterior, the factors of `iterative.Search.correct`, and the logarithms of the
    variances for which they were computed.
    """

    inverse: Array
    factors: Array
    first: Array


@dataclass(frozen=True, slots=True)
class Posterior:
    """The modes on the grid with their weights, which add up to 1."""

    modes: list[AnyMode]
    weights: Array
    free: tuple[int, ...]
    """The indices of the variances that matter in the pool (`free_variances`)."""
    best_number: int = 0
    search: SearchState | None = None

    @property
    def best(self) -> AnyMode:
        """The mode at the most likely variances."""
        return self.modes[self.best_number]

    @property
    def variances(self) -> Variances:
        """The mean of each standard deviation."""
        return Variances(*(self.weights @ np.array([mode.variances for mode in self.modes])))


def free_variances(design: Design) -> tuple[int, ...]:
    """Return the indices of the variances that matter in a pool."""
    prior = design.prior
    has_players = len(prior.first) > 0
    flags = (
        has_players or len(prior.nameless) > 0,
        has_players or len(prior.nameless) > 0,
        len(prior.edges) > 0,
        len(prior.boards) > 0,
    )
    return tuple(n for n, flag in enumerate(flags) if flag)


class Explorer:
    """Evaluates the log posterior of the logarithms of the variances, each point once."""

    def __init__(self, fitter: DenseFitter, free: tuple[int, ...]) -> None:
        self.fitter, self.free = fitter, free
        self.start: Array | None = None

    def at(self, theta: Array) -> tuple[float, Mode]:
        """Return the log posterior, with the Jacobian of the logarithms, and the mode."""
        values = list(START)
        for n, value in zip(self.free, theta, strict=True):
            values[n] = exp(value)
        variances = Variances(*values)
        mode = self.fitter.fit(variances, self.start)
        if self.start is None:
            self.start = mode.x
        prior = sum(-((variances[n] / SCALES[n]) ** 2) / 2 + log(variances[n]) for n in self.free)
        return mode.log_posterior + prior, mode


def integrate(design: Design) -> Posterior:
    """Return the modes on a grid of variances around the posterior mode, with their weights."""
    free = free_variances(design)
    explorer = Explorer(DenseFitter(design), free)
    if not free:
        return Posterior([explorer.at(np.zeros(0))[1]], np.ones(1), free)
    center, below, above = _peak(explorer, np.log([START[n] for n in free]))
    if len(free) < 3:
        points = _flood(explorer.at, center, 1.1 * (below + above) / 2)
        chosen = [(0.0, *points[key]) for key in sorted(points)]
    else:
        chosen = list(_composite(explorer.at, center, below, above))
    best = max(value for _, value, _ in chosen)
    chosen = [point for point in chosen if point[1] > best - _CUTOFF - 1.5]
    weights = np.exp(np.array([volume + value - best for volume, value, _ in chosen]))
    highest = max(range(len(chosen)), key=lambda number: chosen[number][1])
    return Posterior([mode for *_, mode in chosen], weights / weights.sum(), free, highest)


def _peak(explorer: Explorer, theta: Array) -> tuple[Array, Array, Array]:
    """Return a point near the mode, and the standard deviations below and above it along each axis:
    parabolas along the axes, a few times.
    """
    below, above = np.full(len(theta), 0.4), np.full(len(theta), 0.4)
    value, mode = explorer.at(theta)
    for _ in range(5):
        explorer.start = mode.x
        moved = np.zeros(len(theta))
        for axis in range(len(theta)):
            h = np.zeros(len(theta))
            h[axis] = min(0.5, (below[axis] + above[axis]) / 2)
            up, down = explorer.at(theta + h)[0], explorer.at(theta - h)[0]
            slope = (up - down) / (2 * h[axis])
            curvature = (2 * value - up - down) / h[axis] ** 2
            spread = np.clip(max(curvature, 1e-6) ** -0.5, 0.12, 0.8)
            below[axis] = np.clip(h[axis] / max(2 * (value - down), 0.1) ** 0.5, 0.12, 1.5 * spread)
            above[axis] = np.clip(h[axis] / max(2 * (value - up), 0.1) ** 0.5, 0.12, 1.5 * spread)
            moved[axis] = np.clip(slope / max(curvature, 0.6), -0.8, 0.8)
        following = np.clip(theta + moved, LOWEST, HIGHEST)
        new_value, new_mode = explorer.at(following)
        if new_value <= value:
            moved /= 2
            following = np.clip(theta + moved, LOWEST, HIGHEST)
            new_value, new_mode = explorer.at(following)
        small = bool(np.all(np.abs(moved) < 0.3 * np.minimum(below, above)))
        if new_value > value:
            theta, value, mode = following, new_value, new_mode
        if small:
            break
    explorer.start = mode.x
    return theta, below, above


def _composite(
    at: Callable[[Array], tuple[float, Mode]], center: Array, below: Array, above: Array
) -> Iterator[tuple[float, float, Mode]]:
    """Yield points of a central composite design with the logarithms of their volumes and of their
    posterior, for three or more variances (Rue, Martino, Chopin, JRSS B 71, 2009, p. 319).
    """
    n = len(center)
    corners = [np.array(signs, dtype=float) for signs in product((-1, 1), repeat=n)]
    if n == 4:
        corners = [signs for signs in corners if signs.prod() > 0]
    axes = [sign * sqrt(n) * np.eye(n)[axis] for axis in range(n) for sign in (-1, 1)]
    # all outer points are on one sphere; with these weights a normal distribution has its variance
    square = _DISTANCE**2
    yield log(1 - 1 / square), *at(center)
    volume = n * square / 2 - log(square * (len(corners) + len(axes)))
    for z in (*axes, *corners):
        theta = center + _DISTANCE * np.where(z < 0, z * below, z * above)
        yield volume, *at(np.clip(theta, LOWEST, HIGHEST))


def _flood(
    at: Callable[[Array], tuple[float, Mode]], center: Array, step: Array
) -> dict[Point, tuple[float, Mode]]:
    """Return the points of a grid that are connected to its center by likely points."""
    origin: Point = (0,) * len(center)
    points = {origin: at(center)}
    best = points[origin][0]
    waiting = [origin]
    while waiting:
        point = waiting.pop(0)
        if points[point][0] < best - _CUTOFF:
            continue
        for axis in range(len(center)):
            for sign in (1, -1):
                near = (*point[:axis], point[axis] + sign, *point[axis + 1 :])
                theta = center + np.array(near) * step
                outside = bool(np.any(theta < LOWEST) or np.any(theta > HIGHEST))
                if near in points or outside:
                    continue
                points[near] = at(theta)
                best = max(best, points[near][0])
                waiting.append(near)
    return points
