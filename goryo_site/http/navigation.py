"""The navigation and language links of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_path, gettext_lazy

from .site_texts import text_url

PAGES = (
    (gettext_lazy("Games"), "games"),
    (gettext_lazy("Upload"), "upload"),
    (gettext_lazy("Record"), "record"),
    (gettext_lazy("Statistics"), "stats"),
    (gettext_lazy("Players"), "players"),
    (gettext_lazy("Rules"), "rulebooks"),
    (gettext_lazy("Log format"), "log-format"),
)


ONE_LANGUAGE = (settings.ADMIN_PATH, "account/with/")
"""Starts of routes that exist without a language only."""


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor for `site_navigation`, `site_languages` (translations of the page), and the
    addresses of `site_contact` and `site_terms`, empty if they are not configured.
    """
    items = []
    for label, name in PAGES:
        url = reverse(name)
        current = "page" if request.path == url else "true"  # values of `aria-current`
        is_current = request.path.startswith(url)
        items.append({"label": label, "url": url, "is_current": is_current, "current": current})
    texts = {f"site_{name}": text_url(name) for name in ("contact", "terms")}
    return {"site_navigation": items, "site_languages": _languages(request), **texts}


def _languages(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the page in every language; empty for missing pages and those in one."""
    match = request.resolver_match
    if match is None or match.route.startswith(ONE_LANGUAGE):
        return []
    prefix = get_language_from_path(request.path_info)
    bare = request.path_info.removeprefix(f"/{prefix}") if prefix else request.path_info
    query = request.META.get("QUERY_STRING", "")
    suffix = f"?{query}" if query and request.method in ("GET", "HEAD") else ""
    links = list[dict[str, Any]]()
    for code, name in settings.LANGUAGES:
        path = f"{bare}{suffix}" if code == settings.LANGUAGE_CODE else f"/{code}{bare}{suffix}"
        link = {"code": code, "name": name, "url": path, "is_current": code == get_language()}
        links.append(link | {"absolute": request.build_absolute_uri(path)})
    return links
