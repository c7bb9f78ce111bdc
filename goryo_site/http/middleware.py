"""Middleware for every request: logging, headers and language."""

import secrets
import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

log = structlog.get_logger("goryo_site.requests")

GetResponse = Callable[[HttpRequest], HttpResponse]
POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
)


class RequestLog:
    """Give each request an id for all its log lines, and log the response in one line.

    The id is generated here (a client's id would let it write into our log) and sent as
    `X-Request-ID`. The line has no query string and no client address, which would reveal who
    looked at what.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response and log its duration."""
        request_id = secrets.token_hex(8)
        request.META["goryo_site.request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            start = time.perf_counter()
            response = self.get_response(request)
            write = log.debug if request.path.startswith(("/static/", "/healthz")) else log.info
            write(
                "answered",
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=round((time.perf_counter() - start) * 1000, 1),
            )
        response["X-Request-ID"] = request_id
        return response


class PermissionsPolicy:
    """Deny all pages access to the camera, location and payment."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response with the header."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response


class AddressLanguage:
    """Choose the language by the address only, so that caches need to know nothing else."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response in the language of the address; the default is English."""
        language = translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        translation.activate(language)
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response
