"""Error responses: HTML pages, and problem details (RFC 9457) under `/api/`."""

from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token

from replays.access.guards import Blocked
from replays.access.slices import WAIT_SECONDS, Unfinished
from replays.rest.body import details_of
from replays.rest.openapi import PROBLEM
from replays.services import OverQuota

Text = str | Promise


class ErrorText(NamedTuple):
    """What happened, and what the user can do."""

    status: int
    code: str
    title: Text
    message: Text
    advice: Text


NOT_FOUND = ErrorText(
    404,
    "not_found",
    _("Page not found"),
    _("The link may be wrong, or the page was removed."),
    _("Check the address for a missing character, or find the game in the list of games."),
)
FORBIDDEN = ErrorText(
    403,
    "forbidden",
    _("Access denied"),
    _("You don't have permission to see this page."),
    _("If you have an account, sign in and try again."),
)
BAD = ErrorText(
    400,
    "bad_request",
    _("Invalid request"),
    _("The site could not read this request."),
    _("Go back and try again."),
)
CONTROL_CHARACTER = ErrorText(
    400,
    "control_character",
    _("Invalid link"),
    _("The address contains a control character, such as %00."),
    _("Remove it from the address, or find the page through the menu."),
)
STALE_FORM = ErrorText(
    403,
    "csrf_failed",
    _("The form has expired"),
    _(
        "The page was open for too long, or your browser blocks cookies, so we can't verify that "
        "the form came from this site. Nothing was changed."
    ),
    _(
        "Go back, reload the page and send the form again. Programs can upload logs to "
        "/api/v1/games/ without cookies."
    ),
)
TOO_MANY = ErrorText(
    429,
    "too_many_requests",
    _("Too many requests"),
    _("You have sent this form too often in a short time. Nothing was changed."),
    _("Wait a minute, then try again."),
)
BLOCKED = ErrorText(
    403,
    "blocked",
    _("You are blocked"),
    "",
    _(
        "Nothing was changed. You can still read everything, and download or delete your account. "
        "If this is a mistake, contact the people who run this site."
    ),
)
OVER_BUDGET = ErrorText(
    429,
    "throttled",
    _("Too many requests"),
    _("Your requests took more computing time than one client may use in a minute."),
    _("Wait a minute, then try again."),
)
OVER_QUOTA = ErrorText(429, "quota_exceeded", _("Daily limit reached"), "", "")
UNFINISHED = ErrorText(
    503,
    "computing",
    _("Not ready yet"),
    "",
    _("The page reloads until it is ready."),
)
FAULT = ErrorText(
    500,
    "fault",
    _("Something went wrong"),
    _("This is an error on our side. It has been logged, and no saved data was lost."),
    _("Try again in a moment. If you contact us, include this id:"),
)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Handle 400 for Django; 413 if the body is too large."""
    return _answer(request, _too_large() if isinstance(exception, RequestDataTooBig) else BAD)


def control_character(request: HttpRequest) -> HttpResponse:
    """Return the 400 for a query string with a control character."""
    return _answer(request, CONTROL_CHARACTER)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Handle 403 for Django."""
    return _answer(request, FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Handle 404 for Django."""
    return _answer(request, NOT_FOUND)


def too_many_requests(request: HttpRequest, seconds: int = 60) -> HttpResponse:
    """Handle 429 for the pages of accounts and the sign-in of staff."""
    text, minutes = TOO_MANY, ceil(seconds / 60)
    if minutes > 1:
        advice = ngettext(
            "Wait {n} minute, then try again.", "Wait {n} minutes, then try again.", minutes
        )
        text = text._replace(advice=advice.format(n=minutes))
    response = _answer(request, text)
    response["Retry-After"] = str(seconds)
    return response


def over_budget(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the 429 for a client that has used up its processor time: a page, problem details, or
    plain text for pictures and files.
    """
    response = _page_or_text(request, OVER_BUDGET)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def over_quota(request: HttpRequest, error: OverQuota) -> HttpResponse:
    """Return the 429 for an address that may store nothing more on this day."""
    text = OVER_QUOTA._replace(message=str(error))
    response = _answer(request, text, limit=error.limit, what=error.what)
    response["Retry-After"] = str(error.wait)
    return response


def unfinished(request: HttpRequest, error: Unfinished) -> HttpResponse:
    """Return the 503 for an answer that needs more slices, with how many are done. Browsers load
    it again.
    """
    message = gettext("Some parts are still being computed.")
    if error.total:
        message = gettext("{done} of {total} parts are computed.")
    text = UNFINISHED._replace(message=message.format(done=error.done, total=error.total))
    response = _page_or_text(request, text)
    response["Retry-After"] = response["Refresh"] = str(WAIT_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def fault(request: HttpRequest) -> HttpResponse:
    """Handle 500 for Django. The fault id is the request id in the log line of the traceback."""
    return _answer(request, FAULT, fault_id=request.META.get("goryo_site.request_id", ""))


def blocked(request: HttpRequest, block: Blocked) -> HttpResponse:
    """Return the 403 for a page of a blocked client."""
    day = date_format(block.until, "j F Y")
    message = gettext(
        "The staff of this site has blocked you from making changes until {day}. Reason: {reason}"
    )
    text = BLOCKED._replace(message=message.format(day=day, reason=block.reason))
    return _answer(request, text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Handle a failed CSRF check for Django."""
    return _answer(request, STALE_FORM)


def _too_large() -> ErrorText:
    limit = settings.UPLOAD_MAX_BYTES
    message = gettext("The limit is {mib} MiB ({limit} bytes) per upload.")
    return ErrorText(
        413,
        "too_large",
        gettext("The upload is too large"),
        message.format(mib=f"{limit / settings.MIB:.0f}", limit=limit),
        gettext("Compress it (gzip or zip), or split it into several uploads."),
    )


def _page_or_text(request: HttpRequest, text: ErrorText) -> HttpResponse:
    """Return an answer as text where no page is accepted, such as for a picture in a page."""
    if request.path.startswith("/api/") or "text/html" in request.headers.get("Accept", ""):
        return _answer(request, text)
    content = f"{text.message} {text.advice}\n"
    return HttpResponse(content, "text/plain; charset=utf-8", status=text.status)


def _answer(
    request: HttpRequest, text: ErrorText, fault_id: str = "", **more: object
) -> HttpResponse:
    if request.path.startswith("/api/") or request.path.endswith(".json"):
        error: dict[str, object] = {"code": text.code, "message": str(text.message)}
        error |= {"limit": settings.UPLOAD_MAX_BYTES} if text.status == 413 else {}
        error |= {"fault_id": fault_id} if fault_id else {}
        error |= more
        body = {"error": error, **details_of(text.code, str(text.message))}
        return JsonResponse(body, status=text.status, content_type=PROBLEM)
    # Without language links: every missing page must look the same, whatever its address.
    context = {"error": text, "fault_id": fault_id, "site_languages": ()}
    return render(request, "error.html", context, status=text.status)
