"""What views of user content (branches, notes) share: JSON bodies, edit keys, throttles."""

from typing import Any

from django.http import UnreadablePostError
from drf_spectacular.utils import OpenApiParameter
from msgspec import NODEFAULT, ValidationError, convert
from msgspec.structs import fields
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.log.json_reader import JsonFault, read_value
from replays.access.edit_keys import fits
from replays.access.throttles import NewThrottle, WriteThrottle

from .base import PublicView
from .body import Body
from .errors import ApiError

BODY_MAX = 32 * 1024
KEY_HEADER = "X-Edit-Key"
KEY = OpenApiParameter(
    KEY_HEADER, str, OpenApiParameter.HEADER, required=True,
    description="The `edit_key` from the answer that created it.",
)  # fmt: skip
REFUSALS = (400, 403, 404, 409, 413, 415, 422, 429)
DELETING = (400, 403, 404, 429)


class EditingView(PublicView):
    """A view whose writes are throttled. `makes_new`: its POST creates something."""

    makes_new = False

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
    try:
        data = request._request.read(BODY_MAX + 1)
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body is incomplete.") from error
    if len(data) > BODY_MAX:
        raise ApiError(413, "too_large", f"At most {BODY_MAX} bytes.", limit=BODY_MAX)
    try:
        text = data.decode("utf-8").strip() or "{}"
        value, end = read_value(text)
    except (JsonFault, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "bad_body", "The body is not valid JSON.") from error
    if text[end:].strip():
        raise ApiError(400, "bad_body", "The body has more than one JSON value.")
    return value


def check_key(request: Request, digest: str) -> None:
    """Raise a 403 where the request lacks the edit key."""
    if not fits(request.headers.get(KEY_HEADER), digest):
        message = f"Send the edit key of this item in the header {KEY_HEADER}."
        raise ApiError(403, "edit_key_needed", message, header=KEY_HEADER)
