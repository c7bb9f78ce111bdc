"""`/upload/`: store or check files or pasted text; `/uploads/<id>/`: the progress of an upload."""

from typing import Any

from django.conf import settings
from django.core import exceptions
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from replays import services
from replays.access.addresses import client_network
from replays.access.budget import budget_of
from replays.access.limits import MIB, limits
from replays.access.quotas import quotas_of
from replays.access.throttles import UploadThrottle
from replays.access.uploaders import browser_key, is_uploader, remember
from replays.access.viewer import Viewer, viewer_of
from replays.models import REJECTED, Game, ItemStatus, Upload, UploadSource, Visibility
from replays.models.audience import Audience
from replays.reads import games as game_reads
from replays.reads.event_streams import UploadProgress
from replays.reads.upload_status import POLL_SECONDS, state_sentence
from replays.requests.files import FORM_SLACK, Part, TooMany, check_length, read_files
from replays.requests.forms import keep_all_parts
from replays.requests.http import row_or_404
from replays.services import OverQuota, Refusal, TooLarge, UploadFault
from replays.streams.responses import TooManyStreams, event_stream
from replays.text.names import clean_label
from replays.text.numbers import is_number

from .address import Refused
from .audience import audience_context, audience_of
from .editing import UNEXPECTED_FORM
from .log_templates import example_text, template_groups, template_text
from .rows import MAX_ITEMS, checked_rows, stored_rows
from .workbench import bench_context, corrected

FORM_ERRORS = (
    exceptions.RequestDataTooBig,
    exceptions.TooManyFilesSent,
    exceptions.TooManyFieldsSent,
    MultiPartParserError,
)
NOT_SAVED = gettext_lazy("We couldn't save this log. Fix the errors below and try again.")
DEFAULT_TEMPLATE = "goryo-2024"
ERRORS = (*FORM_ERRORS, TooMany, TooLarge, Refused, Refusal)


@csrf_exempt  # the length is checked before the body is read; `_handle` checks the token
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Show the form, or handle what was sent from it."""
    if request.method != "POST":
        return _empty_page(request)
    response = _post(request)
    if isinstance(response, HttpResponseRedirect) and is_for_script(request):
        return JsonResponse({"url": response.url})
    return response


def is_for_script(request: HttpRequest) -> bool:
    """Return whether the page's script sent the form: it gets the next address, or the problem."""
    return request.headers.get("Accept", "") == "application/json"


def _post(request: HttpRequest) -> HttpResponse:
    try:
        check_length(request, FORM_SLACK)
        keep_all_parts(request)
        if wait := UploadThrottle().seconds_to_wait(request):
            return _rate_limited(request, wait)
        return _handle(request)
    except OverQuota as error:
        return _rate_limited(request, error.wait, str(error))
    except ERRORS as error:
        problem, status = _problem(error)
        return _page(request, problem=problem, status=status)


