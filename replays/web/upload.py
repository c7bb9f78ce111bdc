"""`/upload/`: a file, several files or pasted text; kept, or only checked."""

from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.limits import MIB, limits
from replays.access.senders import browser_key, remember
from replays.access.throttles import UploadThrottle
from replays.models import ItemStatus, Upload, UploadSource
from replays.reads import games as game_reads
from replays.requests.files import FORM_SLACK, Part, TooMany, check_length, read_files
from replays.services import TooLarge, UploadFault

from .findings import checked_rows, stored_rows


@csrf_exempt  # the length is looked at before the body is read; `_handle` asks for the token
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The page, and what is sent from it."""
    if request.method != "POST":
        return _page(request)
    try:
        check_length(request, FORM_SLACK)
    except TooLarge:
        return _too_large(request)
    throttle = UploadThrottle()
    if not throttle.allow_request(request, None):  # type: ignore[arg-type]
        return _too_often(request, throttle.wait())
    try:
        return _handle(request)
    except RequestDataTooBig:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MIB
        problem = gettext(
            "Pasted text can have at most {most} MB. Upload larger logs as a file."
        ).format(most=most)
        return _page(request, problem=problem, status=413)
    except TooManyFilesSent:
        return _too_many(request)
    except TooManyFieldsSent:
        return _page(request, problem=gettext("The form contains unexpected data."), status=400)
    except MultiPartParserError:
        problem = gettext("The form was incomplete. Try again.")
        return _page(request, problem=problem, status=400)


@csrf_protect
def _handle(request: HttpRequest) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        parts = read_files(request.FILES.getlist("file"), text.encode("utf-8", "replace"))
        if not parts:
            problem = gettext("Choose a file or paste a log first.")
            return _page(request, problem=problem, status=HTTPStatus.BAD_REQUEST)
        if request.POST.get("action") == "check":
            return _check(request, parts, text)
        return _keep(request, parts, text)
    except TooMany:
        return _too_many(request)
    except TooLarge:
        return _too_large(request)
    except UploadFault as fault:
        remember(request, [fault.public_id])
        return HttpResponseRedirect(reverse("upload-status", args=[fault.public_id]))


def _check(request: HttpRequest, parts: list[Part], text: str) -> HttpResponse:
    rows, is_complete = checked_rows(parts, browser_key(request, keep=False))
    is_right = any(row.status != ItemStatus.REFUSED for row in rows)
    context = {"checked": rows, "is_complete": is_complete, "text": text}
    return _page(request, status=200 if is_right else 422, **context)


def _keep(request: HttpRequest, parts: list[Part], text: str) -> HttpResponse:
    uploads = services.submit_all(
        [(part.name, part.data) for part in parts],
        source=UploadSource.PAGE,
        sender=browser_key(request, keep=True),
    )
    remember(request, [upload.public_id for upload in uploads])
    if len(uploads) > 1:
        query = urlencode({"id": [one.public_id for one in uploads]}, doseq=True)
        return HttpResponseRedirect(f"{reverse('uploads')}?{query}")
    if text and uploads[0].state == "refused":
        rows = stored_rows(uploads[0])
        return _page(request, status=422, refused=rows, text=text)
    return HttpResponseRedirect(_place_of(uploads[0]))


def _place_of(upload: Upload) -> str:
    """A handful of new games: the replay of the first. Else the upload's page, which says more."""
    games = game_reads.games_of_upload(upload)
    if games and upload.n_stored == upload.n_games:
        return games[0].get_absolute_url()
    return upload.get_absolute_url()


def _page(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    context["max_mib"] = limits().max_bytes // MIB
    return render(request, "replays/upload.html", context, status=status)


def _too_many(request: HttpRequest) -> HttpResponse:
    return _page(request, problem=str(TooMany(limits().max_files)), status=413)


def _too_large(request: HttpRequest) -> HttpResponse:
    most = limits().max_bytes // MIB
    problem = gettext(
        "The upload is too large: at most {most} MB. Compress it, or split it."
    ).format(most=most)
    return _page(request, problem=problem, status=413)


def _pasted(request: HttpRequest) -> str:
    """The text of the form, so that it is not lost; none where the form itself cannot be read."""
    try:
        return str(request.POST.get("text", ""))
    except (RequestDataTooBig, TooManyFilesSent, TooManyFieldsSent, MultiPartParserError):
        return ""


def _too_often(request: HttpRequest, wait: float | None) -> HttpResponse:
    seconds = int(wait or 1) + 1
    problem = gettext(
        "Too many uploads. Wait {seconds} s, or put many games into one file."
    ).format(seconds=seconds)
    response = _page(request, problem=problem, text=_pasted(request), status=429)
    response["Retry-After"] = str(seconds)
    return response
