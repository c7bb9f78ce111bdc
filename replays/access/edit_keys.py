"""The key that lets whoever made a branch or a set of notes change it: told once, kept as a digest.
Without accounts it is all there is; who loses it makes a branch of the branch.

A browser keeps its keys itself, each in a cookie that is sent to what was made alone. Nothing of
them is kept here, and two pages that begin something at once cannot lose one another's.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac

from replays.models import AnnotationSet, Branch, NameRequest

AGE = 365 * 24 * 60 * 60
"""How long a browser keeps a key, in seconds."""
LONGEST = 100
Made = Branch | AnnotationSet | NameRequest


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


def remember(response: HttpResponse, made: Made, key: str) -> None:
    """Let the browser that gets this answer change what it made from now on."""
    for name, place in _cookies(made):
        response.set_cookie(
            name,
            key,
            max_age=AGE,
            path=place,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def forget(response: HttpResponse, made: Made) -> None:
    """Let the browser drop the key of what is deleted."""
    for name, place in _cookies(made):
        response.delete_cookie(name, path=place, samesite="Lax")


def may_change(request: HttpRequest, made: Made) -> bool:
    """Whether the browser that asks made it."""
    return bool(key_of(request, made))


def key_of(request: HttpRequest, made: Made) -> str:
    """The key that the browser has for something; empty where it did not make it."""
    keys = (request.COOKIES.get(name, "") for name, _ in _cookies(made))
    return next((key for key in keys if fits(key, made.edit_key)), "")


def _cookies(made: Made) -> list[tuple[str, str]]:
    """The cookies that hold its key: one for its page in each language, as (name, path). An answer
    can set a name only once.
    """
    found = []
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            found.append((f"edit_{made.public_id}_{language}", made.get_absolute_url()))
    return found
