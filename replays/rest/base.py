"""Base views of the API, query parameters, JSON bodies and edit keys."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, UnreadablePostError
from drf_spectacular.utils import OpenApiParameter
from msgspec import NODEFAULT, ValidationError, convert
from msgspec.structs import fields
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.log.json_reader import read_only_value
from replays.access.edit_keys import HEADER, fits
from replays.access.guards import check_write
from replays.access.scopes import NEEDED, NOTES, lacks
from replays.access.throttles import NewThrottle, WriteThrottle
from replays.access.viewer import ignore_cookies
from replays.reads.game_filter import repeated_params, unknown_params
from replays.text.numbers import is_number

from .body import Body, BodyRenderer
from .errors import ApiError, exception_handler
from .openapi import PROBLEM

KEY_HEADER = HEADER
KEY = OpenApiParameter(
    KEY_HEADER, str, OpenApiParameter.HEADER, required=True,
    description="The `edit_key` from the response that created it.",
)  # fmt: skip
REFUSALS = (400, 403, 404, 409, 413, 415, 422, 429)
DELETING = (400, 403, 404, 429)
TRUE, FALSE = {"1", "yes", "true"}, {"0", "no", "false"}


def private_response(body: Any, status: int = 200, **headers: str) -> Response:
    """Return a response that only its receiver may keep, and only while it is shown."""
    return Response(body, status, headers={"Cache-Control": "private, no-store", **headers})


class OpenView(APIView):
    """A view that anyone may call. Cookies are ignored; answers are JSON. `scopes`: what a token
    must include, by method; without a token anyone may call it.
    """

    scopes: ClassVar[Mapping[str, str]] = {}
    permission_classes = (AllowAny,)
    renderer_classes: tuple[type[BodyRenderer], ...] = (BodyRenderer,)
    parser_classes = ()

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Send errors with the media type of problem details."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if final.status_code >= 400 and isinstance(final, Response):
            final.content_type = PROBLEM
        return final

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Let only headers say who sends the request."""
        ignore_cookies(request)
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the scope of a token. Raises Blocked for a write by a blocked client."""
        super().initial(request, *args, **kwargs)
        scope = plain(request).META[NEEDED] = self.scopes.get(str(request.method), "")
        check_write(plain(request))
        if scope:
            check_scope(request, scope)

    def get_exception_handler(self) -> Callable[..., Response]:
        """Return the handler that gives all errors one shape."""
        return exception_handler


class PublicView(OpenView):
    """A view that rejects query parameters which its `endpoint` does not declare."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reject unknown and repeated parameters first."""
        super().initial(request, *args, **kwargs)
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        check_parameters(request, getattr(getattr(self, method, None), "query_names", ()))


def plain(request: Request) -> HttpRequest:
    """Return Django's request."""
    return request._request


def check_scope(request: Request, scope: str) -> None:
    """Raise a 403 for a token without the scope."""
    if lacks(request, scope):
        message = f"This token lacks the scope {scope}. Create a token that includes it."
        raise ApiError(403, "insufficient_scope", message, scope=scope)


def check_parameters(request: Request, known: Iterable[str]) -> None:
    """Raise a 400 that names parameters that are unknown or repeated."""
    unknown = unknown_params(request.query_params, set(known))
    if unknown:
        message = f"Unknown parameter: {', '.join(unknown)}."
        raise ApiError(400, "unknown_parameter", message, parameters=unknown, known=sorted(known))
    repeated = repeated_params(request.query_params)
    if repeated:
        message = f"Repeated parameter: {', '.join(repeated)}. Send it once."
        raise ApiError(400, "repeated_parameter", message)


def bad_parameter(name: str, message: str) -> ApiError:
    """Return a 400 about one query parameter."""
    return ApiError(400, "bad_parameter", f"{name} must be {message}.", parameter=name)


def flag(request: Request, name: str) -> bool:
    """Return a yes-or-no parameter; the default is no."""
    value = request.query_params.get(name, "no").lower()
    if value not in TRUE | FALSE:
        raise bad_parameter(name, "1 or 0")
    return value in TRUE


def choice(request: Request, name: str, options: Iterable[str], default: str) -> str:
    """Return a parameter that is one of some options."""
    value = request.query_params.get(name, default)
    if value not in options:
        raise bad_parameter(name, f"one of {', '.join(options)}")
    return value


def number(request: Request, name: str, default: int, most: int = 10**9) -> int:
    """Return a parameter that is a number from 0 on."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (is_number(text) and int(text) <= most):
        raise bad_parameter(name, f"a number from 0 to {most}" if most < 10**9 else "a number")
    return int(text)


class EditingView(PublicView):
    """A view whose writes are throttled. `makes_new`: its POST creates something."""

    makes_new = False
    scopes = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), NOTES)

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit writes by the minute and creations by the day. Reading is free."""
        if self.request.method in ("GET", "HEAD", "OPTIONS"):
            return []
        creates = self.makes_new and self.request.method == "POST"
        return [WriteThrottle(), *([NewThrottle()] if creates else [])]


def json_body(request: Request, body: type[Body]) -> dict[str, Any]:
    """Return the fields of the request's JSON object that were sent, checked against a body.
    Raises ApiError.
    """
    value, known = _value(request), {field.encode_name: field for field in fields(body)}
    if not isinstance(value, dict):
        raise ApiError(400, "bad_body", f"Send an object with the keys {', '.join(known)}.")
    unknown = sorted(set(value) - set(known))
    if unknown:
        message = f"Unknown key: {', '.join(unknown)[:200]}. Known: {', '.join(known)}."
        raise ApiError(400, "unknown_field", message)
    for key, field in known.items():
        if key not in value and field.default is NODEFAULT:
            raise ApiError(400, "missing_field", f"The key {key} is missing.", field=key)
    for key, given in value.items():
        try:
            convert(given, known[key].type)
        except ValidationError as error:
            message = f"{key} has the wrong type. {error}."
            raise ApiError(400, "wrong_type", message, field=key) from error
    return value


def _value(request: Request) -> Any:
    if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "unsupported_media_type", "Send application/json.")
    limit = settings.EDIT_MAX_BYTES
    try:
        data = request._request.read(limit + 1)
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body is incomplete.") from error
    if len(data) > limit:
        raise ApiError(413, "too_large", f"At most {limit} bytes.", limit=limit)
    try:
        return read_only_value(data) if data.strip() else {}
    except ValueError as error:
        raise ApiError(400, "bad_body", "The body is not one valid JSON value.") from error


def check_key(request: Request, digest: str) -> None:
    """Raise a 403 where the request lacks the edit key."""
    if not fits(request.headers.get(KEY_HEADER), digest):
        message = f"Send the edit key of this item in the header {KEY_HEADER}."
        raise ApiError(403, "edit_key_needed", message, header=KEY_HEADER)
