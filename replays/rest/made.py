"""What the doors for what readers make (branches, notes) share: a small JSON body, the edit key,
how often.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import UnreadablePostError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.log.json_reader import JsonFault, read_value
from replays.access.edit_keys import fits
from replays.access.throttles import NewThrottle, WriteThrottle

from .base import PublicView
from .errors import ApiError

BODY_MAX = 32 * 1024
KEY_HEADER = "X-Edit-Key"
Type = type | tuple[type, ...]


class MadeView(PublicView):
    """A view whose writes are counted: `makes_new` those that make a new thing."""

    makes_new = False

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading is free; of writing there is so much in a minute, of making so much in a day."""
        if self.request.method in ("GET", "HEAD", "OPTIONS"):
            return []
        makes = self.makes_new and self.request.method == "POST"
        return [WriteThrottle(), *([NewThrottle()] if makes else [])]


def json_body(request: Request, types: Mapping[str, Type], needed: Iterable[str] = ()) -> Any:
    """The body as an object with these keys of these types, each once. Raises ApiError for any
    other.
    """
    value = _value(request)
    if not isinstance(value, dict):
        raise ApiError(400, "bad_body", f"The body is an object with {', '.join(types)}.")
    unknown = sorted(set(value) - set(types))
    if unknown:
        message = f"Unknown: {', '.join(unknown)[:200]}. The body has {', '.join(types)}."
        raise ApiError(400, "unknown_field", message)
    for key in needed:
        if key not in value:
            raise ApiError(400, "missing_field", f"The body needs {key}.", field=key)
    for key, given in value.items():
        if not isinstance(given, types[key]) or (isinstance(given, bool)):
            raise ApiError(400, "wrong_type", f"{key} is of another type.", field=key)
    return value


def _value(request: Request) -> Any:
    if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "unsupported_media_type", "Send application/json.")
    try:
        data = request._request.read(BODY_MAX + 1)
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body broke off before its end.") from error
    if len(data) > BODY_MAX:
        raise ApiError(413, "too_large", f"At most {BODY_MAX} bytes.", limit=BODY_MAX)
    try:
        text = data.decode("utf-8").strip() or "{}"
        value, end = read_value(text)
    except (JsonFault, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "bad_body", "The body is no JSON that can be read.") from error
    if text[end:].strip():
        raise ApiError(400, "bad_body", "The body is more than one JSON value.")
    return value


def check_key(request: Request, digest: str) -> None:
    """Raise a 403 where the request does not bring the edit key."""
    if not fits(request.headers.get(KEY_HEADER), digest):
        message = f"Only whoever made this may change it: send its edit key in {KEY_HEADER}."
        raise ApiError(403, "edit_key_needed", message, header=KEY_HEADER)
