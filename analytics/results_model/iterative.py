"""Laplace's approximation for large pools: Newton's method with conjugate gradients, whose
preconditioner is the inverse of each player's block (as in whole-history rating, Coulom 2008).

The variances are at the mode of their marginal posterior; with so many games the grid around it
would add nothing. The gradient of that posterior needs variances of parameters, which come from the
players' blocks, corrected by draws from the posterior for what the blocks leave out.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

import numpy as np
from scipy import sparse

from .blocks import Layout, invert, layout_of
from .design import Array, Design
from .draws import column_keys, normal, pair_keys
from .grid import HIGHEST, LOWEST, SCALES, START, AnyMode, Posterior, SearchState, free_variances
from .likelihood import Precision, Slopes, Surface, Variances, precision

_DRAWS, _FOLLOWING = 64, 6
_MAX_STEPS, _TOLERANCE = 40, 1e-6
_MAX_ROUNDS, _FIRST_TOLERANCE, _ROUND_TOLERANCE, _NEAR = 12, 5e-3, 2e-5, 0.02
_CORRECTED_PARAMETERS = 25_000
"""Above, one more game changes the factors of `Search.correct` too little to compute them again."""


class Curvature:
    """The curvature at some point: products, blocks, and solutions of linear equations."""

    def __init__(self, fitter: "SparseFitter", now: Slopes, prior: Precision) -> None:
        self.fitter, self.now, self.prior = fitter, now, prior
        layout, of_prior = fitter.layout, fitter.design.prior
        entries = layout.gather @ now.weights
        entries[layout.below] = entries[layout.above]
        columns = np.arange(fitter.design.parameters.n)
        entries[layout.offsets + columns - layout.first] += prior.diagonal
        edges = of_prior.edges
        entries[layout.offsets[edges] + edges - 1 - layout.first[edges]] += prior.edges
        entries[layout.offsets[edges - 1] + edges - layout.first[edges]] += prior.edges
        self.inverses = invert(layout, entries)

    def times(self, x: Array) -> Array:
        """Return the product with the columns of a matrix."""
        product = self.fitter.pairs_t @ (self.now.weights[:, None] * (self.fitter.pairs @ x))
        return np.asarray(product + self.prior.times(self.fitter.design.prior, x))

    def solve(self, right: Array, tolerance: float) -> Array:
        """Return the solutions of linear equations, a column each, by conjugate gradients."""
        x, residual = np.zeros_like(right), right.copy()
        z = self.inverses.times(residual)
        direction = z.copy()
        size = np.einsum("ij,ij->j", residual, z)
        limit = tolerance**2 * np.maximum(
            np.einsum("ij,ij->j", right, self.inverses.times(right)), 1e-300
        )
        for _ in range(1000):
            if bool(np.all(size <= limit)):
                break
            product = self.times(direction)
            scale = size / np.maximum(np.einsum("ij,ij->j", direction, product), 1e-300)
            x = x + scale * direction
            residual -= scale * product
            z = self.inverses.times(residual)
            following = np.einsum("ij,ij->j", residual, z)
            direction = z + following / np.maximum(size, 1e-300) * direction
            size = following
        return np.asarray(x, dtype=np.float64)

    def noise(self) -> Array:
        """Return draws whose covariance is the curvature."""
        prior, edges = self.fitter.design.prior, self.fitter.design.prior.edges
        rest = self.prior.diagonal.copy()
        rest[edges] += self.prior.edges
        np.add.at(rest, prior.edges - 1, self.prior.edges)
        columns = column_keys(self.fitter.design)
        noise = normal(columns, _DRAWS) * np.sqrt(np.maximum(rest, 0))[:, None]
        chain = normal(~columns[edges], _DRAWS) * np.sqrt(-self.prior.edges)[:, None]
        noise[edges] += chain
        noise[edges - 1] -= chain
        drawn = normal(pair_keys(self.fitter.design), _DRAWS)
        drawn *= np.sqrt(self.now.weights)[:, None]
        return np.asarray(noise + self.fitter.pairs_t @ drawn, dtype=np.float64)


@dataclass(frozen=True)
class SparseMode:
    """The mode of a large pool."""

    variances: Variances
    x: Array
    curvature: Curvature

    @cached_property
    def blocks(self) -> sparse.csr_array:
        """The inverses of the blocks of players."""
        return self.curvature.inverses.matrix()

    @cached_property
    def centres(self) -> Array:
        """Draws of the means of each block given the others."""
        drawn = self.curvature.solve(self.curvature.noise(), 1e-3)
        return drawn - self.curvature.inverses.times(self.curvature.times(drawn))

    def covariance(self, rows: sparse.csr_array) -> Array:
        """Return the covariance of a few linear functionals, solved exactly."""
        right = rows.toarray().T
        return np.asarray(rows @ self.curvature.solve(right, 1e-7), dtype=np.float64)

    def variance(self, rows: sparse.csr_array, centre: Array | None = None) -> Array:
        """Return the variances of linear functionals, minus one common functional: that of each
        player's block given the others, plus the spread of its mean over draws of the others.
        """
        inside = (rows @ self.blocks).multiply(rows).sum(axis=1)
        drawn = rows @ self.centres
        if centre is not None:
            drawn = drawn - centre @ self.centres
        result = np.asarray(inside).ravel() + np.square(drawn).mean(axis=1)
        return np.asarray(result, dtype=np.float64)

    def covariances(self, rows: sparse.csr_array, k: int) -> Array:
        """Return the covariances within each k consecutive functionals, approximated likewise."""
        inside = (rows @ self.blocks @ rows.T).tocsr()
        drawn = (rows @ self.centres).reshape(-1, k, self.centres.shape[1])
        result = np.einsum("gin,gjn->gij", drawn, drawn) / self.centres.shape[1]
        for i in range(k):
            for j in range(k):
                first = np.arange(len(result)) * k
                result[:, i, j] += np.asarray(inside[first + i, first + j]).ravel()
        return np.asarray(result, dtype=np.float64)


class SparseFitter:
    """Finds modes of one large design."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.pairs = design.pairs
        self.pairs_t = sparse.csr_array(design.pairs.T)
        self.rows_t = sparse.csr_array(design.rows.T)
        self.layout: Layout = layout_of(design)

    def newton(
        self, variances: Variances, start: Array, tolerance: float
    ) -> tuple[Array, Curvature]:
        """Return the mode at some variances, and the curvature just before the last step."""
        prior = precision(self.design.prior, variances)
        surface = Surface(self.design, self.design.rows, prior)
        point = surface.at(start)
        for _ in range(_MAX_STEPS):
            curvature = Curvature(self, point.slopes, prior)
            gradient = surface.gradient(self.rows_t, point)
            step = curvature.solve(gradient[:, None], 1e-4)[:, 0]
            point, size = surface.climb(point, step, 1e-10)
            if size < tolerance:
                break
        return point.x, curvature

    def mode(self, variances: Variances, start: Array) -> SparseMode:
        """Return the mode at some variances."""
        return SparseMode(variances, *self.newton(variances, start, _TOLERANCE))


