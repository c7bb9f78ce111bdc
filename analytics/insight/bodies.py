"""JSON bodies of the values in answers."""

from dataclasses import asdict
from typing import Annotated, Any

from msgspec import structs

from replays.rest.body import Body, Json, Time, doc

from . import answer, definitions, means, people, wilson
from .people import Interval, drawn_kind
from .question import Filters
from .rounding import percent_of_rate


class Rate(Body):
    """k of n with its 95 % Wilson score interval. Value and bounds are null if n is 0, and for win
    rates of games that are selected by winner or ending.
    """

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


class Capped(Body):
    """A value with the weight of each uploader capped. Pages show it instead."""

    cap: Annotated[float, doc("Largest share of the weight that an uploader has.")]
    value: float
    low: Annotated[float | None, doc("Its interval with players as clusters.")]
    high: float | None


class People(Body):
    """How many people a number rests on, and its 95 % interval with players as clusters."""

    aliases = {"senders": "uploaders", "largest_sender_share": "largest_uploader_share"}
    players: Annotated[int, doc("Different named players.")]
    unnamed_seats: Annotated[int, doc("Seats without a name; each counts as one more player.")]
    uploaders: Annotated[int, doc("Different uploaders of the games. 0: unknown.")]
    effective_players: Annotated[
        float,
        doc("(sum of n)² / sum of n² over the players; n: observations in a player's games."),
    ]
    largest_player_share: Annotated[float, doc("Share of the games with the most active player.")]
    largest_uploader_share: Annotated[
        float, doc("Share of the games of the most active uploader. 0: unknown.")
    ]
    by_player: Annotated[float | None, doc("Mean of the players' own values.")]
    low: Annotated[float | None, doc("Interval with players as clusters. Null below 5 players.")]
    high: float | None
    drawn: Annotated[
        str,
        doc("The interval in the chart, the wider one.", enum=["games", "players", "none"]),
    ]
    without_pair: Annotated[
        list[float] | None,
        doc("Lowest and highest value without the games of any one pair of players."),
    ]
    capped: Annotated[Capped | None, doc("Null: the cap on uploaders changes nothing.")]


PeopleField = Annotated[
    People | None,
    doc(
        "What the number rests on. Null: over 20,000 games, and except in learning curves bot "
        "games and snapshots."
    ),
]
"""The field of each number for its people."""


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


Pending = Annotated[
    int,
    doc(
        "Stored games that wait to be counted, or recounted by a newer version: human or bot games "
        "as selected, regardless of the other filters. 0 for a snapshot."
    ),
]
"""The field of every answer for its pending games."""


class AnyBasis(Body):
    """Timestamps and revision of the data."""

    aliases = {"games_behind": "games_stale", "n_pending": "games_pending"}
    as_of: Annotated[
        Time | None,
        doc("When a number last changed. Null: never, or games are pending: not all are counted."),
    ]
    revision: Annotated[int, doc("Changes whenever a number changes.")]
    snapshot: Annotated[str | None, doc("Name of the snapshot. Null: live numbers.")]
    games_stale: Annotated[int, doc("Games still counted by an earlier version.")]
    games_pending: Pending


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
    return Rate(*rate, percent_of_rate(rate))


def flat_rate(rate: wilson.Rate) -> dict[str, Any]:
    """Return a rate as columns of a CSV file."""
    return dict(zip(("k", "n", "rate", "low", "high"), rate, strict=True))


def mean_fields(mean: means.Mean) -> dict[str, Any]:
    """Return the fields of `Mean`, also as columns of a CSV file."""
    return structs.asdict(Mean(*mean))


def rate_or_mean(estimate: wilson.Rate | means.Mean) -> tuple[Rate | None, Mean | None]:
    """Return an estimate in the first or in the second place; the other one is None."""
    if isinstance(estimate, wilson.Rate):
        return rate_body(estimate), None
    return None, Mean(*estimate)


def flat_estimate(estimate: wilson.Rate | means.Mean) -> dict[str, Any]:
    """Return a rate or mean as columns of a CSV file."""
    return flat_rate(estimate) if isinstance(estimate, wilson.Rate) else mean_fields(estimate)


def people_body(people: people.People | None, estimate: wilson.Rate | means.Mean) -> People | None:
    """Return the people of an estimate; None where they are not computed."""
    if people is None:
        return None
    low, high = _bounded(people.interval, estimate)
    return People(
        people.players,
        people.unnamed,
        people.uploaders,
        people.effective,
        people.largest,
        people.largest_uploader,
        people.by_player,
        low,
        high,
        drawn_kind(people, estimate),
        list(people.without_pair) if people.without_pair else None,
        _capped_body(people.capped, estimate),
    )


def _capped_body(capped: people.Capped | None, estimate: wilson.Rate | means.Mean) -> Capped | None:
    if capped is None:
        return None
    return Capped(capped.cap, capped.value, *_bounded(capped.interval, estimate))


def _bounded(bounds: Interval, estimate: wilson.Rate | means.Mean) -> Interval:
    """Return an interval of players, of a rate within 0 and 1."""
    if bounds.low is None or bounds.high is None or isinstance(estimate, means.Mean):
        return bounds
    return Interval(max(0.0, bounds.low), min(1.0, bounds.high))


def flat_people(people: people.People | None, estimate: wilson.Rate | means.Mean) -> dict[str, Any]:
    """Return the people of an estimate as columns of a CSV file, empty where they are not
    computed. `senders` is the earlier name of `uploaders`.
    """
    names = (
        "players", "uploaders", "effective_players", "largest_player_share", "by_player",
        "players_low", "players_high", "capped", "senders",
    )  # fmt: skip
    body = people_body(people, estimate)
    if body is None:
        return dict.fromkeys(names)
    values = (
        body.players + body.unnamed_seats, body.uploaders, body.effective_players,
        body.largest_player_share, body.by_player, body.low, body.high,
        body.capped.value if body.capped else None, body.uploaders,
    )  # fmt: skip
    return dict(zip(names, values, strict=True))


def tally_body(tally: answer.Tally) -> Tally:
    """Return games by how they ended."""
    return Tally(*asdict(tally).values())


def basis_body(basis: answer.Basis) -> Basis:
    """Return timestamps and versions of an answer's data."""
    return Basis(
        basis.as_of.isoformat() if basis.as_of and not basis.n_pending else None,
        basis.revision,
        basis.snapshot or None,
        basis.n_stale,
        basis.n_pending,
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
