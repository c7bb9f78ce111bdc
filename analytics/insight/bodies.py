"""JSON bodies of the values in answers."""

from dataclasses import asdict
from typing import Annotated

from replays.rest.body import Body, Time, doc

from . import answer, means, wilson
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
    """Versions of the code that made the numbers."""

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


def rate_body(rate: wilson.Rate) -> Rate:
    """Return a rate with its interval."""
    return Rate(*rate, percent_of(rate.k, rate.n))


def mean_body(mean: means.Mean) -> Mean:
    """Return a mean with its interval."""
    return Mean(*mean)


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
