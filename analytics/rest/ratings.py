"""`/api/v1/stats/<kind>/ratings/`: leaderboards."""

from collections.abc import Callable
from csv import DictWriter
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analytics.insight import definitions
from analytics.models import Standing
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import LADDER, MINIMUM, RATINGS, Rating
from analytics.reads.sums import SumsReader
from analytics.rollups.ratings import Rated
from games.registry import KINDS
from replays.access.throttles import ListThrottle
from replays.rest.body import BodyRenderer

from . import schema_players
from .encode import basis_body

Body = dict[str, Any]
Make = Callable[[list[Body], Body], Any]
MOST = 1000
FIELDS = (
    "edition",
    "mode",
    "place",
    "rank",
    "handle",
    "name",
    "games",
    "mu",
    "sigma",
    "low",
    "high",
)


class _Wrong(Exception):
    """Theirs: a word that means nothing here."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(f"{word}: {message}")
        self.problems = [{"word": word, "message": message}]


class RatingsView(APIView):
    """Leaderboards."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (BodyRenderer,)
    throttle_classes = (ListThrottle,)
    schema = AutoSchema()

    @extend_schema(**schema_players.RATINGS)
    def get(self, request: Request, kind: str) -> Any:
        """The leaderboard of each ruleset and place: players from ten rated games on, by the lower
        end of the 95 % interval; at most a thousand each.
        """

        def make(rows: list[Body], of: Body) -> Response:
            listed = [{**row, "url": _url(request, row["handle"])} for row in rows]
            told = {"definition": f"{LADDER} {RATINGS}", "minimum_games": MINIMUM}
            return Response({**told, **of, "ratings": listed})

        return self.answer(request, kind, make)

    def snapshots(self, kind: str) -> list[str]:
        """The snapshots that may be asked for."""
        return rating_reads.snapshot_names(kind)

    def rows(self, sums: SumsReader, kind: str, *, simulated: bool) -> list[Body]:
        """A row a player, pool and place."""
        return _rows(sums, kind, simulated=simulated)

    def answer(self, request: Request, kind: str, make: Make) -> Any:
        """The answer from the rows and from what they rest on, or what is wrong with the
        address.
        """
        if kind not in KINDS:
            raise Http404
        try:
            simulated, sums = _asked(request, self.snapshots(kind))
        except _Wrong as error:
            told = {"code": "bad_question", "message": str(error), "problems": error.problems}
            return Response({"error": told}, status=400)
        rows = self.rows(sums, kind, simulated=simulated)
        basis = basis_body(sums.basis(kind))
        return make(rows, {"inclusion": definitions.INCLUSION, **basis})


class RatingsCsvView(RatingsView):
    """Leaderboards as a table."""

    @extend_schema(**schema_players.RATINGS_CSV)
    def get(self, request: Request, kind: str) -> Any:
        """The same as CSV."""

        def make(rows: list[Body], of: Body) -> HttpResponse:
            response = HttpResponse(content_type="text/csv; charset=utf-8")
            response["Content-Disposition"] = f'attachment; filename="{kind}-ratings.csv"'
            writer = DictWriter(response, FIELDS)
            writer.writeheader()
            writer.writerows(rows)
            return response

        return self.answer(request, kind, make)


def _asked(request: Request, snapshots: list[str]) -> tuple[bool, SumsReader]:
    given = request.query_params
    for word in given:
        if word not in {"simulated", "snapshot"}:
            raise _Wrong(word, "Not known here. Known: simulated, snapshot.")
    said, snapshot = given.get("simulated", "no"), given.get("snapshot", "")
    if said not in {"no", "yes"}:
        raise _Wrong("simulated", "People and programs are rated apart: no, or yes.")
    if snapshot and snapshot not in snapshots:
        known = ", ".join(snapshots) or "none yet"
        raise _Wrong("snapshot", f"“{snapshot}” is not known here. Known: {known}.")
    return said == "yes", SumsReader.named(snapshot)


def _rows(sums: SumsReader, kind: str, *, simulated: bool) -> list[Body]:
    rows = []
    for pool in rating_reads.pools(sums, kind, simulated=simulated):
        for place in rating_reads.places(sums, pool):
            standings = list(rating_reads.ladder(sums, pool, place)[:MOST])
            names = player_reads.names_by_handle(row.handle for row in standings)
            for rank, row in enumerate(standings, 1):
                rows.append(
                    {
                        "edition": pool.edition,
                        "mode": pool.mode,
                        "place": place,
                        "rank": rank,
                        "handle": row.handle if row.handle in names else "",
                        "name": names.get(row.handle, ""),
                        **_numbers(row),
                    }
                )
    return rows


def _url(request: Request, handle: str) -> str | None:
    """The address of a player; none of who is left out of public pages."""
    return request.build_absolute_uri(reverse("api-player", args=[handle])) if handle else None


def rating_body(rating: Rating) -> Body:
    """A player's rating, with its points."""
    return {
        "kind": rating.kind.slug,
        "edition": rating.pool.edition,
        "mode": rating.pool.mode,
        "simulated": rating.pool.is_simulated,
        "place": rating.place or None,
        **_numbers(rating.standing),
        "is_few": rating.standing.number < MINIMUM,
        "points": [{"number": n, "mu": mu, "sigma": sigma} for n, mu, sigma in rating.points],
    }


def _numbers(row: Standing) -> Body:
    rated = Rated(row.mu, row.sigma, row.number)
    low, high = rated.low, rated.high
    return {"games": row.number, "mu": row.mu, "sigma": row.sigma, "low": low, "high": high}
