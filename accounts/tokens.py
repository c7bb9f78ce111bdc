"""Personal tokens: creating, checking, and recording their use."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from oauth2_provider.models import AccessToken

from accounts.models import PersonalToken
from replays.access.scopes import SCOPES
from replays.access.uploaders import digest_of_random

SCHEME = "bearer"
PREFIX = "kifu_"
"""Lets people and secret scanners recognise a token."""
MAX_LENGTH = 100
MAX_TOKENS = 50
LIFETIMES = (7, 30, 90, 365)
"""Days after which a token can expire."""
USE_SECONDS = 60
"""Shortest time between two writes of `last_used_at`."""


_FOUND = "accounts.token"
"""Key in the request's `META`: its token."""


class InvalidToken(Exception):
    """Client error: a form for a token without a name or scope, or one token too many."""


def create_token(
    user: AbstractBaseUser, name: str, scopes: frozenset[str], days: int
) -> tuple[PersonalToken, str]:
    """Store a token; return it with its text, which is stored nowhere. Raises InvalidToken."""
    chosen = [scope for scope in SCOPES if scope in scopes]
    if not name or not chosen or days not in LIFETIMES or scopes - set(SCOPES):
        raise InvalidToken
    if PersonalToken.objects.filter(user_id=user.pk).count() >= MAX_TOKENS:
        raise InvalidToken
    text = PREFIX + secrets.token_urlsafe(32)
    token = PersonalToken.objects.create(
        user_id=user.pk,
        name=name,
        digest=digest_of_random(text),
        scopes=" ".join(chosen),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, text


def find_token(text: str) -> PersonalToken | None:
    """Return a valid token of an active user by its text, else None; record its use."""
    if not text.startswith(PREFIX) or len(text) > MAX_LENGTH:
        return None
    now = timezone.now()
    rows = PersonalToken.objects.select_related("user__account")
    token = rows.filter(
        digest=digest_of_random(text), expires_at__gt=now, user__is_active=True
    ).first()
    if token is not None:
        _record_use(token, now)
    return token


def find_access_token(text: str) -> AccessToken | None:
    """Return a valid token that a user allowed a program, else None."""
    if not text or len(text) > MAX_LENGTH:
        return None
    rows = AccessToken.objects.select_related("user__account")
    return rows.filter(
        token_checksum=digest_of_random(text), expires__gt=timezone.now(), user__is_active=True
    ).first()


def token_of(request: HttpRequest) -> PersonalToken | AccessToken | None:
    """Return the valid token that a request was sent with, else None; looked up once."""
    if _FOUND not in request.META:
        scheme, _, text = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        text = text.strip() if scheme.lower() == SCHEME else ""
        request.META[_FOUND] = find_token(text) or find_access_token(text)
    token: PersonalToken | AccessToken | None = request.META[_FOUND]
    return token


def scopes_of(token: PersonalToken | AccessToken) -> frozenset[str]:
    """Return the scopes of a token."""
    text = token.scopes if isinstance(token, PersonalToken) else token.scope
    return frozenset(text.split()) & frozenset(SCOPES)


def _record_use(token: PersonalToken, now: datetime) -> None:
    """Write the time unless it was written within the last minute, also by another process."""
    earlier = now - timedelta(seconds=USE_SECONDS)
    if token.last_used_at is not None and token.last_used_at > earlier:
        return
    is_due = Q(last_used_at=None) | Q(last_used_at__lte=earlier)
    PersonalToken.objects.filter(is_due, pk=token.pk).update(last_used_at=now)
