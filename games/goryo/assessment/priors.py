"""Priors: how likely each plan is before the first question. Every probability names its prior.

`uniform` gives all hypotheses of 8.2 (pairs of plan and bound type) the same weight, so that a
probability is a share of their number. A *fitted* prior treats the types still intact as equally
likely to be bound, and weighs a plan, given that type, by a conditional logit over `FEATURES`
(McFadden 1974, "Conditional logit analysis of qualitative choice behavior"): its weight is
exp(sum of weight times feature).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp
from typing import Any

from games.core.language import gettext
from games.core.language import gettext_noop as _
from games.goryo.assessment.features import FEATURES, MIN_PLANS, feature_context, features
from games.goryo.inference import ConsistentRoutes, consistent_routes
from games.goryo.rules.state import PublicView, Setup

FORMAT = "goryo-priors/1"
TOO_FEW = _("There are only {n} plans from human games to fit; {needed} are needed.")
TOO_FEW_BOTS = _("There are only {n} plans from bot games to fit; {needed} are needed.")
TOO_WEAK = _("Weights fitted on {n} plans predict other plans no better than equal odds.")
NOT_FITTED = _("No prior has been fitted for this ruleset and board.")


@dataclass(frozen=True, slots=True)
class Prior:
    """A prior and the data it was fitted on. Without `weights` it is uniform.

    `weights` and `errors` (standard errors) map a feature to a number. `games` and `plans` count
    the data; `people` is False for simulated games; `snapshot` is the SHA-256 digest (hex) of the
    games' digests. `bits` and `uniform_bits` are the mean surprise (−log2 of the probability) at a
    held-out plan, under the fit and if every legal plan were equally likely. `because` says why
    there are no weights.
    """

    name: str
    weights: Mapping[str, float]
    errors: Mapping[str, float]
    ruleset: str | None = None
    board: str | None = None
    people: bool = True
    games: int = 0
    plans: int = 0
    snapshot: str = ""
    bits: float | None = None
    uniform_bits: float | None = None
    because: str = ""

    @property
    def description(self) -> str:
        """A sentence or two about the prior, to be shown with its numbers."""
        if self.weights:
            message = (
                gettext("Fitted on {plans} plans from {games} human games.")
                if self.people
                else gettext("Fitted on {plans} plans from {games} bot games.")
            )
            return message.format(plans=self.plans, games=self.games)
        uniform = gettext("Every possible plan and bound type is equally likely.")
        return f"{uniform} {self._translated_reason()}" if self.because else uniform

    def _translated_reason(self) -> str:
        """Return why there are no weights (`because`) in the reader's language."""
        if self.ruleset is None:
            return gettext(self.because)
        if self.bits is not None:
            message = gettext(TOO_WEAK)
        else:
            message = gettext(TOO_FEW if self.people else TOO_FEW_BOTS)
        return message.format(n=self.plans, needed=MIN_PLANS)

    def to_json(self) -> dict[str, Any]:
        """Return the prior as plain data, the format of a file of priors."""
        return {**asdict(self), "weights": dict(self.weights), "errors": dict(self.errors)}


UNIFORM = Prior("uniform", {}, {})


@dataclass(frozen=True, slots=True)
class PlanWeights:
    """The weights that a prior gives in one chase: of one plan without and with the false trail,
    by (cubes, target), each 1 if it is not listed; and of each bound type.
    """

    prior: Prior
    plans: Mapping[tuple[int, int], tuple[float, float]]
    bounds: tuple[float, ...]

    def of(self, routes: ConsistentRoutes) -> tuple[float, float]:
        """Return the weight of one plan without the false trail, and of one with it."""
        return self.plans.get((routes.cubes, routes.target), (1, 1))


def equal_weights(view: PublicView) -> PlanWeights:
    """Return weights of 1, with which masses are exact numbers of hypotheses."""
    intact = view.setup.board.all_types & ~view.table.lit_types
    types = range(len(view.setup.board.types))
    return PlanWeights(UNIFORM, {}, tuple(intact >> kind & 1 for kind in types))


def plan_weights(start: PublicView, prior: Prior) -> PlanWeights:
    """Return the weights that a prior gives in a chase; `start` is the chase's first view."""
    equal = equal_weights(start)
    if not prior.weights:
        return PlanWeights(prior, {}, equal.bounds)
    slopes = [prior.weights[key] for key in FEATURES]
    context, consistent = feature_context(start), consistent_routes(start)
    scores: dict[tuple[int, int], tuple[float, float]] = {}
    for routes in consistent:
        cubes, target = routes.cubes, routes.target
        without, with_trail = (features(context, cubes, target, trail) for trail in (False, True))
        scores[cubes, target] = (dot(slopes, without), dot(slopes, with_trail))
    top = max((max(pair) for pair in scores.values()), default=0.0)
    plans = {key: (exp(one - top), exp(two - top)) for key, (one, two) in scores.items()}
    by_type = [0.0] * len(equal.bounds)
    for routes in consistent:
        weight, trail_weight = plans[routes.cubes, routes.target]
        kind = start.setup.board.type_of[routes.target]
        by_type[kind] += routes.orders * (weight + routes.trail_spaces * trail_weight)
    legal = zip(equal.bounds, sums_of_others(by_type), strict=True)
    bounds = [bound / mass if mass else 0.0 for bound, mass in legal]
    return PlanWeights(prior, plans, tuple(bounds))


def sums_of_others(values: Sequence[float]) -> list[float]:
    """Return for each value the sum of the others. Subtracting each from the total would lose the
    small values next to a large one.
    """
    return [sum(values[:i]) + sum(values[i + 1 :]) for i in range(len(values))]


def dot(weights: Sequence[float], vector: Sequence[float]) -> float:
    """Return the scalar product of two vectors."""
    return sum(w * v for w, v in zip(weights, vector, strict=True))


def read_priors(data: Any) -> dict[tuple[str, str], Prior]:
    """Return the priors of a file by ruleset and board digest. Raise ValueError for other data."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"The file of priors must have the format {FORMAT}.")
    try:
        priors = [Prior(**plain) for plain in data["priors"]]
    except (KeyError, TypeError) as error:
        raise ValueError("priors must be a list of priors as written by fit_prior.") from error
    for prior in priors:
        if prior.weights and prior.weights.keys() != FEATURES.keys():
            raise ValueError(f"A prior must have a weight for each of {', '.join(FEATURES)}.")
    return {(str(prior.ruleset), str(prior.board)): prior for prior in priors}


def prior_for(priors: Mapping[tuple[str, str], Prior], setup: Setup) -> Prior:
    """Return the prior for a ruleset and board, or a uniform one that says that none was fitted."""
    prior = priors.get((setup.ruleset.name, setup.board.digest))
    return prior or replace(UNIFORM, because=NOT_FITTED)
