"""JSON bodies of the values in answers."""

from dataclasses import asdict
from typing import Annotated, Any

from msgspec import structs

from replays.rest.body import Body, Json, Time, doc

from . import answer, definitions, means, wilson
from .question import Filters
from .rounding import percent_of


class Rate(Body):
    """k of n with its 95 % Wilson score interval. Value and bounds are null if n is 0."""

    k: int
    n: int
    value: Annotated[float | None, doc("k / n, not rounded.")]
    low: float | None
    high: float | None
    percent: Annotated[str, doc("One decimal, rounded half up, as on the pages.")]


class Mean(Body):
    """A mean with its 95 % interval. Null without observations; no bounds with a single game."""

    n: Annotated[int, doc("Observations.")]
    games: int
    mean: float | None
    mean_low: float | None
    mean_high: float | None


class Tally(Body):
    """Games by how they ended; total = decided + abandoned + unfinished."""

    total: int
    decided: Annotated[int, doc("Games with a winner.")]
    abandoned: int
    unfinished: int
    resigned: Annotated[int, doc("Decided by resignation.")]


class Versions(Body):
    """Versions of the code that computed the numbers."""

    engine: Annotated[str, doc("Version of the rules engine.")]
    facts: Annotated[int, doc("Version of the counting rules.")]


class AnyBasis(Body):
    """Timestamps and revision of the data."""

    as_of: Annotated[Time | None, doc("When a number last changed. Null: never.")]
    revision: Annotated[int, doc("Changes whenever a number changes.")]
    snapshot: Annotated[str | None, doc("Name of the snapshot. Null: live numbers.")]
    games_behind: Annotated[int, doc("Games still counted by an earlier version.")]


class Basis(AnyBasis):
    """Timestamps and versions of the data."""

    versions: Versions


class Answer(Basis):
    """What every answer of the statistics has."""

    question: Annotated[Json, doc("The question: the game, filters and other parameters.")]
    definition: str
    inclusion: Annotated[str, doc("Which games count.")]


class BoardLink(Body):
    """A board."""

    id: str
    digest: str
    provenance: Annotated[str, doc("Where its layout comes from: printed, house or user.")]


def rate_body(rate: wilson.Rate) -> Rate:
    """Return a rate with its interval."""
    return Rate(*rate, percent_of(rate.k, rate.n))


def flat_rate(rate: wilson.Rate) -> dict[str, Any]:
    """Return a rate as columns of a CSV file."""
    return dict(zip(("k", "n", "rate", "low", "high"), rate, strict=True))


def mean_fields(mean: means.Mean) -> dict[str, Any]:
    """Return the fields of `Mean`, also as columns of a CSV file."""
    return structs.asdict(Mean(*mean))


def tally_body(tally: answer.Tally) -> Tally:
    """Return games by how they ended."""
    return Tally(*asdict(tally).values())


def basis_body(basis: answer.Basis) -> Basis:
    """Return timestamps and versions of an answer's data."""
    return Basis(
        basis.as_of.isoformat() if basis.as_of else None,
        basis.revision,
        basis.snapshot or None,
        basis.n_stale,
        Versions(basis.engine_version, basis.facts_version),
    )


def answer_fields(
    basis: answer.Basis, definition: str, filters: Filters, **question: str | None
) -> dict[str, Any]:
    """Return the fields of `Answer`. An empty part of the question is null."""
    parts: Json = {name: value or None for name, value in question.items()}
    return {
        **structs.asdict(basis_body(basis)),
        "question": {**parts, "filters": {"simulated": "no", **filters.params()}},
        "definition": definition,
        "inclusion": definitions.INCLUSION,
    }
