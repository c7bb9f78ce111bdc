"""What is answered where no view answers: pages for people, `{"error": {"code", "message"}}` under
`/api/`.
"""

from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.csrf import requires_csrf_token

MIB = 1024 * 1024
Text = str | Promise


class Words(NamedTuple):
    """An error in plain words: what happened, and what to do."""

    status: int
    code: str
    title: Text
    message: Text
    advice: Text


NOT_FOUND = Words(
    404,
    "not_found",
    gettext_lazy("There is nothing here"),
    gettext_lazy(
        "This address leads nowhere. It may never have been, or what it showed was taken away."
    ),
    gettext_lazy(
        "Look for the game in the list of games, or check the address for a missing character."
    ),
)
FORBIDDEN = Words(
    403,
    "forbidden",
    gettext_lazy("This is not open to you"),
    gettext_lazy("You may not see or do this."),
    gettext_lazy("Sign in, if you have an account."),
)
BAD = Words(
    400,
    "bad_request",
    gettext_lazy("This request can't be read"),
    gettext_lazy("What was sent here makes no sense to us."),
    gettext_lazy("Go back and try again."),
)
STALE_FORM = Words(
    403,
    "csrf_failed",
    gettext_lazy("The form was too old"),
    gettext_lazy(
        "The page lay open too long, or cookies are barred, so we can't tell that the form came "
        "from this site. Nothing was changed."
    ),
    gettext_lazy(
        "Go back, reload the page and send it again. Programs send logs to /api/v1/games/, which "
        "needs no cookie."
    ),
)
FAULT = Words(
    500,
    "fault",
    gettext_lazy("Something broke on our side"),
    gettext_lazy(
        "This is our fault, not yours. It is written down, and nothing that was kept before is "
        "lost."
    ),
    gettext_lazy("Try again in a moment. If you write to us, name this id:"),
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
        gettext("This is too large"),
        gettext("At most {mib} MiB ({limit} bytes) can be sent at once.").format(
            mib=f"{limit / MIB:.0f}", limit=limit
        ),
        gettext("Send it compressed (gzip or zip), or in several parts."),
    )


def _answer(request: HttpRequest, words: Words, fault_id: str = "") -> HttpResponse:
    if request.path.startswith("/api/"):
        error: dict[str, object] = {"code": words.code, "message": str(words.message)}
        if words.status == 413:
            error["limit"] = settings.UPLOAD_MAX_BYTES
        if fault_id:
            error["fault_id"] = fault_id
        return JsonResponse({"error": error}, status=words.status)
    # What is not there is told alike, whatever was asked for: not even by the links to its address.
    context = {"words": words, "fault_id": fault_id, "site_languages": ()}
    return render(request, "error.html", context, status=words.status)