def _problem(error: Exception) -> tuple[str, int]:
    """Return what is wrong with a request, and the HTTP status."""
    match error:
        case TooLarge(limit=limit):
            message = gettext(
                "The upload is too large: at most {most} MiB. Compress it, or split it."
            )
            return message.format(most=limit // MIB), 413
        case exceptions.RequestDataTooBig():
            message = gettext(
                "Pasted text can have at most {most} MiB. Upload larger logs as a file."
            )
            return message.format(most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MIB), 413
        case TooMany() | exceptions.TooManyFilesSent():
            return str(TooMany(limits().max_files)), 413
        case exceptions.TooManyFieldsSent():
            return str(UNEXPECTED_FORM), 400
        case Refused():
            return str(error), error.status
        case Refusal():
            return error.translated(), error.status
        case _:
            return gettext("The form was incomplete. Try again."), 400


@csrf_protect
def _handle(request: HttpRequest) -> HttpResponse:
    text = request.POST.get("text", "")
    name = clean_label(request.POST.get("name", ""))  # of the file that the editor has
    parts = read_files(request.FILES.getlist("file"), text.encode("utf-8", "replace"), name)
    if not parts:
        raise Refused(400, gettext("Choose a file or paste a log first."))
    if key := request.POST.get("fix"):
        bench = bench_context(request, corrected(text, key))
        return _page(request, status=422 if bench["state"] == "errors" else 200, **bench)
    if request.POST.get("action") == "check":
        return _check(request, parts, text)
    try:
        return _store(request, parts, text, audience_of(request, Visibility.PUBLIC))
    except UploadFault as fault:
        remember(request, [fault.public_id])
        return HttpResponseRedirect(reverse("upload-status", args=[fault.public_id]))


def _check(request: HttpRequest, parts: list[Part], text: str) -> HttpResponse:
    if len(parts) == 1 and text.strip():
        bench = bench_context(request, text)
        return _page(request, status=422 if bench["state"] == "errors" else 200, **bench)
    audience = audience_of(request, Visibility.PUBLIC)
    checked = checked_rows(parts, browser_key(request, keep=False), audience)
    is_valid = any(row.status not in REJECTED for row in checked.rows)
    context = {"is_complete": checked.is_complete, "skipped_files": checked.skipped_files}
    return _page(
        request, status=200 if is_valid else 422, checked=checked.rows, text=text, **context
    )


def _store(request: HttpRequest, parts: list[Part], text: str, audience: Audience) -> HttpResponse:
    uploader = browser_key(request, keep=True)
    uploads = services.submit_all(
        [(part.name, part.data) for part in parts],
        source=UploadSource.PAGE,
        uploader=uploader,
        audience=audience,
        quotas=quotas_of(request, uploader),
    )
    ids = [upload.public_id for upload in uploads]
    remember(request, ids)
    if len(uploads) > 1:
        return HttpResponseRedirect(f"{reverse('uploads')}?{urlencode({'id': ids}, doseq=True)}")
    if text and uploads[0].state == "refused":
        return _page(request, status=422, refused=True, **bench_context(request, text))
    return HttpResponseRedirect(_result_url(uploads[0], viewer_of(request)))


def _result_url(upload: Upload, viewer: Viewer) -> str:
    """Return the replay of the first game if all games are new or continued, and few; else the
    upload's page.
    """
    games = game_reads.games_of_upload(upload, viewer)
    if games and upload.n_stored + upload.n_continued == upload.n_games:
        return games[0].get_absolute_url()
    return upload.get_absolute_url()


def _empty_page(request: HttpRequest) -> HttpResponse:
    """Show the form, with the text of `?template=goryo-2024` if there is one, or an `example`."""
    name = request.GET.get("template", "")
    text_of = example_text if "example" in request.GET else template_text
    text = text_of(name) if name else ""
    if text is None:
        problem = gettext("There is no template “{name}”. Choose one from the list.")
        return _page(request, problem=problem.format(name=name[:80]), status=404)
    return _page(request, text=text, template=name)


def _page(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    if is_for_script(request):
        problem = context.get("problem") or NOT_SAVED
        return JsonResponse({"problem": str(problem)}, status=status)
    if "bar" not in context:
        context |= bench_context(request, str(context.get("text", "")))
    context |= audience_context(request)
    context["file_name"] = clean_label(request.POST.get("name", ""))
    context["templates"] = template_groups()
    context["template"] = context.get("template") or DEFAULT_TEMPLATE
    context["max_mib"] = limits().max_bytes // MIB
    return render(request, "replays/upload.html", context, status=status)


def _rate_limited(request: HttpRequest, seconds: int, problem: str = "") -> HttpResponse:
    """Show the form with its text, so that nothing is lost."""
    try:
        text = request.POST.get("text", "")
    except FORM_ERRORS:
        text = ""
    problem = problem or gettext(
        "Too many uploads. Wait {seconds} s, or put many games into one file."
    ).format(seconds=seconds)
    response = _page(request, problem=problem, text=text, status=429)
    response["Retry-After"] = str(seconds)
    return response


def _upload_or_404(public_id: str, viewer: Viewer) -> Upload:
    return row_or_404(lambda name: game_reads.upload_by_public_id(name, viewer), public_id)


@never_cache
@require_safe
def upload_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an upload. With `go`, redirect to its only game once it has been read."""
    viewer = viewer_of(request)
    upload = _upload_or_404(public_id, viewer)
    game = game_reads.only_game(upload, viewer) if upload.is_settled else None
    if game is not None and "go" in request.GET:
        return HttpResponseRedirect(game.get_absolute_url())
    after = request.GET.get("after", "-1")
    if after != "-1" and not is_number(after):
        raise exceptions.BadRequest("after is a game's position")
    details = is_uploader(request, upload)
    rows = stored_rows(upload, viewer, after=int(after), details=details)
    context = {
        "card": _card(upload, game),
        "rows": rows,
        "next_after": rows[-1].number - 1 if len(rows) == MAX_ITEMS else None,
        "waiting": not upload.is_settled,
        "details": details,
        "file_removed": game_reads.is_file_removed(upload),
    }
    return render(request, "replays/status.html", context)


@never_cache
@require_safe
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the progress for the script of the page: a sentence in the page's language, counts,
    the game if there is one, and when to poll again (null: never).
    """
    viewer = viewer_of(request)
    upload = _upload_or_404(public_id, viewer)
    game = game_reads.only_game(upload, viewer)
    body = {
        "message": state_sentence(upload),
        "n_read": upload.next_position,
        **{f"n_{status}": getattr(upload, f"n_{status}") for status in ItemStatus},
        "poll_seconds": None if upload.is_settled else POLL_SECONDS,
        "game": {"url": game.get_absolute_url()} if game else None,
    }
    return JsonResponse(body)


@require_safe
def progress_events(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send an event when there is progress, to the script of the page, which then requests it."""
    upload = _upload_or_404(public_id, viewer_of(request))
    try:
        progress_of = UploadProgress(upload.pk)
        return event_stream(request, progress_of, 0, client_network(request), budget_of(request))
    except TooManyStreams as error:
        response = HttpResponse(str(error), status=429, content_type="text/plain")
        response["Retry-After"] = str(error.retry_seconds)
        return response


@never_cache
@require_safe
def several(request: HttpRequest) -> HttpResponse:
    """Show several uploads that were sent together, named by `id` in the address."""
    viewer = viewer_of(request)
    ids = request.GET.getlist("id")[: limits().max_files]
    uploads = game_reads.uploads_by_public_id(ids, viewer)
    if not uploads:
        raise Http404
    context = {
        "cards": [_card(upload, game_reads.only_game(upload, viewer)) for upload in uploads],
        "waiting": not all(upload.is_settled for upload in uploads),
    }
    return render(request, "replays/several.html", context)


def _card(upload: Upload, game: Game | None) -> dict[str, Any]:
    return {"upload": upload, "sentence": state_sentence(upload), "game": game}