def integrate_large(design: Design) -> Posterior:
    """Return the mode at the most likely variances of a large pool."""
    search = Search(design, START)
    search.climb(_FIRST_TOLERANCE)
    first = search.theta
    search.correct()
    search.climb(_ROUND_TOLERANCE)
    modes: list[AnyMode] = [search.fitter.mode(search.at(search.theta), search.x)]
    state = SearchState(search.inverse, search.factors, first)
    return Posterior(modes, np.ones(1), search.free, search=state)


class Search:
    """Newton's method for the logarithms of the variances: the slope of their log posterior is
    known, its derivatives come from finite differences.
    """

    def __init__(self, design: Design, start: Variances) -> None:
        self.fitter, self.free, self.start = SparseFitter(design), free_variances(design), start
        self.x = np.zeros(design.parameters.n)
        self.theta = np.log([start[n] for n in self.free])
        self.factors = np.ones(4)
        self.inverse = np.eye(len(self.free))

    def at(self, theta: Array) -> Variances:
        """Return the variances of a point."""
        values = list(self.start)
        for n, value in zip(self.free, theta, strict=True):
            values[n] = exp(value)
        return Variances(*values)

    def climb(self, tolerance: float) -> None:
        """Move until a step is below the tolerance."""
        for _ in range(_MAX_ROUNDS):
            slope = self._slope(self.theta, store=True)
            derivatives = np.zeros((len(slope), len(slope)))
            for axis in range(len(slope)):
                near = self.theta.copy()
                near[axis] += _NEAR
                derivatives[axis] = (self._slope(near) - slope) / _NEAR
            values, vectors = np.linalg.eigh(-(derivatives + derivatives.T) / 2)
            self.inverse = vectors / np.maximum(values, 0.5) @ vectors.T
            if self._move(slope) < tolerance:
                break

    def _move(self, slope: Array) -> float:
        before = self.theta
        self.theta = before + np.clip(self.inverse @ slope, -0.6, 0.6)
        self.theta = np.clip(self.theta, LOWEST, HIGHEST)
        return float(np.abs(self.theta - before).max(initial=0.0))

    def follow(self, state: SearchState, x: Array) -> SparseMode:
        """Return the mode after a few more games: a few steps of the variances, with the curvature
        from before, starting from the mode before.
        """
        self.inverse, self.factors, self.x = state.inverse, state.factors, x
        if self.fitter.design.parameters.n <= _CORRECTED_PARAMETERS:
            theta, self.theta, self.factors = self.theta, state.first, np.ones(4)
            self._settle()
            self.correct()
            self.theta = theta
        self._settle()
        return self.fitter.mode(self.at(self.theta), self.x)

    def _settle(self) -> None:
        """Move with the curvature from before until a step is below the tolerance."""
        for _ in range(_FOLLOWING):
            if self._move(self._slope(self.theta, store=True)) < _ROUND_TOLERANCE:
                break

    def _slope(self, theta: Array, *, store: bool = False) -> Array:
        variances = self.at(theta)
        x, curvature = self.fitter.newton(variances, self.x, 1e-5)
        if store:
            self.x, self.curvature = x, curvature
        squares, spreads, numbers = _sums(self.fitter.design, x, curvature, variances)
        prior = np.array([1 - (v / s) ** 2 for v, s in zip(variances, SCALES, strict=True)])
        slope = squares + self.factors * spreads - numbers + prior
        return np.asarray(slope[list(self.free)])

    def correct(self) -> None:
        """Set the factors by which the variances in players' blocks are too small."""
        variances = self.at(self.theta)
        mode = SparseMode(variances, self.x, self.curvature)
        _, spreads, _ = _sums(self.fitter.design, self.x, self.curvature, variances)
        more = np.zeros(4)
        for centre in mode.centres.T:
            squares, *_ = _sums(self.fitter.design, centre, self.curvature, variances)
            more += squares / mode.centres.shape[1]
        self.factors = 1 + more / np.maximum(spreads, 1e-12)


