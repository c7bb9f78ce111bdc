"""Priors: how likely each plan is before anybody asks. Every probability names its own.

`uniform` gives all hypotheses of 8.2 (pairs of plan and bound type) the same weight, so that a
probability is a share of their number. A *fitted* prior takes the bound type as equally likely
among those still intact, and a plan, given it, by a conditional logit over `FEATURES`
(McFadden 1974, "Conditional logit analysis of qualitative choice behavior"): its weight is
exp(sum of weight times feature).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import exp
from typing import Any

from games.core.language import gettext, gettext_noop
from games.goryo.assessment.features import FEATURES, FEW_PLANS, features, ground
from games.goryo.inference import Fitting, fitting
from games.goryo.rules.state import PublicView, Setup

FORMAT = "goryo-priors/1"
NOT_FITTED = gettext_noop("No prior was fitted for this ruleset and board.")


@dataclass(frozen=True, slots=True)
class Prior:
    """A prior with what it was made of. Without `weights` it is uniform.

    `weights` and `errors` (standard errors) go by feature. `games` and `plans`: what it was fitted
    on; `snapshot`: SHA-256 (hex) over those games' digests. `bits` and `uniform_bits`: the mean
    surprise (−log2 of the probability) at a plan, the plans having been left out of the fit, under
    the fit and if every legal plan were equally likely. `because`: why there are no weights.
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
    def words(self) -> str:
        """What the prior is, in a sentence that may stand beside its numbers."""
        if self.weights:
            made_of = (
                gettext("Fitted on {plans} plans of {games} people's games.")
                if self.people
                else gettext("Fitted on {plans} plans of {games} simulated games.")
            )
            return made_of.format(plans=self.plans, games=self.games)
        same = gettext("Every plan and bound type that is possible counts the same.")
        return f"{same} {self._because_words()}" if self.because else same

    def _because_words(self) -> str:
        """Why there are no weights, as `because` says it in the source language."""
        if self.ruleset is None:
            return gettext(self.because)
        if self.bits is not None:
            told = gettext("Weights fitted on {n} plans foretell other plans no better than that.")
        elif self.people:
            told = gettext("There are only {n} plans of people to fit; {needed} are needed.")
        else:
            told = gettext(
                "There are only {n} plans of simulated players to fit; {needed} are needed."
            )
        return told.format(n=self.plans, needed=FEW_PLANS)

    def to_json(self) -> dict[str, Any]:
        """The prior as plain data, as a file of priors holds it."""
        return {**asdict(self), "weights": dict(self.weights), "errors": dict(self.errors)}


UNIFORM = Prior("uniform", {}, {})


@dataclass(frozen=True, slots=True)
class Weighing:
    """A prior laid over one chase: the weight of one plan without and with the false trail, by
    (cubes, target), all 1 where there is none; and the weight of each bound type.
    """

    prior: Prior
    plans: Mapping[tuple[int, int], tuple[float, float]]
    bounds: tuple[float, ...]

    def of(self, fit: Fitting) -> tuple[float, float]:
        """The weight of one plan without the false trail, and of one with it."""
        return self.plans.get((fit.cubes, fit.target), (1, 1))


def count(view: PublicView) -> Weighing:
    """Every hypothesis weighs 1: masses are numbers of hypotheses, exact whole ones."""
    intact = view.setup.board.all_types & ~view.table.lit_types
    types = range(len(view.setup.board.types))
    return Weighing(UNIFORM, {}, tuple(intact >> kind & 1 for kind in types))


def weigh(start: PublicView, prior: Prior) -> Weighing:
    """Lay a prior over a chase; `start` is its first view, as the table lay when she planned."""
    equal = count(start)
    if not prior.weights:
        return Weighing(prior, {}, equal.bounds)
    slopes = [prior.weights[key] for key in FEATURES]
    on, fits = ground(start), fitting(start)
    worths: dict[tuple[int, int], tuple[float, float]] = {}
    for fit in fits:
        vectors = [features(on, fit.cubes, fit.target, trail) for trail in (False, True)]
        plain, laid = (sum(map(_times, slopes, vector)) for vector in vectors)
        worths[fit.cubes, fit.target] = (plain, laid)
    top = max((max(pair) for pair in worths.values()), default=0.0)
    plans = {key: (exp(one - top), exp(two - top)) for key, (one, two) in worths.items()}
    of_type = [0.0] * len(equal.bounds)
    for fit in fits:
        without, laid = plans[fit.cubes, fit.target]
        kind = start.setup.board.type_of[fit.target]
        of_type[kind] += fit.ways * (without + fit.places * laid)
    legal = [sum(of_type[:kind]) + sum(of_type[kind + 1 :]) for kind in range(len(of_type))]
    bounds = [may / mass if mass else 0.0 for may, mass in zip(equal.bounds, legal, strict=True)]
    return Weighing(prior, plans, tuple(bounds))


def _times(slope: float, value: int) -> float:
    return slope * value


def read_priors(data: Any) -> dict[tuple[str, str], Prior]:
    """The priors of a file, by ruleset and board digest. Raises ValueError where it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"a file of priors says format {FORMAT}")
    try:
        priors = [Prior(**plain) for plain in data["priors"]]
    except (KeyError, TypeError) as error:
        raise ValueError("priors is a list of priors as fit_prior writes them") from error
    for prior in priors:
        if prior.weights and prior.weights.keys() != FEATURES.keys():
            raise ValueError(f"a prior has a weight for each of {', '.join(FEATURES)}")
    return {(str(prior.ruleset), str(prior.board)): prior for prior in priors}


def prior_for(priors: Mapping[tuple[str, str], Prior], setup: Setup) -> Prior:
    """The prior for games of a ruleset and board; uniform, and saying so, where none was fitted."""
    found = priors.get((setup.ruleset.name, setup.board.digest))
    return found or replace(UNIFORM, because=NOT_FITTED)


def plain_priors(priors: list[Prior]) -> dict[str, Any]:
    """Priors as a file holds them, in a fixed order."""
    ordered = sorted(priors, key=lambda prior: (str(prior.ruleset), str(prior.board)))
    return {"format": FORMAT, "priors": [prior.to_json() for prior in ordered]}
