"""Helpers of pages and API for requests about one row: 404, numbers, ETags."""

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag

from games.registry import read_replay, write_text
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import AS_SENT, content_type, download_name, log_text
from replays.reads.games import GameMoved

Row = TypeVar("Row")


def row_or_404(read: Callable[[str], Row], public_id: str) -> Row:
    """Return the row that a query returns for an id. Raises the same Http404 for unknown and
    withdrawn ones.
    """
    try:
        return read(public_id)
    except ObjectDoesNotExist as error:
        raise Http404 from error


def game_or_404(public_id: str) -> Game:
    """Return a visible game. Raises Http404, and GameMoved for a game that became part of another
    one.
    """
    return row_or_404(game_reads.game_by_public_id, public_id)


def moved_path(path: str, moved: GameMoved) -> str:
    """Return an address of a game with the id of the game that it became part of."""
    return path.replace(moved.old, moved.new, 1)


def redirect_status(method: str | None) -> int:
    """Return the status of a permanent redirect that keeps the method of the request."""
    return 301 if method in ("GET", "HEAD") else 308


def conditional(
    request: HttpRequest, tag: str, answer: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return an answer with its ETag (a tag and the release), or 304 if the client has it. Caches
    must revalidate: a game can be withdrawn.
    """
    etag = quote_etag(f"{tag}.{settings.RELEASE}")
    response = get_conditional_response(request, etag=etag) or answer()
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def log_file(game: Game, form: str) -> HttpResponse:
    """Return the log of a game as a file, as canonical JSON or as text."""
    return _file(log_text(game, form), form, download_name(game, form))


def record_file(game: Game, record_id: str, log: str, form: str) -> HttpResponse:
    """Return the log of a record of a game as a file, as canonical JSON or as text; or its text as
    it was sent.
    """
    text = log
    if form != AS_SENT:
        text = f"{log}\n" if form == "json" else write_text(read_replay(log).record)
    return _file(text, form, download_name(game, form, record_id))


def _file(text: str, form: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type(form))
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-cache"
    return response
