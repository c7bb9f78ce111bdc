"""Verifying events that a webhook received."""

import hmac
import json
import time
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from .errors import KifuError
from .parsing import parse

TOLERANCE = 300.0
"""Seconds by which the time of a signature may differ from the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEvent:
    """An event. It can be delivered more than once, with the same `id`."""

    id: str
    type: str
    created_at: datetime
    data: dict[str, Any]


def verify_webhook(
    secret: str,
    signature: str,
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WebhookEvent:
    """Return the event of a request, given its header `Kifu-Signature` and its body as received.

    Raises KifuError with the code `bad_signature` if the body was not signed with the secret, and
    `too_old` if it was signed more than `tolerance` seconds before or after `now` (seconds since
    1970): a recorded request can't be replayed later.
    """
    values = dict(part.strip().partition("=")[::2] for part in signature.split(","))
    seconds = values.get("t", "")
    if not (seconds.isascii() and seconds.isdecimal() and len(seconds) < 16):
        raise KifuError(None, "bad_signature", "The header Kifu-Signature has no time.")
    signed = b"%d.%s" % (int(seconds), body)
    expected = hmac.new(secret.encode(), signed, sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), values.get("v1", "").encode()):
        raise KifuError(None, "bad_signature", "The body was not signed with this secret.")
    if abs((time.time() if now is None else now) - int(seconds)) > tolerance:
        raise KifuError(None, "too_old", "The event was signed too long ago. Check your clock.")
    try:
        return parse(WebhookEvent, json.loads(body))
    except ValueError as error:
        raise KifuError(
            None, "bad_response", f"The event is not as documented: {error}."
        ) from error
