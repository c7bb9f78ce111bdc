"""`/api/v1/games/`: uploading logs, and the list of games."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.utils.urls import replace_query_param

from replays import services
from replays.access.scopes import UPLOAD
from replays.access.throttles import UploadThrottle
from replays.access.viewer import default_statistics
from replays.models import Statistics, Visibility
from replays.reads import games as game_reads
from replays.reads.game_filter import GameFilter

from . import cursors, schemas
from .base import PublicView, bad_parameter, flag, plain
from .describe import game_fields
from .errors import ApiError
from .openapi import any_of, endpoint, query
from .owners import EARLIER, LOG_BODY, OWNER_KEY
from .uploads import check_parts, parts_of, receive_parts

YES_NO = ["yes", "no"]
FILTERS = (
    query("player", "Part of a player's name. Case and width do not matter."),
    query("kind", "A board game."),
    query("edition", "An edition of the game, for example 2024."),
    query("mode", "A mode of the game, for example standard or advanced."),
    query("winner", "A role, alone or with others; none: no winner (yet)."),
    query("reason", "How the game was won."),
    query("board", "Id or digest of a board."),
    query("month", "YYYY-MM, or unknown."),
    query("from", "First day played, YYYY-MM-DD."),
    query("to", "Last day played, YYYY-MM-DD."),
    query("simulated", "Bot games. Default: no.", ["no", "yes", "all"]),
    query("finished", "Games that were played to the end.", YES_NO),
    query("moves", "Id of a finished game: games with the same moves."),
    query("setup", "Id of a finished game: games with the same rules, board and set-up."),
    query("tag", "A tag that an owner put on games."),
    query("refused", "Games that the current rules engine refuses.", YES_NO),
)
PAGING = (
    query("limit", "Games on a page, 1 to 200. Default: 50."),
    query("cursor", "As in `next` and `previous`."),
)
DRY_RUN = query("dry_run", "1: check without storing. 422 if every game is refused.", ["1", "0"])
VISIBILITY = query(
    "visibility", f"Of new games. {schemas.VISIBILITY} Default: public.", Visibility.values
)
PUBLIC_FROM = query(
    "public_from", "With `visibility=private`: when they become public, such as 2027-01-31T18:00Z."
)
STATISTICS = query(
    "statistics",
    "How statistics count new games. yes: everywhere. rates: not for their players by name. no: "
    "not at all. Default: what your account says, else yes.",
    Statistics.values,
)
FILES = {
    "type": "object",
    "properties": {"file": {"type": "array", "items": {"type": "string", "format": "binary"}}},
}
RESULTS = {
    200: OpenApiResponse(
        any_of("Results", schemas.Stored, schemas.Many, schemas.DryRun),
        description="All games were merged into stored ones, or continued; or the results of a dry "
        "run.",
    ),
    201: OpenApiResponse(
        any_of("New", schemas.Stored, schemas.Many), description="All games were stored."
    ),
    202: OpenApiResponse(
        schemas.Accepted, description="Stored. A worker will read it; poll `Location`."
    ),
    207: OpenApiResponse(schemas.Many, description="Games with several statuses."),
    409: OpenApiResponse(
        any_of("Known", schemas.Duplicate, schemas.Many),
        description="All games are already stored.",
    ),
    422: OpenApiResponse(
        any_of("Rejected", schemas.Refused, schemas.Many, schemas.DryRun),
        description="Every game was refused or unreadable.",
    ),
}


def _bad_cursor() -> ApiError:
    return bad_parameter(
        "cursor",
        "copied from `next` or `previous` of this list, or omitted. Cursors of an earlier version "
        "of the site are not valid: start with the first page",
    )


class GamePages(CursorPagination):
    """Pages by primary key, newest first. Keys are unique, so no game is repeated or skipped."""

    ordering = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    _list = ""

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the position of a cursor. Raises a 400 for an invalid one."""
        self._list = _list_of(request)
        text = request.query_params.get(self.cursor_query_param)
        if text is None:
            return None
        try:
            return cursors.decode(text, self._list)
        except cursors.InvalidCursor as error:
            raise _bad_cursor() from error

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the address of the page at a cursor."""
        text = cursors.encode(cursor, self._list)
        return str(replace_query_param(self.base_url or "", self.cursor_query_param, text))


def _list_of(request: Request) -> str:
    """Return the name of the list that a request is for."""
    match = request._request.resolver_match
    return (match.url_name if match else None) or ""


class GamesView(PublicView):
    """The list of games, and uploads."""

    scopes = {"POST": UPLOAD}

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit uploads only."""
        return [UploadThrottle()] if self.request.method == "POST" else []

    @endpoint("games_list", schemas.GamesPage, *FILTERS, *PAGING, errors=(400,))
    def get(self, request: Request) -> Response:
        """Return stored games, newest first, without bot games by default."""
        pages = GamePages()
        check_cursor_and_limit(request, pages)
        games = game_reads.games_list(chosen_by(request))
        page = pages.paginate_queryset(games, request, view=self) or []
        rows = [schemas.Game.make(game, **game_fields(game, plain(request))) for game in page]
        return Response(schemas.GamesPage(rows, pages.get_next_link(), pages.get_previous_link()))

    @endpoint(
        "games_send",
        RESULTS,
        DRY_RUN,
        VISIBILITY,
        PUBLIC_FROM,
        STATISTICS,
        OWNER_KEY,
        EARLIER,
        request={**LOG_BODY, "multipart/form-data": FILES},
        errors=(400, 403, 413, 415, 429),
    )
    def post(self, request: Request) -> Response:
        """Upload logs: JSON, NDJSON or text, optionally as gzip or zip, in the body or as files in
        a form (field `file`).
        """
        is_dry_run = flag(request, "dry_run")
        audience = services.parse_audience(
            request.query_params.get("visibility", "public"),
            request.query_params.get("public_from"),
            request.query_params.get("statistics") or default_statistics(plain(request)),
        )
        parts = parts_of(plain(request))
        return (check_parts if is_dry_run else receive_parts)(parts, plain(request), audience)


def chosen_by(request: Request) -> GameFilter:
    """Return the filter of a request. Raises a 400 that names the invalid parameter."""
    chosen = GameFilter(request.query_params)
    if not chosen.is_valid():
        fields: dict[str, Any] = {name: list(texts) for name, texts in chosen.errors.items()}
        first = next(iter(fields))
        raise ApiError(400, "bad_parameter", f"{first}: {fields[first][0]}", fields=fields)
    return chosen


def check_cursor_and_limit(request: Request, pages: GamePages) -> None:
    """Raise a 400 for a limit that is too large or no number, and for an empty cursor."""
    most = pages.max_page_size
    if not request.query_params.get("cursor", "1"):
        raise _bad_cursor()
    limit = request.query_params.get("limit", "1")
    if not (limit.isascii() and limit.isdecimal() and 1 <= int(limit[:6]) <= most):
        raise bad_parameter("limit", f"a number from 1 to {most}")
