"""Who sends something in, as far as it matters: the browser that may see the details of its
uploads, and the secret that an unfinished log is kept apart for.

Never the caller's address: whoever sits behind the same router has it too, and could try guesses
of the plan against the game of his neighbour.
"""

import secrets
from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from replays.models import Upload

KEPT = 50
"""How many of its uploads a browser's session remembers, the newest."""
SESSION_KEY = "uploads"
SESSION_SECRET = "sender"  # noqa: S105 - the name of the secret, not the secret
SHORTEST, LONGEST = 16, 200
"""Characters a program's own key may have: too long to be tried, short enough for a header."""


class BadKey(Exception):
    """Theirs: a key of the wrong length, or of other characters."""

    def __init__(self) -> None:
        super().__init__(
            f"Idempotency-Key has {SHORTEST} to {LONGEST} printable ASCII characters, "
            "chosen at random."
        )


def browser_key(request: HttpRequest, *, keep: bool) -> str:
    """The key of a browser, from a secret in its session. To keep something makes the secret where
    there is none; to check makes none, and a browser without one is nobody.
    """
    secret = request.session.get(SESSION_SECRET, "")
    if not secret and keep:
        secret = request.session[SESSION_SECRET] = secrets.token_urlsafe(32)
    return _key("browser", str(secret)) if secret else nobody()


def program_key(written: str | None) -> str:
    """The key of a program that wrote this `Idempotency-Key`; None: nobody. Raises BadKey."""
    if written is None:
        return nobody()
    if not (written.isascii() and written.isprintable() and SHORTEST <= len(written) <= LONGEST):
        raise BadKey
    return _key("program", written)


def nobody() -> str:
    """A key that is never given twice: what is sent with it is kept apart from all else."""
    return _key("nobody", secrets.token_urlsafe(32))


def _key(whose: str, secret: str) -> str:
    """64 hex digits that tell nothing of the secret without this site's own."""
    return salted_hmac(f"replays.senders.{whose}", secret, algorithm="sha256").hexdigest()


def remember(request: HttpRequest, public_ids: Iterable[str]) -> None:
    """Let this browser see the details of these uploads from now on."""
    ids = [*request.session.get(SESSION_KEY, []), *public_ids]
    request.session[SESSION_KEY] = ids[-KEPT:]


def remembered(request: HttpRequest) -> list[str]:
    """The public ids of the uploads this browser sent, the oldest first."""
    return list(request.session.get(SESSION_KEY, []))


def is_sender(request: HttpRequest, upload: Upload) -> bool:
    """Whether this browser sent the upload."""
    return upload.public_id in remembered(request)
