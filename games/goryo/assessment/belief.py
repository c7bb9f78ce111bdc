"""What the Samurai can know in a chase, with probabilities: counted over all hypotheses of 8.2
without listing them.

Takes a `PublicView` alone, so that nothing here can depend on a secret. Every set and number of
hypotheses is exact and free of any prior; every probability is of the prior that the weighing
names. Bits are Shannon's ("A Mathematical Theory of Communication", 1948): −Σ p log2 p.
"""

from collections.abc import Sequence
from math import log2
from typing import Any, NamedTuple

from games.goryo.assessment.priors import Weighing, count
from games.goryo.inference import Belief, Fitting, believe, fitting
from games.goryo.rules.board import Board, bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.state import PublicView


class Masses(NamedTuple):
    """Weights of hypotheses, summed: of all; by space, of those with a move or target cube there
    (`cubes`), with the target there, with the false trail there; by type, of those bound to it; and
    of those that use the sprint, or have the false trail laid.

    `bits` is what remains unknown: the entropy of the hypotheses.
    """

    total: float
    cubes: list[float]
    target: list[float]
    trail: list[float]
    bound: list[float]
    sprint: float
    laid: float
    bits: float


class Knowledge(NamedTuple):
    """What can be known at one point of a chase: the exact block of 8.2, the number of plans
    (without regard to the bound type), and the masses under counting and under the prior.
    """

    board: Board
    prior: str
    block: Belief
    plans: int
    counts: Masses
    masses: Masses

    @property
    def hypotheses(self) -> int:
        """How many hypotheses are possible; 0 after some mistakes (8.3)."""
        return self.block.hypotheses

    @property
    def target_bits(self) -> float:
        """What remains unknown of the target alone."""
        return entropy(self.masses.target)

    def to_json(self) -> dict[str, Any]:
        """Plain data: the block of the log-format page, and the probabilities under the prior.

        `route` (move cubes), `target` and `trail` (false trail) give a probability by space, where
        it is not 0; `impossible` lists the spaces no cube of route or target can lie on. Without
        hypotheses there is no probability.
        """
        block = self.block.to_json()
        possible = set(self.block.possible) if self.hypotheses else set(self.board.names)
        base = {
            **block,
            "prior": self.prior,
            "plans": self.plans,
            "impossible": [name for name in self.board.names if name not in possible],
        }
        if not self.hypotheses:
            return base
        masses, names, types = self.masses, self.board.names, self.board.types
        route = [all_ - goal for all_, goal in zip(masses.cubes, masses.target, strict=True)]
        return {
            **base,
            "bits": masses.bits,
            "target_bits": self.target_bits,
            "route": _shares(route, masses.total, names),
            "target": _shares(masses.target, masses.total, names),
            "trail": _shares(masses.trail, masses.total, names),
            "bound_types": _shares(masses.bound, masses.total, types),
            "sprint": masses.sprint / masses.total,
            "false_trail": masses.laid / masses.total,
        }


def know(view: PublicView, weighing: Weighing) -> Knowledge:
    """What can be known in a chase; `weighing` is the prior laid over it (`priors.weigh`)."""
    fits = fitting(view)
    counts = _masses(view, fits, count(view))
    weighed = _masses(view, fits, weighing) if weighing.prior.weights else counts
    plans = sum(fit.ways * (fit.explained + fit.places) for fit in fits)
    return Knowledge(view.setup.board, weighing.prior.name, believe(view), plans, counts, weighed)


def entropy(masses: list[float]) -> float:
    """Bits of a distribution given by weights that need not add up to 1; 0 where there are none."""
    total = sum(masses)
    return max(0.0, -sum(m / total * log2(m / total) for m in masses if m)) if total else 0.0


class _Sums:
    """The masses while they are summed, one set of routes after the other."""

    def __init__(self, view: PublicView, weighing: Weighing) -> None:
        self.board = view.setup.board
        size = len(self.board.names)
        self.weighing = weighing
        self.per_type = _others(weighing.bounds)
        self.bits_per_type = _others([b * log2(b) if b else 0 for b in weighing.bounds])
        self.plans: list[float] = [0] * len(self.board.types)
        self.total: float = 0
        self.sprint: float = 0
        self.laid: float = 0
        self.known = 0.0
        self.cubes: list[float] = [0] * size
        self.target: list[float] = [0] * size
        self.anywhere: float = 0
        self.beside: list[float] = [0] * size
        self.trail: list[float] = [0] * size
        self.green = view.chase.green
        self.closed = self.green
        if not view.setup.ruleset.denial_allowed:
            self.closed |= view.chase.red

    def add(self, fit: Fitting) -> None:
        """Add all hypotheses with these cubes and this target."""
        kind = self.board.type_of[fit.target]
        per = self.per_type[kind]
        weight, weight_laid = self.weighing.of(fit)
        bare = fit.ways * weight if fit.explained else 0
        lone = fit.ways * weight_laid if fit.places else 0
        mass = bare + fit.places * lone
        self.plans[kind] += mass
        self.known += self._known(bare, weight, kind)
        self.known += self._known(fit.places * lone, weight_laid, kind)
        mass *= per
        lone *= per
        self.total += mass
        self.laid += fit.places * lone
        if fit.cubes.bit_count() > MOVE_CUBES + 1:
            self.sprint += mass
        self.target[fit.target] += mass
        for i in bits(fit.cubes):
            self.cubes[i] += mass
        if fit.explained:
            self.anywhere += lone
            for i in bits(fit.cubes):
                self.beside[i] += lone
        else:
            for i in bits(self.green & ~fit.cubes):
                self.trail[i] += lone

    def _known(self, mass: float, weight: float, kind: int) -> float:
        """Σ w log2 w over plans of one weight with every bound type they may have."""
        if not mass or not weight:
            return 0.0
        return mass * (log2(weight) * self.per_type[kind] + self.bits_per_type[kind])

    def result(self) -> Masses:
        """The sums, with those that are found from others."""
        for i, beside in enumerate(self.beside):
            if not self.closed >> i & 1:
                self.trail[i] += max(0, self.anywhere - beside)
        pairs = zip(self.weighing.bounds, _others(self.plans), strict=True)
        bound = [weight * plans for weight, plans in pairs]
        left = max(0.0, log2(self.total) - self.known / self.total) if self.total else 0.0
        return Masses(
            self.total, self.cubes, self.target, self.trail, bound, self.sprint, self.laid, left
        )


def _masses(view: PublicView, fits: list[Fitting], weighing: Weighing) -> Masses:
    sums = _Sums(view, weighing)
    for fit in fits:
        sums.add(fit)
    return sums.result()


def _others(values: Sequence[float]) -> list[float]:
    """For each value the sum of the others. Not the whole less the one: a large one would wipe the
    small ones out.
    """
    return [sum(values[:i]) + sum(values[i + 1 :]) for i in range(len(values))]


def _shares(masses: list[float], total: float, names: tuple[str, ...]) -> dict[str, float]:
    return {name: mass / total for name, mass in zip(names, masses, strict=True) if mass}
