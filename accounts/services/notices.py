"""E-mails that warn the holder of an account: a sign-in from a new device, a new passkey.

A device is known by a signed cookie with the ids of the users who signed in there. It opens
nothing: it only decides whether an e-mail is sent.
"""

import logging
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.models import BrowserSession
from accounts.services.sessions import describe_browser

COOKIE = "known_device"
MAX_AGE = 365 * 24 * 3600
"""Seconds for which a device is known."""
USERS_MAX = 10
"""Users that a device remembers, the newest."""
_SALT = "accounts.devices"

log = logging.getLogger(__name__)


def is_known(request: HttpRequest, user: AbstractBaseUser) -> bool:
    """Return whether the user signed in with this device before."""
    return user.pk in _users(request)


def remember_device(
    request: HttpRequest, response: HttpResponseBase, user: AbstractBaseUser
) -> None:
    """Let the device be known for a year."""
    users = [pk for pk in _users(request) if pk != user.pk]
    response.set_cookie(
        COOKIE,
        signing.dumps([*users, user.pk][-USERS_MAX:], salt=_SALT),
        max_age=MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def notify_sign_in(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Tell the user about a sign-in from a new device."""
    _send(request, user, "new_device")


def notify_passkey(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Tell the user about a new passkey. Receives `authenticator_added`, also at sign-up, when the
    user has not signed in before and needs no e-mail.
    """
    if BrowserSession.objects.filter(user_id=user.pk).exists():
        _send(request, user, "new_passkey")


def _send(request: HttpRequest, user: Any, template: str) -> None:
    context = {
        "browser": describe_browser(request.META.get("HTTP_USER_AGENT", "")),
        "time": timezone.now(),
        "account_url": request.build_absolute_uri(reverse("account")),
    }
    try:
        get_adapter().send_mail(f"account/email/{template}", user.email, context)
    except OSError as error:  # the sign-in itself succeeded
        log.warning("the e-mail %s was not sent: %s", template, error)


def _users(request: HttpRequest) -> list[int]:
    try:
        users = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return []
    return [pk for pk in users if isinstance(pk, int)]
