"""`/uploads/<id>/`: how far an upload is, and what became of its games."""

from django.core.exceptions import BadRequest
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from replays.access.limits import limits
from replays.access.senders import is_sender
from replays.models import Upload
from replays.reads import games as game_reads
from replays.reads.upload_status import POLL_SECONDS, state_sentence

from .findings import ITEMS_SHOWN, stored_rows
from .rows import upload_card


@never_cache
@require_safe
def one(request: HttpRequest, public_id: str) -> HttpResponse:
    """One upload. With `go`, where there is nothing more to wait for, its only game's replay at
    once.
    """
    try:
        upload = game_reads.upload_by_public_id(public_id)
    except Upload.DoesNotExist as error:
        raise Http404 from error
    game = game_reads.only_game(upload) if upload.is_settled else None
    if game is not None and "go" in request.GET:
        return HttpResponseRedirect(game.get_absolute_url())
    details = is_sender(request, upload)
    rows = stored_rows(upload, after=_after(request), details=details)
    context = {
        "card": upload_card(upload, game),
        "rows": rows,
        "next_after": rows[-1].number - 1 if len(rows) == ITEMS_SHOWN else None,
        "waiting": not upload.is_settled,
        "details": details,
    }
    return render(request, "replays/status.html", context)


@never_cache
@require_safe
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the script of the page asks for now and then, in the page's language: sentence, counts,
    the game's address once there is one, and when to ask again (never: null).
    """
    try:
        upload = game_reads.upload_by_public_id(public_id)
    except Upload.DoesNotExist as error:
        raise Http404 from error
    game = game_reads.only_game(upload)
    body = {
        "message": state_sentence(upload),
        "n_read": upload.next_position,
        "n_stored": upload.n_stored,
        "n_duplicate": upload.n_duplicate,
        "n_refused": upload.n_refused,
        "poll_seconds": None if upload.is_settled else POLL_SECONDS,
        "game": {"url": game.get_absolute_url()} if game else None,
    }
    return JsonResponse(body)


@never_cache
@require_safe
def several(request: HttpRequest) -> HttpResponse:
    """Several uploads that were sent together, named by `id` in the address."""
    uploads = game_reads.uploads_by_public_id(request.GET.getlist("id")[: limits().max_files])
    if not uploads:
        raise Http404
    cards = [upload_card(upload, game_reads.only_game(upload)) for upload in uploads]
    waiting = not all(upload.is_settled for upload in uploads)
    return render(request, "replays/several.html", {"cards": cards, "waiting": waiting})


def _after(request: HttpRequest) -> int:
    after = request.GET.get("after", "-1")
    if after != "-1" and not (after.isascii() and after.isdecimal() and len(after) <= 9):
        raise BadRequest("after is a game's position")
    return int(after)
