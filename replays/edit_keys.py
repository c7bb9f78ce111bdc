"""The key that lets whoever made a branch or a set of notes change it: told once, kept as a digest.
Without accounts it is all there is; who loses it makes a branch of the branch.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

KEPT = 100
"""How many keys a browser's session remembers, the newest."""
SESSION_KEY = "edit_keys"
LONGEST = 100


def new_key() -> str:
    """A fresh key."""
    return secrets.token_urlsafe(24)


def digest_of(key: str, secret: str | None = None) -> str:
    """What is stored of a key: 64 hex digits. `secret`: a former secret of the site, or None."""
    return salted_hmac("replays.edit_keys", key, secret, algorithm="sha256").hexdigest()


def fits(key: str | None, digest: str) -> bool:
    """Whether a key is the one that was told."""
    if not key or len(key) > LONGEST:
        return False
    known = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(digest_of(key, secret), digest) for secret in known)


def remember(request: HttpRequest, public_id: str, key: str) -> None:
    """Let this browser change what it made from now on."""
    keys = {**request.session.get(SESSION_KEY, {}), public_id: key}
    request.session[SESSION_KEY] = dict(list(keys.items())[-KEPT:])


def remembered(request: HttpRequest, public_id: str) -> str | None:
    """The key of this browser's for something, or None."""
    key = request.session.get(SESSION_KEY, {}).get(public_id)
    return None if key is None else str(key)
