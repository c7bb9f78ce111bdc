"""Uploaders: the browser that may see their details, and the key that is part of the
identity of unfinished games.

An uploader is never a client address: other clients of the same router share it, and could test
guesses of a plan against the game of a neighbour.
"""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from replays.models import Upload

MAX_REMEMBERED = 50
"""The newest uploads that a browser's session remembers."""
SESSION_KEY = "uploads"
# Sessions and stored keys contain the earlier word for an uploader, so it stays in these two.
SESSION_SECRET = "sender"  # noqa: S105 - the name of the secret, not the secret
SALT = "replays.senders.{kind}"
VIEWER = "replays.viewer"
"""Key in a request's `META`: who sends it (`access.viewer`), computed once."""
MIN_LENGTH, MAX_LENGTH = 16, 200
"""Length of an `Owner-Key`: too long to guess, short enough for a header."""


OWNER_KEY, EARLIER_KEY = "Owner-Key", "Idempotency-Key"
"""The header with the secret of a program, and its earlier name."""


class BadKey(Exception):
    """Client error: an owner key of the wrong length or with other characters. `header` has it."""

    def __init__(self, header: str = EARLIER_KEY) -> None:
        self.header = header
        super().__init__(
            f"{header} has {MIN_LENGTH} to {MAX_LENGTH} printable ASCII characters, "
            "chosen at random."
        )


def browser_key(request: HttpRequest, *, keep: bool) -> str:
    """Return the key of a browser, from a secret in its session. With `keep`, create a missing
    secret; without it, a browser without secret is anonymous.
    """
    secret = request.session.get(SESSION_SECRET, "")
    if not secret and keep:
        secret = request.session[SESSION_SECRET] = secrets.token_urlsafe(32)
        request.META.pop(VIEWER, None)  # now it has another key
    return key_of_secret(str(secret)) if secret else anonymous()


def key_of_secret(secret: str) -> str:
    """Return the key of browsers whose sessions contain a secret."""
    return _key("browser", secret)


def session_key_of(request: HttpRequest) -> str:
    """Return the key of a browser with a secret; empty: it has none."""
    secret = request.session.get(SESSION_SECRET, "")
    return key_of_secret(str(secret)) if secret else ""


def adopt_secret(request: HttpRequest, secret: str) -> None:
    """Let a browser without a secret use this one."""
    request.session.setdefault(SESSION_SECRET, secret)
    request.META.pop(VIEWER, None)


def uploads_in_session(request: HttpRequest) -> dict[str, Any]:
    """Return what the session contains about uploads, to be copied to another session."""
    names = (SESSION_SECRET, SESSION_KEY)
    return {name: request.session[name] for name in names if name in request.session}


def header_keys(request: HttpRequest) -> set[str]:
    """Return the keys of the secrets in the headers of a program. Raises BadKey."""
    secrets_ = ((name, request.headers.get(name)) for name in (OWNER_KEY, EARLIER_KEY))
    return {key_of_program(secret, name) for name, secret in secrets_ if secret is not None}


def program_key(request: HttpRequest) -> str:
    """Return the key of what a program sends: of its `Owner-Key`, else of its `Idempotency-Key`;
    empty without both. Raises BadKey.
    """
    for name in (OWNER_KEY, EARLIER_KEY):
        if (secret := request.headers.get(name)) is not None:
            return key_of_program(secret, name)
    return ""


def key_of_program(secret: str, header: str = OWNER_KEY) -> str:
    """Return the stored key of a program's secret. Raises BadKey."""
    if not (secret.isascii() and secret.isprintable() and MIN_LENGTH <= len(secret) <= MAX_LENGTH):
        raise BadKey(header)
    return _key("program", secret)


def new_secret() -> str:
    """Return a new secret for a program that sent none."""
    return secrets.token_urlsafe(32)


def digest_of_random(secret: str) -> str:
    """Return the stored form of a token or of the secret of an invitation. It is random, so a plain
    digest reveals nothing.
    """
    return sha256(secret.encode()).hexdigest()


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