def _sums(
    design: Design, x: Array, curvature: Curvature, variances: Variances
) -> tuple[Array, Array, Array]:
    """Return for each of the variances the sum of squares and of posterior variances of what it is
    the variance of, both divided by it, and their number.
    """
    prior = design.prior
    diagonal = curvature.inverses.diagonal()
    strength, role, drift, board = np.square(variances)
    edges, nameless = prior.edges, prior.nameless
    between = diagonal[edges] + diagonal[edges - 1]
    between -= 2 * curvature.inverses.next_to_diagonal(edges)
    parts = (
        (x[prior.first] ** 2 / strength, diagonal[prior.first] / strength),
        (x[prior.roles] ** 2 / role, diagonal[prior.roles] / role),
        ((x[edges] - x[edges - 1]) ** 2 / (drift * prior.years), between / (drift * prior.years)),
        (x[prior.boards] ** 2 / board, diagonal[prior.boards] / board),
    )
    squares = np.array([of.sum() for of, _ in parts])
    spreads = np.array([of.sum() for _, of in parts])
    numbers = np.array([float(len(of)) for of, _ in parts])
    total = strength + role
    for number, share in ((0, strength / total), (1, role / total)):
        squares[number] += share * (x[nameless] ** 2 / total).sum()
        spreads[number] += share * (diagonal[nameless] / total).sum()
        numbers[number] += share * len(nameless)
    return squares, spreads, numbers
