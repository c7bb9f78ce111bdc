"""What the Samurai can know in a chase, with probabilities: sums over all hypotheses of 8.2
without listing them.

The functions take a `PublicView`, so no result depends on a secret. Every set and number of
hypotheses is exact and needs no prior; every probability is under the prior of its plan weights.
Bits are Shannon's ("A Mathematical Theory of Communication", 1948): −Σ p log2 p.
"""

from math import log2
from typing import NamedTuple

from games.goryo.assessment.priors import PlanWeights, equal_weights, sums_of_others
from games.goryo.inference import Belief, ConsistentRoutes, consistent_routes, infer_belief
from games.goryo.rules.board import Board, set_bits
from games.goryo.rules.state import PublicView


class Masses(NamedTuple):
    """Sums of the weights of hypotheses: of all, and by space of those with a move or target cube
    there (`cubes`), with the target there, with the false trail there.

    `bits` is the entropy of the hypotheses: what remains unknown.
    """

    total: float
    cubes: list[float]
    target: list[float]
    trail: list[float]
    bits: float


class Knowledge(NamedTuple):
    """What can be known at one point of a chase: the exact belief block of 8.2, the number of plans
    (whatever the bound type), and the masses with equal weights and under the prior.
    """

    board: Board
    prior: str
    belief: Belief
    plans: int
    counts: Masses
    masses: Masses

    @property
    def hypotheses(self) -> int:
        """The number of possible hypotheses; 0 after some mistakes (8.3)."""
        return self.belief.hypotheses

    @property
    def target_bits(self) -> float:
        """The entropy of the target alone."""
        return entropy(self.masses.target)


def infer_knowledge(view: PublicView, weights: PlanWeights) -> Knowledge:
    """Return what can be known in a chase; `weights` are the prior's (`priors.plan_weights`)."""
    consistent, prior = consistent_routes(view), weights.prior
    counts = _masses(view, consistent, equal_weights(view))
    weighted = _masses(view, consistent, weights) if prior.weights else counts
    plans = sum(routes.plans for routes in consistent)
    return Knowledge(view.setup.board, prior.name, infer_belief(view), plans, counts, weighted)


def entropy(masses: list[float]) -> float:
    """Return the entropy in bits of a distribution whose weights need not add up to 1; 0 if there
    are no weights.
    """
    total = sum(masses)
    return max(0.0, -sum(m / total * log2(m / total) for m in masses if m)) if total else 0.0


class _Sums:
    """Collects the masses, one set of routes after the other.

    A free false trail may lie on any space that is not investigated and has no cube. So its mass is
    summed once for all spaces (`free_trail`), less the routes that cover a space (`covered`).
    `plan_bits` is Σ w log2 w over the hypotheses.
    """

    def __init__(self, view: PublicView, weights: PlanWeights) -> None:
        self.board = view.setup.board
        size = len(self.board.names)
        self.weights = weights
        self.per_type = sums_of_others(weights.bounds)
        self.bits_per_type = sums_of_others([b * log2(b) if b else 0 for b in weights.bounds])
        self.total: float = 0
        self.plan_bits = 0.0
        self.cubes: list[float] = [0] * size
        self.target: list[float] = [0] * size
        self.free_trail: float = 0
        self.covered: list[float] = [0] * size
        self.trail: list[float] = [0] * size
        self.green = view.chase.green
        self.closed = self.green
        if not view.setup.ruleset.denial_allowed:
            self.closed |= view.chase.red

    def add(self, routes: ConsistentRoutes) -> None:
        """Add all hypotheses with these cubes and this target."""
        kind = self.board.type_of[routes.target]
        per_type = self.per_type[kind]
        weight, trail_weight = self.weights.of(routes)
        no_trail = routes.orders * weight if routes.explained else 0
        per_trail = routes.orders * trail_weight if routes.trail_spaces else 0
        mass = no_trail + routes.trail_spaces * per_trail
        self.plan_bits += self._plan_bits(no_trail, weight, kind)
        self.plan_bits += self._plan_bits(routes.trail_spaces * per_trail, trail_weight, kind)
        mass *= per_type
        per_trail *= per_type
        self.total += mass
        self.target[routes.target] += mass
        for i in set_bits(routes.cubes):
            self.cubes[i] += mass
        if routes.explained:
            self.free_trail += per_trail
            for i in set_bits(routes.cubes):
                self.covered[i] += per_trail
        else:
            for i in set_bits(self.green & ~routes.cubes):
                self.trail[i] += per_trail

    def _plan_bits(self, mass: float, weight: float, kind: int) -> float:
        """Return Σ w log2 w over plans of one weight, with every bound type they may have."""
        if not mass or not weight:
            return 0.0
        return mass * (log2(weight) * self.per_type[kind] + self.bits_per_type[kind])

    def result(self) -> Masses:
        """Return the masses."""
        for i, covered in enumerate(self.covered):
            if not self.closed >> i & 1:
                self.trail[i] += max(0, self.free_trail - covered)
        bits = max(0.0, log2(self.total) - self.plan_bits / self.total) if self.total else 0.0
        return Masses(self.total, self.cubes, self.target, self.trail, bits)


def _masses(view: PublicView, consistent: list[ConsistentRoutes], weights: PlanWeights) -> Masses:
    sums = _Sums(view, weights)
    for routes in consistent:
        sums.add(routes)
    return sums.result()
