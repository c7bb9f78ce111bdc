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
from replays.access.edit_keys import has_key
from replays.access.viewer import Viewer, viewer_of
from replays.models import AnnotationSet, Branch, Collection, Event, Game, Review, Visibility
from replays.reads import games as game_reads
from replays.reads.downloads import AS_SENT, content_type, download_name, log_text
from replays.reads.games import GameMoved
from replays.reads.players import views_for
from replays.reads.reviews import ReviewEvents, review_by_public_id
from replays.reads.sets import GameSet

Row = TypeVar("Row")
Attached = TypeVar("Attached", Branch, AnnotationSet)
_SHOWN = "replays.shown_visibility"
"""Key in the request's `META`: the visibilities of the games that the response shows."""


def row_or_404(read: Callable[[str], Row], public_id: str) -> Row:
    """Return the row that a query returns for an id. Raises the same Http404 for unknown and
    withdrawn ones.
    """
    try:
        return read(public_id)
    except ObjectDoesNotExist as error:
        raise Http404 from error


def game_or_404(request: HttpRequest, public_id: str) -> Game:
    """Return a game that the sender of a request can reach. Raises Http404, the same for unknown,
    private, withdrawn and deleted games, and GameMoved for a game that became part of another one.
    """
    viewer = viewer_of(request)
    game = row_or_404(lambda name: game_reads.game_by_public_id(name, viewer), public_id)
    note_shown(request, game)
    return game


def attached_or_404(
    request: HttpRequest, read: Callable[[str, Viewer], Attached], public_id: str
) -> Attached:
    """Return a variation or notes of a game that the sender of a request can reach. Raises the same
    Http404 for unknown ones, for those of other games and for those that staff hid, which only
    their author reaches.
    """
    viewer = viewer_of(request)
    attached = row_or_404(lambda name: read(name, viewer), public_id)
    if attached.hidden_at and not (viewer.is_staff or has_key(request, attached)):
        raise Http404
    note_shown(request, attached.game)
    return attached


def review_or_404(request: HttpRequest, public_id: str) -> Review:
    """Return a shared review of a game that the sender of a request can reach. Raises the same
    Http404 for unknown ones, for those of other games and for those that have ended.
    """
    viewer = viewer_of(request)
    review = row_or_404(lambda name: review_by_public_id(name, viewer), public_id)
    note_shown(request, review.game)
    return review


def review_events(request: HttpRequest, review: Review) -> ReviewEvents:
    """Return the source of the event stream of a review for the sender of a request, which is that
    of everyone unless the game is private.
    """
    if review.game.visibility != Visibility.PRIVATE:
        return ReviewEvents(review.pk)
    return ReviewEvents(review.pk, viewer_of(request))


def note_shown(request: HttpRequest, row: Game | Collection | GameSet | Event) -> None:
    """Note the visibility of what the response will show: private if staff hid it, since others get
    a 404. `mark_response` needs it.
    """
    visibility = Visibility.PUBLIC if isinstance(row, Event) else row.visibility
    if isinstance(row, Collection | Event) and row.hidden_at is not None:
        visibility = Visibility.PRIVATE
    request.META.setdefault(_SHOWN, set()).add(visibility)


def open_to(request: HttpRequest, game: Game) -> tuple[str, ...]:
    """Return the views of a game that are open to the sender of a request, the default first. A
    response that can differ from that to strangers is not stored.
    """
    views = views_for(game, viewer_of(request))
    if views != game_reads.open_views(game):
        request.META.setdefault(_SHOWN, set()).add(Visibility.PRIVATE)
    return views


def mark_response(request: HttpRequest, response: HttpResponseBase) -> None:
    """Forbid storing responses that show a private game, what only its players may see or what
    staff hid, and
    indexing of those and of responses that show an unlisted one.
    """
    shown = request.META.get(_SHOWN, set())
    if shown - {Visibility.PUBLIC}:
        response["X-Robots-Tag"] = "noindex"
    if Visibility.PRIVATE in shown:
        response["Cache-Control"] = "private, no-store"
        del response["ETag"]


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
    must revalidate: a game can be withdrawn or made private.
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
