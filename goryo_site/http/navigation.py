"""The navigation and language links of every page."""

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_path, gettext_lazy


class NavigationItem(NamedTuple):
    """An entry of the navigation. `current` is the value of `aria-current`: `page` or `true`."""

    label: str
    address: str
    is_current: bool
    current: str


class LanguageLink(NamedTuple):
    """The page in a language: language code, native name and addresses."""

    code: str
    name: str
    address: str
    absolute: str
    is_current: bool


PAGES = (
    (gettext_lazy("Games"), "games"),
    (gettext_lazy("Upload"), "upload"),
    (gettext_lazy("Statistics"), "stats"),
    (gettext_lazy("Players"), "players"),
    (gettext_lazy("Rules"), "rulebooks"),
    (gettext_lazy("Log format"), "log-format"),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor for `site_navigation` and `site_languages` (translations of the page)."""
    items = [_item(str(label), reverse(name), request.path) for label, name in PAGES]
    return {"site_navigation": items, "site_languages": _languages(request)}


def _item(label: str, address: str, path: str) -> NavigationItem:
    return NavigationItem(
        label, address, path.startswith(address), "page" if path == address else "true"
    )


def _languages(request: HttpRequest) -> list[LanguageLink]:
    """Return the page in every language; empty for missing pages and `/admin/`."""
    match = request.resolver_match
    if match is None or match.route.startswith("admin/"):
        return []
    prefix = get_language_from_path(request.path_info)
    bare = request.path_info.removeprefix(f"/{prefix}") if prefix else request.path_info
    query = request.META.get("QUERY_STRING", "")
    suffix = f"?{query}" if query and request.method in ("GET", "HEAD") else ""
    links = []
    for code, name in settings.LANGUAGES:
        path = f"{bare}{suffix}" if code == settings.LANGUAGE_CODE else f"/{code}{bare}{suffix}"
        absolute = request.build_absolute_uri(path)
        links.append(LanguageLink(code, name, path, absolute, code == get_language()))
    return links
