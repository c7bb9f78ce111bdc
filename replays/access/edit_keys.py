"""Edit keys of variations, notes, requests and reviews: shown once, stored as a digest.

A browser stores each key in a cookie whose path is the page of the row, so two pages that create
rows at the same time can't overwrite each other's keys.
"""

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac

from replays.models import AnnotationSet, Branch, NameRequest, Review

HEADER = "X-Edit-Key"
"""The header in which a program sends a key."""
MAX_AGE = 365 * 24 * 60 * 60
"""Seconds that a browser stores a key."""
MAX_LENGTH = 100
SENT_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
Made = Branch | AnnotationSet | NameRequest | Review


def new_key() -> str:
    """Return a random key."""
    return secrets.token_urlsafe(24)


def sent_key(text: str) -> str:
    """Return a key that a script made (at least 128 bits); an empty text if it is none. A request
    that is sent twice has the same key twice.
    """
    return text if SENT_KEY.fullmatch(text) else ""


def digest_of(key: str, secret: str | None = None) -> str:
    """Return the stored form of a key: 64 hex digits. `secret`: a former secret key of the site."""
    return salted_hmac("replays.edit_keys", key, secret, algorithm="sha256").hexdigest()


def fits(key: str | None, digest: str) -> bool:
    """Return whether a key matches a stored digest."""
    if not key or len(key) > MAX_LENGTH:
        return False
    secrets_ = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(digest_of(key, secret), digest) for secret in secrets_)


def remember(response: HttpResponse, made: Made, key: str) -> None:
    """Store the key of a row in the browser."""
    secure = settings.SESSION_COOKIE_SECURE
    options = {"max_age": MAX_AGE, "secure": secure, "httponly": True, "samesite": "Lax"}
    for name, path in _cookies(made):
        response.set_cookie(name, key, path=path, **options)


def forget(response: HttpResponse, made: Made) -> None:
    """Delete the key of a deleted row from the browser."""
    for name, path in _cookies(made):
        response.delete_cookie(name, path=path, samesite="Lax")


def has_key(request: HttpRequest, made: Made) -> bool:
    """Return whether the browser or program that sent a request has the key of a row."""
    return may_change(request, made) or fits(request.headers.get(HEADER), made.edit_key)


def may_change(request: HttpRequest, made: Made) -> bool:
    """Return whether the browser has the key of a row."""
    return bool(key_of(request, made))


def key_of(request: HttpRequest, made: Made) -> str:
    """Return the key that the browser has for a row, or an empty text."""
    keys = (request.COOKIES.get(name, "") for name, _ in _cookies(made))
    return next((key for key in keys if fits(key, made.edit_key)), "")


def _cookies(made: Made) -> list[tuple[str, str]]:
    """Return the cookies of a row as (name, path): one for its page in each language. The names
    differ because a response can set each name only once.
    """
    cookies = []
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            cookies.append((f"edit_{made.public_id}_{language}", made.get_absolute_url()))
    return cookies
