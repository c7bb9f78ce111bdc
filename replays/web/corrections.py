"""Corrections: a browser replaces its own log of a game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.limits import MIB, limits
from replays.access.quotas import quotas_of
from replays.access.throttles import UploadThrottle
from replays.models import Game, UploadSource
from replays.pipeline import Draft
from replays.reads.records import log_as_text, owner_log, revisions_of
from replays.requests.files import FORM_SLACK, check_length, read_files
from replays.requests.http import game_or_404
from replays.services import OverQuota, Refusal, TooLarge

from .address import Refused, with_retry
from .records import record_of_browser
from .rows import ItemRow, add_excerpts, refused_row
from .uploads import FORM_ERRORS
from .workbench import bench_context, corrected


@never_cache
@csrf_exempt  # the length is checked before the body is read; `_correct` checks the token
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for a correction of this browser's log of a game, or store it."""
    game = game_or_404(request, public_id)
    record = record_of_browser(request, game)
    is_own = record is not None
    if not is_own and not game.is_finished:
        raise Http404
    if not is_own:
        message = gettext("Only the browser that uploaded this game can correct it.")
        return _page(request, game, problem=message, status=403)
    if request.method != "POST":
        return _page(request, game, saved=request.GET.get("saved", ""))
    try:
        check_length(request, FORM_SLACK)
        if wait := UploadThrottle().seconds_to_wait(request):
            message = gettext("Too many uploads. Wait a moment and try again.")
            response = _page(request, game, problem=message, status=429)
            return with_retry(response, wait)
        return _correct(request, game, "" if record is None else record.owner)
    except OverQuota as error:
        return with_retry(_page(request, game, problem=str(error), status=429), error.wait)
    except TooLarge:
        message = gettext("The log is too large: at most {most} MiB.")
        message = message.format(most=limits().max_bytes // MIB)
        return _page(request, game, problem=message, status=413)
    except FORM_ERRORS:
        message = gettext("The form was incomplete. Try again.")
        return _page(request, game, problem=message, status=400)
    except Refused as error:
        return _page(request, game, problem=str(error), status=error.status)
    except Refusal as error:
        return _page(request, game, problem=str(error.finding.message), status=error.status)


@csrf_protect
def _correct(request: HttpRequest, game: Game, owner: str) -> HttpResponse:
    text = request.POST.get("text", "")
    files = request.FILES.getlist("file")  # a chosen file replaces the text in the box
    parts = read_files(files, b"" if files else text.encode("utf-8", "replace"))
    if key := request.POST.get("fix"):
        fixed = corrected(text, key)
        return _page(request, game, **bench_context(request, fixed, is_correction=True))
    if request.POST.get("action") == "check":
        return _page(request, game, **bench_context(request, text, is_correction=True))
    if len(parts) != 1:
        raise Refused(400, gettext("Choose one file or paste one log."))
    result = services.correct_game(
        game,
        parts[0].data,
        owner=owner,
        source=UploadSource.PAGE,
        filename=parts[0].name,
        quotas=quotas_of(request, owner),
    )
    if result.game is not None:
        saved = "yes" if result.is_changed else "no"
        return HttpResponseRedirect(f"{request.path}?saved={saved}")
    if not files:
        bench = bench_context(request, text, is_correction=True)
        return _page(request, game, refused=True, status=422, **bench)
    rows = _refused(result.draft, parts[0].data)
    return _page(request, game, rows=rows, refused=True, text=text, status=422)


def _typed(request: HttpRequest) -> str:
    """Return the text of the form that was sent, so that nothing typed is lost."""
    try:
        return str(request.POST.get("text", ""))
    except FORM_ERRORS:
        return ""


def _refused(draft: Draft, data: bytes) -> list[ItemRow]:
    rows = [refused_row(draft)]
    add_excerpts(rows, data)
    return rows


def _page(request: HttpRequest, game: Game, *, status: int = 200, **context: Any) -> HttpResponse:
    record = record_of_browser(request, game)
    if "text" not in context and record is not None:
        context["text"] = _typed(request) or log_as_text(owner_log(record))
    if record is not None and "bar" not in context:
        context |= bench_context(request, context["text"], is_correction=True)
    context |= {
        "game": game,
        "revisions": [] if record is None else revisions_of(record),
        "is_own": record is not None,
        "max_mib": limits().max_bytes // MIB,
    }
    return render(request, "replays/correct.html", context, status=status)
