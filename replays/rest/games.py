"""`/api/v1/games/`: sending logs in, and the list."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from replays.access.throttles import UploadThrottle
from replays.reads import games as game_reads
from replays.reads.game_filter import GameFilter

from . import schema
from .base import PublicView, flag, plain
from .bodies import parts_of
from .describe import game_row
from .errors import ApiError
from .receive import check_parts, receive_parts

FILTERS = ("player", "kind", "edition", "mode", "winner", "reason", "board", "month", "from",
           "to", "simulated", "finished", "refused")  # fmt: skip


_BAD_CURSOR = ApiError(
    400,
    "bad_parameter",
    "cursor is taken as it stands in `next` or `previous`; leave it out for the first page.",
    parameter="cursor",
)


class GamePages(CursorPagination):
    """Pages by primary key, newest first: never equal, so no game is told twice or left out."""

    ordering = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The place a cursor names. Raises a 400 for what is none of ours."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise _BAD_CURSOR from error
        if cursor is not None and cursor.position is not None:
            position = str(cursor.position)
            if not (position.isascii() and position.isdecimal() and len(position) < 19):
                raise _BAD_CURSOR
        return cursor


class GamesView(PublicView):
    """The stored games, and the door for new ones."""

    parameters = {"GET": (*FILTERS, "cursor", "limit"), "POST": ("dry_run",)}

    def get_throttles(self) -> list[BaseThrottle]:
        """Only sending in is counted."""
        return [UploadThrottle()] if self.request.method == "POST" else []

    @extend_schema(**schema.GAMES_LIST)
    def get(self, request: Request) -> Response:
        """Stored games, newest first, of people unless `simulated` says otherwise."""
        pages = GamePages()
        _check_limit(request, pages.max_page_size)
        games = game_reads.games_list(chosen_by(request))
        if "cursor" in request.query_params and not request.query_params["cursor"]:
            raise ApiError(
                400, "bad_parameter", "cursor is empty; leave it out for the first page."
            )
        page = pages.paginate_queryset(games, request, view=self) or []
        rows = [game_row(game, plain(request)) for game in page]
        return Response(
            {"games": rows, "next": pages.get_next_link(), "previous": pages.get_previous_link()}
        )

    @extend_schema(**schema.GAMES_POST)
    def post(self, request: Request) -> Response:
        """Send logs in: a body of JSON, NDJSON or text, plain, gzip or zip, or files of a form
        (field `file`).
        """
        is_dry_run = flag(request, "dry_run")
        parts = parts_of(plain(request))
        return (check_parts if is_dry_run else receive_parts)(parts, plain(request))


def chosen_by(request: Request) -> GameFilter:
    """The filter of an address. Raises a 400 that says which word is wrong."""
    chosen = GameFilter(request.query_params)
    if not chosen.is_valid():
        fields: dict[str, Any] = {name: list(texts) for name, texts in chosen.errors.items()}
        first = next(iter(fields))
        raise ApiError(400, "bad_parameter", f"{first}: {fields[first][0]}", fields=fields)
    return chosen


def _check_limit(request: Request, most: int) -> None:
    limit = request.query_params.get("limit", "1")
    if not (limit.isascii() and limit.isdecimal() and 1 <= int(limit[:6]) <= most):
        raise ApiError(
            400, "bad_parameter", f"limit is a number from 1 to {most}.", parameter="limit"
        )
