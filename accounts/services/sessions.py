"""Browsers in which a user is signed in."""

import re
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from accounts.models import BrowserSession

BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"), ("Chrome|CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone|iPad", "iOS"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
"""Patterns of a User-Agent header and names, the most specific first."""


def describe_browser(header: str) -> str:
    """Return the browser and system of a User-Agent header, such as `Firefox, Linux`."""
    names = (
        next((name for pattern, name in table if re.search(pattern, header)), "")
        for table in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, names))


def record_session(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Store the browser of a user who signed in. Receives `user_logged_in`."""
    key = request.session.session_key
    if key:
        browser = describe_browser(request.META.get("HTTP_USER_AGENT", ""))
        fields = {"user_id": user.pk, "browser": browser}
        BrowserSession.objects.update_or_create(session_key=key, defaults=fields)
        sessions_of(user)  # forgets those that ended


def sessions_of(user: AbstractBaseUser) -> list[BrowserSession]:
    """Return the sessions of a user; delete rows of those that ended."""
    rows = list(BrowserSession.objects.filter(user_id=user.pk))
    live = [row for row in rows if _store().exists(row.session_key)]
    BrowserSession.objects.filter(pk__in={row.pk for row in rows} - {r.pk for r in live}).delete()
    return live


def end_session(user: AbstractBaseUser, pk: int) -> None:
    """Sign out a browser of a user."""
    for row in BrowserSession.objects.filter(user_id=user.pk, pk=pk):
        _store().delete(row.session_key)
        row.delete()


def end_other_sessions(user: AbstractBaseUser, session_key: str | None) -> None:
    """Sign out all browsers of a user but one."""
    for row in BrowserSession.objects.filter(user_id=user.pk).exclude(session_key=session_key):
        end_session(user, row.pk)


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()
