"""Uploaders: the browser that may see their details, and the key that is part of the
identity of unfinished games.

An uploader is never a client address: other clients of the same router share it, and could test
guesses of a plan against the game of a neighbour.
"""

import secrets
from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from replays.models import Upload

MAX_REMEMBERED = 50
"""The newest uploads that a browser's session remembers."""
SESSION_KEY = "uploads"
# Sessions and stored keys contain the earlier word for an uploader, so it stays in these two.
SESSION_SECRET = "sender"  # noqa: S105 - the name of the secret, not the secret
SALT = "replays.senders.{kind}"
MIN_LENGTH, MAX_LENGTH = 16, 200
"""Length of an `Idempotency-Key`: too long to guess, short enough for a header."""


class BadKey(Exception):
    """Client error: an `Idempotency-Key` of the wrong length or with other characters."""

    def __init__(self) -> None:
        super().__init__(
            f"Idempotency-Key has {MIN_LENGTH} to {MAX_LENGTH} printable ASCII characters, "
            "chosen at random."
        )


def browser_key(request: HttpRequest, *, keep: bool) -> str:
    """Return the key of a browser, from a secret in its session. With `keep`, create a missing
    secret; without it, a browser without secret is anonymous.
    """
    secret = request.session.get(SESSION_SECRET, "")
    if not secret and keep:
        secret = request.session[SESSION_SECRET] = secrets.token_urlsafe(32)
    return _key("browser", str(secret)) if secret else anonymous()


def program_key(header: str | None) -> str:
    """Return the key of an API client by its `Idempotency-Key`; None: anonymous. Raises BadKey."""
    if header is None:
        return anonymous()
    if not (header.isascii() and header.isprintable() and MIN_LENGTH <= len(header) <= MAX_LENGTH):
        raise BadKey
    return _key("program", header)


def anonymous() -> str:
    """Return a new key that no other upload has."""
    return _key("anonymous", secrets.token_urlsafe(32))


def _key(kind: str, secret: str) -> str:
    """Return 64 hex digits that reveal nothing of the secret without the site's secret key."""
    return salted_hmac(SALT.format(kind=kind), secret, algorithm="sha256").hexdigest()


def remember(request: HttpRequest, public_ids: Iterable[str]) -> None:
    """Let this browser see the details of these uploads."""
    ids = [*request.session.get(SESSION_KEY, []), *public_ids]
    request.session[SESSION_KEY] = ids[-MAX_REMEMBERED:]


def remembered(request: HttpRequest) -> list[str]:
    """Return the public ids of the uploads of this browser, oldest first."""
    return list(request.session.get(SESSION_KEY, []))


def is_uploader(request: HttpRequest, upload: Upload) -> bool:
    """Return whether this browser made the upload."""
    return upload.public_id in remembered(request)
