"""Middleware for every request: logging, headers and language."""

import re
import secrets
import time
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils import translation

from replays.access.throttles import NOTED
from replays.reads.games import GameMoved
from replays.requests.http import mark_response, moved_path, redirect_status

from . import errors

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""Methods with their own metrics."""

log = structlog.get_logger("goryo_site.requests")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
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
            seconds = time.perf_counter() - start
            write = log.debug if request.path.startswith(("/static/", "/healthz")) else log.info
            write(
                "answered",
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=round(seconds * 1000, 1),
            )
            if settings.METRICS_TOKEN:
                _observe(request, response, seconds)
        response["X-Request-ID"] = request_id
        return response


def _observe(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count a request in the metrics, under the name of its route."""
    from goryo_site.runtime.metrics import observe

    name = request.resolver_match.url_name if request.resolver_match else None
    method = request.method if request.method in METHODS else "other"  # clients can send any
    observe(name or "none", method, response.status_code, seconds)


class RateLimits:
    """Tell clients how many requests of a limited kind are left, as `X-RateLimit-*` headers."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response with the headers of the strictest limit."""
        response = self.get_response(request)
        if noted := request.META.get(NOTED):
            response["X-RateLimit-Limit"] = str(noted.limit)
            response["X-RateLimit-Remaining"] = str(noted.left)
            response["X-RateLimit-Reset"] = str(noted.seconds)
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


class PrivateGames:
    """Mark responses that show a private or unlisted game, so that no cache stores the one and no
    search engine lists either.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response with its headers."""
        response = self.get_response(request)
        mark_response(request, response)
        return response


class MovedGames:
    """Redirect pages of a game that became part of an older one. The API answers by itself."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the redirect. It can be undone by splitting the games, so caches must ask."""
        if not isinstance(error, GameMoved):
            return None
        response = HttpResponsePermanentRedirect(moved_path(request.get_full_path(), error))
        response.status_code = redirect_status(request.method)
        response["Cache-Control"] = "no-cache"
        return response


class ControlCharacters:
    """Answer addresses with control characters, which PostgreSQL and some views can't handle: 404
    for a path, 400 for a query string. Tabs and line ends are allowed in a query string.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, or the error."""
        if _CONTROL.search(request.path_info):
            return errors.not_found(request)
        raw = request.META.get("QUERY_STRING", "").encode("latin-1", "replace")  # as WSGI has it
        query = unquote_to_bytes(raw).decode("utf-8", "replace")
        if any(character not in "\t\r\n" for character in _CONTROL.findall(query)):
            return errors.control_character(request)
        return self.get_response(request)
