"""The sign-in of staff, limited by client address and by user name.

An attempt counts before its password is checked, also one that would succeed: so responses don't
reveal whether the limit of a name was reached by wrong passwords. Django's form is unchanged.

Anyone can use up the limit of a name. So a browser in which the name signed in before has a
separate limit: it has a signed cookie, as OWASP recommends against lock-outs ("device cookies").
"""

import secrets
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache

from replays.access.throttles import ClientThrottle

from .errors import too_many_requests

COOKIE, COOKIE_SECONDS = "known_staff", 365 * 24 * 3600


class AddressThrottle(ClientThrottle):
    """Limits sign-ins from a client address."""

    scope = "admin"


class NameThrottle(ClientThrottle):
    """Limits sign-ins with a user name, from any address; apart from others in each browser in
    which the name signed in before.
    """

    scope = "admin_name"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return a key for each user name, and each browser that it signed in with."""
        name = _name(request)
        ident = sha256(f"{name} {_browser(request, name)}".encode("utf-8", "replace")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


@never_cache
def admin_login(request: HttpRequest) -> HttpResponseBase:
    """Show or handle the form; 429 with `Retry-After` after too many attempts."""
    if request.method == "POST" and (wait := _seconds_to_wait(request)):
        return too_many_requests(request, wait)
    response: HttpResponse = admin.site.login(request)
    if _has_signed_in(request, response):
        _remember(request, response)
    return response


def _has_signed_in(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether this request signed in the user whose name it has. The session alone says
    nothing: anyone with an account could send another name.
    """
    if request.method != "POST" or response.status_code != HTTPStatus.FOUND:
        return False
    user = request.user
    return user.is_active and user.is_staff and user.get_username().casefold() == _name(request)


def _name(request: HttpRequest) -> str:
    return str(request.POST.get("username", "")).strip().casefold()


def _browser(request: HttpRequest, name: str) -> str:
    """Return the id of a browser in which the name signed in before; empty for others."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return ""
    return str(known["browser"]) if known["name"] == _digest(name) else ""


def _remember(request: HttpRequest, response: HttpResponse) -> None:
    value = {"name": _digest(_name(request)), "browser": secrets.token_hex(8)}
    response.set_cookie(
        COOKIE,
        signing.dumps(value, salt=COOKIE),
        max_age=COOKIE_SECONDS,
        path=f"/{settings.ADMIN_PATH}",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _digest(name: str) -> str:
    return salted_hmac(COOKIE, name, algorithm="sha256").hexdigest()


def _seconds_to_wait(request: HttpRequest) -> int:
    """Count an attempt; an address that is limited does not use up the limit of a name."""
    return AddressThrottle().seconds_to_wait(request) or NameThrottle().seconds_to_wait(request)
