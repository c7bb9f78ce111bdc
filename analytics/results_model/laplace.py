"""Laplace's approximation with dense matrices, for pools with up to some thousand parameters."""

from dataclasses import dataclass

import numpy as np
from scipy import linalg, sparse

from .design import Array, Design
from .likelihood import Precision, Slopes, Surface, Variances, precision

MAX_STEPS, TOLERANCE = 60, 1e-4
"""Newton's method stops after a step below the tolerance; the error left is about its square."""
DENSE_WORK = 3e6


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode at some variances, the factor of the curvature there, and the log posterior of the
    variances but for their prior.
    """

    variances: Variances
    x: Array
    factor: Array
    log_posterior: float

    def _half(self, rows: Array) -> Array:
        """Return a matrix whose transpose times itself is the covariance of functionals."""
        solved = linalg.solve_triangular(self.factor, rows.T, lower=True, check_finite=False)
        return np.asarray(solved, dtype=np.float64)

    def covariance(self, rows: sparse.csr_array) -> Array:
        """Return the covariance of linear functionals of the parameters, one in each row."""
        half = self._half(rows.toarray())
        return np.asarray(half.T @ half, dtype=np.float64)

    def variance(self, rows: sparse.csr_array, centre: Array | None = None) -> Array:
        """Return the variances of linear functionals, each minus a common one."""
        half = self._half(rows.toarray() if centre is None else rows.toarray() - centre)
        return np.asarray(np.einsum("ij,ij->j", half, half), dtype=np.float64)

    def covariances(self, rows: sparse.csr_array, k: int) -> Array:
        """Return the covariances within each k consecutive functionals."""
        half = self._half(rows.toarray()).reshape(len(self.x), -1, k)
        return np.asarray(np.einsum("ngi,ngj->gij", half, half), dtype=np.float64)


class DenseFitter:
    """Finds modes of one design."""

    def __init__(self, design: Design) -> None:
        self.design = design
        n = design.parameters.n
        self.is_dense = design.pairs.shape[0] * n * n < DENSE_WORK
        self.rows = design.rows.toarray() if self.is_dense else design.rows
        self.pairs = design.pairs.toarray() if self.is_dense else design.pairs

    def fit(self, variances: Variances, start: Array | None = None) -> Mode:
        """Return the mode at some variances, by Newton's method from a start."""
        design = self.design
        prior = precision(design.prior, variances)
        surface = Surface(design, self.rows, prior)
        point = surface.at(np.zeros(design.parameters.n) if start is None else start.copy())
        factor = np.empty(0)
        for _ in range(MAX_STEPS):
            curvature = self.curvature(point.slopes, prior)
            factor = linalg.cholesky(curvature, lower=True, check_finite=False)
            gradient = surface.gradient(self.rows.T, point)
            step = linalg.cho_solve((factor, True), gradient, check_finite=False)
            point, size = surface.climb(point, step, 1e-9)
            if size < TOLERANCE:
                break
        log_determinant = 2 * float(np.log(np.diag(factor)).sum())
        value = point.value + prior.log_determinant / 2 - log_determinant / 2
        return Mode(variances, point.x, factor, value)

    def curvature(self, now: Slopes, prior: Precision) -> Array:
        """Return the negative second derivatives of the log posterior."""
        if self.is_dense:
            curvature = (self.pairs * now.weights[:, None]).T @ self.pairs
        else:
            weighted = self.pairs.multiply(now.weights[:, None]).tocsr()
            curvature = (self.pairs.T @ weighted).toarray()
        n = self.design.parameters.n
        curvature[np.arange(n), np.arange(n)] += prior.diagonal
        edges = self.design.prior.edges
        curvature[edges, edges - 1] += prior.edges
        curvature[edges - 1, edges] += prior.edges
        return np.asarray(curvature, dtype=np.float64)
