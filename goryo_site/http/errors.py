"""Error responses: HTML pages, and `{"error": {"code", "message"}}` under `/api/`."""

from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token

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


def fault(request: HttpRequest) -> HttpResponse:
    """Handle 500 for Django. The fault id is the request id in the log line of the traceback."""
    return _answer(request, FAULT, fault_id=request.META.get("goryo_site.request_id", ""))


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


def _answer(request: HttpRequest, text: ErrorText, fault_id: str = "") -> HttpResponse:
    if request.path.startswith("/api/"):
        error: dict[str, object] = {"code": text.code, "message": str(text.message)}
        error |= {"limit": settings.UPLOAD_MAX_BYTES} if text.status == 413 else {}
        error |= {"fault_id": fault_id} if fault_id else {}
        return JsonResponse({"error": error}, status=text.status)
    # Without language links: every missing page must look the same, whatever its address.
    context = {"error": text, "fault_id": fault_id, "site_languages": ()}
    return render(request, "error.html", context, status=text.status)
