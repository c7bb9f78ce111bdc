"""Viewers: who sends a request, as far as games know it.

A viewer is a set of owner keys (`access.uploaders`). A browser has the key of its session, a
program that of its `Owner-Key` header. Other apps add keys through the setting `VIEWER_KEYS`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from replays.access.uploaders import (
    SESSION_SECRET,
    VIEWER,
    BadKey,
    browser_key,
    header_keys,
)
from replays.models import Statistics

WITHOUT_COOKIES = "replays.without_cookies"
"""Key in the request's `META`: cookies say nothing about who sends it."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The owner keys of the sender of a request, and whether it is a member of the staff."""

    keys: frozenset[str] = frozenset()
    is_staff: bool = False

    def owns(self, owners: Iterable[str]) -> bool:
        """Return whether one of these owner keys is the viewer's."""
        return not self.keys.isdisjoint(owners)


STRANGER = Viewer()
"""A viewer without keys."""


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who sends a request; computed once per request. A malformed key counts as none.

    The API ignores cookies (`ignore_cookies`), so there only headers name an owner. Each entry of
    `VIEWER_KEYS` is the dotted path of a function that returns more owner keys of a request. It
    must ignore cookies where `uses_cookies` is false.
    """
    if VIEWER not in request.META:
        request.META[VIEWER] = _viewer(request)
    viewer: Viewer = request.META[VIEWER]
    return viewer


def uses_cookies(request: HttpRequest) -> bool:
    """Return whether the cookies of a request say who sends it."""
    return not request.META.get(WITHOUT_COOKIES)


def ignore_cookies(request: HttpRequest) -> None:
    """Let only headers say who sends a request."""
    request.META[WITHOUT_COOKIES] = True
    request.META.pop(VIEWER, None)


def default_statistics(request: HttpRequest) -> str:
    """Return how statistics count what the sender of a request uploads without a choice: as the
    function that the setting `STATISTICS_DEFAULT` names says, else everywhere.
    """
    path = settings.STATISTICS_DEFAULT
    chosen = import_string(path)(request) if path else ""
    return str(chosen or Statistics.YES)


def _viewer(request: HttpRequest) -> Viewer:
    keys = set()
    with suppress(BadKey):
        keys |= header_keys(request)
    is_staff = False
    if uses_cookies(request):
        if request.session.get(SESSION_SECRET):
            keys.add(browser_key(request, keep=False))
        user = getattr(request, "user", None)
        is_staff = bool(user and user.is_active and user.is_staff)
    for path in settings.VIEWER_KEYS:
        keys |= set(import_string(path)(request))
    return Viewer(frozenset(keys - {""}), is_staff)
