"""The texts that the search compares with a query: rules, statistics and pages, by language."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from analytics.reads.catalogue import entries_of
from games.registry import KINDS
from goryo_site.http.navigation import PAGES
from replays.web.docs import page_of

Text = str | Promise


class Hit(NamedTuple):
    """A result. `kind` is the board game it belongs to, if any."""

    title: str
    detail: str
    url: str
    kind: str = ""
    is_bot: bool = False


class Match(NamedTuple):
    """Title and text of a result, as `plain` returns them."""

    title: str
    text: str
    hit: Hit


def plain(text: str) -> str:
    """Return a text without case and accents: a search for "goryo" finds "Goryō".

    >>> plain("Goryō")
    'goryo'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


MORE_PAGES: tuple[tuple[Text, str, Text], ...] = (
    (_("Home"), "home", ""),
    (_("All statistics"), "stats-catalogue", _("Catalogue of all statistics and definitions")),
    (
        _("Definitions of balance, ratings and intervals"),
        "stats-definitions",
        _("Formulas, model, simulated worlds"),
    ),
    (_("Changes of the statistics"), "stats-changes", ""),
    (_("Events"), "events", _("Tournaments, standings, cross-tables")),
    (_("Open data"), "data", _("Downloads, dumps, licence")),
    (_("Merge your names or hide your profile"), "name-ask", _("Names, privacy, profile")),
    (_("API"), "api", "OpenAPI, JSON, HTTP"),
    (_("Status"), "status", _("Health of the site")),
    (_("JSON Schema of logs"), "api-schema-log", "JSON"),
)
"""Title, route and further words of pages that are not in the navigation."""
PAGES_OF_KINDS: tuple[tuple[Text, str], ...] = (
    (_("Statistics of {game}"), "stats-kind"),
    (_("Ratings in {game}"), "stats-ratings"),
    (_("Rules of {game}"), "rules"),
    (_("Log format of {game}"), "log-format-of"),
)


def texts_of(group: str) -> tuple[Match, ...]:
    """Return the texts of a group in the reader's language."""
    kinds = ((k.slug, str(k.rules.version), k.counting.version) for k in KINDS.values())
    return _texts(group, get_language(), tuple(kinds))


@lru_cache(maxsize=16)
def _texts(group: str, _language: str | None, _kinds: tuple[object, ...]) -> tuple[Match, ...]:
    make = {"rules": _rules, "statistics": _statistics, "pages": _pages}[group]
    return tuple(make())


def _match(title: str, more: str, hit: Hit) -> Match:
    return Match(plain(title), plain(f"{title} {more}"), hit)


def _rules() -> Iterator[Match]:
    for kind in KINDS.values():
        for rule in kind.rules.rulebook:
            title = gettext(rule.title)
            url = f"{reverse('rules', args=[kind.slug])}#{rule.key}"
            hit = Hit(f"{rule.key} {title}", kind.title, url, kind.slug)
            yield _match(hit.title, f"{kind.title} {gettext(rule.summary)}", hit)


def _statistics() -> Iterator[Match]:
    for kind in KINDS.values():
        for entry in entries_of(kind):
            hit = Hit(entry.title, kind.title, entry.addresses["page"], kind.slug)
            yield _match(entry.title, f"{kind.title} {entry.definition}", hit)


def _pages() -> Iterator[Match]:
    for title, route, more in [*((title, route, "") for title, route in PAGES), *MORE_PAGES]:
        yield _match(str(title), str(more), Hit(str(title), str(more), reverse(route)))
    for kind in KINDS.values():
        for text, route in PAGES_OF_KINDS:
            title = str(text).format(game=kind.title)
            yield _match(title, "", Hit(title, "", reverse(route, args=[kind.slug]), kind.slug))
    log_format = page_of(settings.BASE_DIR / "docs" / "log-format.md")
    for key, title in log_format.chapters:
        yield _match(title, "", Hit(title, gettext("Log format"), f"{reverse('log-format')}#{key}"))
