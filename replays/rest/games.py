"""`/api/v1/games/`: uploading logs, and the list of games."""

from base64 import b64decode
from typing import Any
from urllib.parse import parse_qs

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from replays.access.throttles import UploadThrottle
from replays.reads import games as game_reads
from replays.reads.game_filter import GameFilter

from . import schemas
from .base import PublicView, bad_parameter, flag, plain
from .describe import game_fields
from .errors import ApiError
from .openapi import any_of, endpoint, query
from .owners import MEDIA_TYPES, OWNER_KEY
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
    query("refused", "Games that the current rules engine refuses.", YES_NO),
)
PAGING = (
    query("limit", "Games on a page, 1 to 200. Default: 50."),
    query("cursor", "As in `next` and `previous`."),
)
DRY_RUN = query("dry_run", "1: check without storing. 422 if every game is refused.", ["1", "0"])
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
    return bad_parameter("cursor", "copied from `next` or `previous`, or omitted")


class GamePages(CursorPagination):
    """Pages by primary key, newest first. Keys are unique, so no game is repeated or skipped."""

    ordering = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the position of a cursor. Raises a 400 for an invalid one."""
        try:
            _check_cursor(request.query_params.get(self.cursor_query_param))
            cursor = super().decode_cursor(request)
        except (NotFound, ValueError) as error:
            raise _bad_cursor() from error
        if cursor is not None and cursor.position is not None:
            position = str(cursor.position)
            if not (position.isascii() and position.isdecimal() and len(position) < 19):
                raise _bad_cursor()
        return cursor


def _check_cursor(text: str | None) -> None:
    """Raise a ValueError for what DRF would ignore in a cursor, or read as the first page."""
    if text is not None:
        parts = parse_qs(b64decode(text.encode("ascii"), validate=True).decode("ascii"))
        if not parts or not parts.keys() <= {"o", "p", "r"}:
            raise ValueError(text)


class GamesView(PublicView):
    """The list of games, and uploads."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit uploads only."""
        return [UploadThrottle()] if self.request.method == "POST" else []

    @endpoint("games_list", schemas.GamesPage, *FILTERS, *PAGING, errors=(400,))
    def get(self, request: Request) -> Response:
        """Return stored games, newest first, without bot games by default."""
        pages = GamePages()
        _check_limit(request, pages.max_page_size)
        games = game_reads.games_list(chosen_by(request))
        if not request.query_params.get("cursor", "1"):
            raise _bad_cursor()
        page = pages.paginate_queryset(games, request, view=self) or []
        rows = [schemas.Game.make(game, **game_fields(game, plain(request))) for game in page]
        return Response(schemas.GamesPage(rows, pages.get_next_link(), pages.get_previous_link()))

    @endpoint(
        "games_send",
        RESULTS,
        DRY_RUN,
        OWNER_KEY,
        request={**dict.fromkeys(MEDIA_TYPES, OpenApiTypes.BINARY), "multipart/form-data": FILES},
        errors=(400, 413, 415, 429),
    )
    def post(self, request: Request) -> Response:
        """Upload logs: JSON, NDJSON or text, optionally as gzip or zip, in the body or as files in
        a form (field `file`).
        """
        is_dry_run = flag(request, "dry_run")
        parts = parts_of(plain(request))
        return (check_parts if is_dry_run else receive_parts)(parts, plain(request))


def chosen_by(request: Request) -> GameFilter:
    """Return the filter of a request. Raises a 400 that names the invalid parameter."""
    chosen = GameFilter(request.query_params)
    if not chosen.is_valid():
        fields: dict[str, Any] = {name: list(texts) for name, texts in chosen.errors.items()}
        first = next(iter(fields))
        raise ApiError(400, "bad_parameter", f"{first}: {fields[first][0]}", fields=fields)
    return chosen


def _check_limit(request: Request, most: int) -> None:
    limit = request.query_params.get("limit", "1")
    if not (limit.isascii() and limit.isdecimal() and 1 <= int(limit[:6]) <= most):
        raise bad_parameter("limit", f"a number from 1 to {most}")
