"""The log likelihood of all sides' eta, its gradient and curvature; and the prior (spec 1, 2)."""

from typing import Any, NamedTuple

import numpy as np

from .design import Array, Design, Prior


class Variances(NamedTuple):
    """Standard deviations in logits: strengths, deviations by role, drift per root year, boards."""

    strength: float
    role: float
    drift: float
    board: float


class Slopes(NamedTuple):
    """The log likelihood at some eta: its value, its gradient by row, and the curvature as weights
    of pairs of rows: sum of weight · (row i − row j)².
    """

    value: float
    gradient: Array
    weights: Array


def slopes(design: Design, eta: Array) -> Slopes:
    """Return the log likelihood, its gradient and its curvature."""
    value = float(design.linear @ eta)
    gradient = design.linear.copy()
    weights = np.zeros(design.pairs.shape[0])
    for terms in design.terms:
        of_term = eta[terms.sides]
        top = of_term.max(axis=1, keepdims=True)
        chance = np.exp(of_term - top)
        total = chance.sum(axis=1, keepdims=True)
        value -= float(terms.weights @ (top + np.log(total))[:, 0])
        chance /= total
        weighted = chance * terms.weights[:, None]
        gradient -= np.bincount(terms.sides.ravel(), weighted.ravel(), minlength=len(eta))
        for n, (i, j) in enumerate(terms.columns):
            weights += np.bincount(
                terms.pairs[:, n], weighted[:, i] * chance[:, j], minlength=len(weights)
            )
    return Slopes(value, gradient, weights)


class Precision(NamedTuple):
    """The prior precision: its diagonal, the entries next to it at the columns of `Prior.edges`,
    and the part of its log determinant that depends on the variances.
    """

    diagonal: Array
    edges: Array
    log_determinant: float

    def times(self, prior: Prior, x: Array) -> Array:
        """Return the product with a vector or with the columns of a matrix."""
        if x.ndim == 1:
            product = self.diagonal * x
            product[prior.edges] += self.edges * x[prior.edges - 1]
            product[prior.edges - 1] += self.edges * x[prior.edges]
            return product
        product = self.diagonal[:, None] * x
        product[prior.edges] += self.edges[:, None] * x[prior.edges - 1]
        product[prior.edges - 1] += self.edges[:, None] * x[prior.edges]
        return product


def precision(prior: Prior, variances: Variances) -> Precision:
    """Return the prior precision of all parameters."""
    strength, role, drift, board = (value**2 for value in variances)
    diagonal = prior.fixed.copy()
    diagonal[prior.first] += 1 / strength
    diagonal[prior.roles] += 1 / role
    diagonal[prior.nameless] += 1 / (strength + role)
    diagonal[prior.boards] += 1 / board
    steps = 1 / (drift * prior.years)
    diagonal[prior.edges] += steps
    diagonal[prior.edges - 1] += steps
    log_determinant = -(
        len(prior.first) * np.log(strength)
        + len(prior.roles) * np.log(role)
        + len(prior.nameless) * np.log(strength + role)
        + len(prior.boards) * np.log(board)
        + len(prior.edges) * np.log(drift)
    )
    return Precision(diagonal, -steps, float(log_determinant))


def objective(now: Slopes, prior: Precision, design: Design, x: Array) -> float:
    """Return the log posterior of the parameters, but for a constant."""
    return now.value - float(x @ prior.times(design.prior, x)) / 2


class Point(NamedTuple):
    """Parameters, the slopes of the likelihood there, and the log posterior but for a constant."""

    x: Array
    slopes: Slopes
    value: float


class Surface(NamedTuple):
    """The log posterior of a design at some variances; `rows` are those of the design, sparse or
    dense.
    """

    design: Design
    rows: Any
    prior: Precision

    def at(self, x: Array) -> Point:
        """Return the point of some parameters."""
        now = slopes(self.design, self.rows @ x)
        return Point(x, now, objective(now, self.prior, self.design, x))

    def gradient(self, rows_t: Any, point: Point) -> Array:
        """Return the gradient at a point; `rows_t` are the transposed rows."""
        prior = self.prior.times(self.design.prior, point.x)
        return np.asarray(rows_t @ point.slopes.gradient - prior)

    def climb(self, point: Point, step: Array, slack: float) -> tuple[Point, float]:
        """Return the point after a step of Newton's method, and the largest change of the whole
        step. The step is limited to 4 logits, and halved while the value falls by more than
        `slack`, as a part of it.
        """
        size = float(np.abs(step).max(initial=0.0))
        scale = min(1.0, 4.0 / max(size, 1e-12))
        while True:
            following = self.at(point.x + scale * step)
            if following.value >= point.value - slack * abs(point.value) or scale < 1e-4:
                return following, size
            scale /= 2
