"""The navigation every page carries."""

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_path, gettext_lazy


class Place(NamedTuple):
    """One entry of the navigation, as the base page draws it. `current` is what `aria-current`
    says, `page` or `true`.
    """

    label: str
    address: str
    is_current: bool
    current: str


class Tongue(NamedTuple):
    """The page in a language: its code, its own name for itself, and its address."""

    code: str
    name: str
    address: str
    absolute: str
    is_current: bool


PLACES = (
    (gettext_lazy("Games"), "games"),
    (gettext_lazy("Upload"), "upload"),
    (gettext_lazy("Statistics"), "stats"),
    (gettext_lazy("Players"), "players"),
    (gettext_lazy("Rules"), "rulebooks"),
    (gettext_lazy("Log format"), "log-format"),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `site_navigation`, with the place the reader is in marked, and
    `site_languages`, the languages this page is there in.
    """
    places = [_place(str(label), reverse(name), request.path) for label, name in PLACES]
    return {"site_navigation": places, "site_languages": [*_languages(request)]}


def _place(label: str, address: str, path: str) -> Place:
    return Place(label, address, path.startswith(address), "page" if path == address else "true")


def _languages(request: HttpRequest) -> list[Tongue]:
    """The page in every language; nothing for what has one (`/admin/`) or is not there."""
    match = request.resolver_match
    if match is None or match.route.startswith("admin/"):
        return []
    now = get_language_from_path(request.path_info)
    bare = request.path_info.removeprefix(f"/{now}") if now else request.path_info
    asked = request.META.get("QUERY_STRING", "")
    more = f"?{asked}" if asked and request.method in ("GET", "HEAD") else ""
    found = []
    for code, name in settings.LANGUAGES:
        path = f"{bare}{more}" if code == settings.LANGUAGE_CODE else f"/{code}{bare}{more}"
        absolute = request.build_absolute_uri(path)
        found.append(Tongue(code, name, path, absolute, code == get_language()))
    return found
