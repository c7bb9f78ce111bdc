"""Helpers of pages and API for requests about one row: 404, numbers, ETags."""

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag

from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import content_type, download_name, log_text

MAX_DIGITS = 9
"""Digits of the longest number that is accepted."""
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
    """Return a visible game. Raises Http404."""
    return row_or_404(game_reads.game_by_public_id, public_id)


def is_number(text: str) -> bool:
    """Return whether a text is a natural number that is not too long."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS


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
    response = HttpResponse(log_text(game, form), content_type=content_type(form))
    name = download_name(game, form)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-cache"
    return response
