"""What every request passes on its way in and every answer on its way out."""

import secrets
import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

log = structlog.get_logger("goryo_site.requests")

Answer = Callable[[HttpRequest], HttpResponse]
POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
)


class RequestLog:
    """Gives each request an id that all its log lines carry, and writes one line when it is
    answered.

    The id is ours (a caller's would let them write into our log) and goes out as `X-Request-ID`.
    The line has no query string and no address: both can tell who looked at what.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, timed."""
        request_id = secrets.token_hex(8)
        request.META["goryo_site.request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            began = time.perf_counter()
            response = self.get_response(request)
            took = round((time.perf_counter() - began) * 1000, 1)
            write = log.debug if request.path.startswith(("/static/", "/healthz")) else log.info
            write(
                "answered",
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=took,
            )
        response["X-Request-ID"] = request_id
        return response


class PermissionsPolicy:
    """Says that no page of ours, nor anything in it, asks for a camera, a place or money."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the header."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response


class AddressLanguage:
    """The language is that of the address: nothing else of a request chooses it, so that an answer
    can be kept and shared by its address alone.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the language of the address, English where it names none, and say so."""
        language = translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        translation.activate(language)
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response
