"""What is answered where no view answers: pages for people, `{"error": {"code", "message"}}` under
`/api/`.
"""

from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token

MIB = 1024 * 1024


class Words(NamedTuple):
    """An error in plain words: what happened, and what to do."""

    status: int
    code: str
    title: str
    message: str
    advice: str


NOT_FOUND = Words(
    404,
    "not_found",
    "There is nothing here",
    "This address leads nowhere. It may never have been, or what it showed was taken away.",
    "Look for the game in the list of games, or check the address for a missing character.",
)
FORBIDDEN = Words(
    403,
    "forbidden",
    "This is not open to you",
    "You may not see or do this.",
    "Sign in, if you have an account.",
)
BAD = Words(
    400,
    "bad_request",
    "This request can't be read",
    "What was sent here makes no sense to us.",
    "Go back and try again.",
)
STALE_FORM = Words(
    403,
    "csrf_failed",
    "The form was too old",
    "The page lay open too long, or cookies are barred, so we can't tell that the form came from "
    "this site. Nothing was changed.",
    "Go back, reload the page and send it again. Programs send logs to /api/v1/games/, which needs "
    "no cookie.",
)
FAULT = Words(
    500,
    "fault",
    "Something broke on our side",
    "This is our fault, not yours. It is written down, and nothing that was kept before is lost.",
    "Try again in a moment. If you write to us, name this id:",
)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's `handler400`; 413 where the body is too large."""
    if isinstance(exception, RequestDataTooBig):
        return _answer(request, _too_large())
    return _answer(request, BAD)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's `handler403`."""
    return _answer(request, FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's `handler404`."""
    return _answer(request, NOT_FOUND)


def fault(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`. The id is the request's; the line with the traceback carries it."""
    return _answer(request, FAULT, fault_id=request.META.get("goryo_site.request_id", ""))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's `CSRF_FAILURE_VIEW`."""
    return _answer(request, STALE_FORM)


def _too_large() -> Words:
    limit = settings.UPLOAD_MAX_BYTES
    return Words(
        413,
        "too_large",
        "This is too large",
        f"At most {limit / MIB:.0f} MiB ({limit} bytes) can be sent at once.",
        "Send it compressed (gzip or zip), or in several parts.",
    )


def _answer(request: HttpRequest, words: Words, fault_id: str = "") -> HttpResponse:
    if request.path.startswith("/api/"):
        error = {"code": words.code, "message": words.message}
        if words.status == 413:
            error["limit"] = settings.UPLOAD_MAX_BYTES
        if fault_id:
            error["fault_id"] = fault_id
        return JsonResponse({"error": error}, status=words.status)
    context = {"words": words, "fault_id": fault_id}
    return render(request, "error.html", context, status=words.status)
