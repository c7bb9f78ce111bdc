"""`/api/v1/stats/<kind>/ratings/`: leaderboards."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.urls import reverse
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from analytics import services
from analytics.insight import definitions
from analytics.insight.bodies import basis_body
from analytics.models import Standing
from analytics.reads import balance as balance_reads
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import LADDER, MINIMUM, RATINGS, Rating
from analytics.reads.sums import SumsReader
from analytics.requests.human_or_bot import read_choice
from analytics.requests.stats import NoSuchPage
from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.requests.http import note_shown
from replays.rest.base import plain
from replays.rest.openapi import CSV, endpoint, query

from . import player_schemas as schemas
from .base import ERRORS, KIND, SNAPSHOT, ListView, bad_question
from .tables import csv_response

MAX_ROWS, MAX_ROWS_OF_ROLE = 1000, 5000
"""Rows of a leaderboard, and of all leaderboards of a role."""
FIELDS = (
    "role", "component", "rank", "handle", "name", "games", "rating", "low", "high",
)  # fmt: skip
PARAMETERS = (
    KIND,
    query("simulated", "Bot games. Default: no.", ["no", "yes"]),
    query(
        "set",
        "Only games of this set, such as collection-<id>: `fit_state` says whether its fit is "
        "made. Send an `Owner-Key` or a token with `read:private` for games that only you may see. "
        "Live only.",
    ),
    SNAPSHOT,
)


class RatingsView(ListView):
    """Leaderboards."""

    @endpoint("stats_ratings", schemas.Ratings, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the leaderboards, overall and by role. Players with at least ten games are ranked
        by the lower end of the 95 % interval, at most a thousand in each and five thousand in a
        role; players without a chain of common games between them are in different components,
        each with ranks from 1.
        """
        sums, simulated = chosen_sums(request, kind, rating_reads.snapshot_names)
        body = schemas.Ratings(
            **basis_fields(sums, kind, simulated=simulated),
            **fit_fields(sums, kind, simulated=simulated),
            definition=f"{LADDER} {RATINGS}",
            minimum_games=MINIMUM,
            ratings=list(_rows(request, sums, kind, simulated=simulated)),
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
    """Return the sums to read and whether bot games are selected; the fit of a set that is not made
    is requested. Raises ApiError, and Http404 for a set that the sender may not see.
    """
    if kind not in KINDS:
        raise Http404
    sender = plain(request)
    try:
        choice = read_choice(request.query_params, snapshot_names(kind), viewer=viewer_of(sender))
    except NoSuchPage as error:
        raise Http404 from error
    games = choice.sums.games
    if games is not None:
        note_shown(sender, games)
    if choice.problems:
        raise bad_question(choice.problems)
    if games is not None:
        services.request_set_fit(games, kind, simulated=choice.is_simulated)
    return choice.sums, choice.is_simulated


def basis_fields(sums: SumsReader, kind: str, *, simulated: bool) -> dict[str, Any]:
    """Return the fields of `KindBasis`."""
    basis = sums.basis(kind, "yes" if simulated else "no")
    return asdict(basis_body(basis)) | {"inclusion": definitions.INCLUSION}


def fit_fields(sums: SumsReader, kind: str, *, simulated: bool) -> dict[str, Any]:
    """Return the fit that balance and ratings are views of, as the field `fit`, and `fit_state`."""
    row = balance_reads.results_fit(sums, kind, simulated=simulated)
    state = {"fit_state": balance_reads.set_state(sums, kind, simulated=simulated) or None}
    if row is None:
        return {"fit": None, **state}
    names = ("model_version", "digest", "is_full", "games")
    values = {name: getattr(row, name) for name in names}
    return {
        "fit": schemas.ResultsFit(**values, fitted_at=row.fitted_at.isoformat(), **row.variances),
        **state,
    }


def _rows(
    request: Request, sums: SumsReader, kind: str, *, simulated: bool
) -> Iterator[schemas.LadderRow]:
    rows: list[tuple[int, Standing]] = []
    most = {"most": MAX_ROWS, "most_of_role": MAX_ROWS_OF_ROLE}
    for role in rating_reads.shown_roles(KINDS[kind]):
        rows += rating_reads.ladders(sums, kind, role, simulated=simulated, **most)
    handles = {row.handle for _, row in rows}
    names = player_reads.names_of_reader(handles, sums)
    public = names if sums.games is None else player_reads.names_by_handle(handles)
    for rank, standing in rows:
        handle = standing.handle if standing.handle in names else ""
        yield schemas.LadderRow(
            **_numbers(standing),
            role=standing.role,
            component=standing.component,
            rank=rank,
            handle=handle,
            name=names.get(handle, ""),
            url=_url(request, handle) if handle in public else None,
        )


def _url(request: Request, handle: str) -> str:
    return request.build_absolute_uri(reverse("api-player", args=[handle]))


def rating_body(rating: Rating) -> schemas.PlayerRating:
    """Return a player's rating with its curve."""
    row = rating.standing
    return schemas.PlayerRating(
        **_numbers(row),
        kind=row.kind,
        simulated=row.is_simulated,
        role=row.role or None,
        component=row.component,
        is_few=row.games < MINIMUM,
        curve=[schemas.RatingPoint(rating_reads.day_of(day), *rest) for day, *rest in row.curve],
    )


def _numbers(row: Standing) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("games", "rating", "low", "high")}
