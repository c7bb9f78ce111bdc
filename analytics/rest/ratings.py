"""`/api/v1/stats/<kind>/ratings/`: leaderboards."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.insight import definitions
from analytics.insight.bodies import basis_body
from analytics.models import Standing
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import LADDER, MINIMUM, RATINGS, Rating
from analytics.reads.sums import SumsReader
from analytics.requests.human_or_bot import read_choice
from analytics.rollups import ratings as rollups
from games.registry import KINDS
from replays.rest.openapi import CSV, endpoint, query

from . import player_schemas as schemas
from .base import ERRORS, KIND, SNAPSHOT, ListView, bad_question
from .tables import csv_response

MAX_ROWS = 1000
FIELDS = (
    "edition", "mode", "place", "rank", "handle", "name", "games", "mu", "sigma", "low", "high",
)  # fmt: skip
PARAMETERS = (KIND, query("simulated", "Bot games. Default: no.", ["no", "yes"]), SNAPSHOT)


class RatingsView(ListView):
    """Leaderboards."""

    @endpoint("stats_ratings", schemas.Ratings, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the leaderboard of each ruleset and role. Players with at least ten rated games
        are ranked by the lower end of the 95 % interval, at most a thousand in each.
        """
        sums, simulated = chosen_sums(request, kind, rating_reads.snapshot_names)
        body = schemas.Ratings(
            **basis_fields(sums, kind, simulated=simulated),
            definition=f"{LADDER} {RATINGS}",
            minimum_games=MINIMUM,
            ratings=_rows(request, sums, kind, simulated=simulated),
        )
        return Response(body)


class RatingsCsvView(RatingsView):
    """Leaderboards as a table."""

    @endpoint("stats_ratings_csv", CSV, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV."""
        sums, simulated = chosen_sums(request, kind, rating_reads.snapshot_names)
        rows = _rows(request, sums, kind, simulated=simulated)
        return csv_response(f"{kind}-ratings", FIELDS, map(asdict, rows))


def chosen_sums(request: Request, kind: str, snapshot_names: Any) -> tuple[SumsReader, bool]:
    """Return the sums to read and whether bot games are selected. Raises ApiError."""
    if kind not in KINDS:
        raise Http404
    choice = read_choice(request.query_params, snapshot_names(kind))
    if choice.problems:
        raise bad_question(choice.problems)
    return choice.sums, choice.is_simulated


def basis_fields(sums: SumsReader, kind: str, *, simulated: bool) -> dict[str, Any]:
    """Return the fields of `KindBasis`."""
    basis = sums.basis(kind, "yes" if simulated else "no")
    return asdict(basis_body(basis)) | {"inclusion": definitions.INCLUSION}


def _rows(
    request: Request, sums: SumsReader, kind: str, *, simulated: bool
) -> list[schemas.LadderRow]:
    rows = []
    for pool in rating_reads.pools(sums, kind, simulated=simulated):
        for place in rating_reads.places(sums, pool):
            standings = list(rating_reads.ladder(sums, pool, place)[:MAX_ROWS])
            names = player_reads.names_by_handle(row.handle for row in standings)
            for rank, standing in enumerate(standings, 1):
                handle = standing.handle if standing.handle in names else ""
                row = schemas.LadderRow.make(
                    pool,
                    **_numbers(standing),
                    place=place,
                    rank=rank,
                    handle=handle,
                    name=names.get(handle, ""),
                    url=_url(request, handle) if handle else None,
                )
                rows.append(row)
    return rows


def _url(request: Request, handle: str) -> str:
    return request.build_absolute_uri(reverse("api-player", args=[handle]))


def rating_body(rating: Rating) -> schemas.PlayerRating:
    """Return a player's rating with its points."""
    return schemas.PlayerRating.make(
        rating.pool,
        **_numbers(rating.standing),
        simulated=rating.pool.is_simulated,
        place=rating.place or None,
        is_few=rating.standing.number < MINIMUM,
        points=[schemas.RatingPoint(*point) for point in rating.points],
    )


def _numbers(row: Standing) -> dict[str, Any]:
    rated = rollups.Rated(row.mu, row.sigma, row.number)
    numbers = {"games": row.number, "mu": row.mu, "sigma": row.sigma}
    return numbers | {"low": rated.low, "high": rated.high}
