"""Pages about the rules of the games, the marks on steps, and the log format."""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.core.contract import GameKind
from games.core.rules import Rule, Standing
from games.registry import KINDS

from .rule_pictures import picture_of

STANDINGS = {
    "printed": (_("printed"), _("Printed in the rulebook.")),
    "component": (_("component"), _("Taken from the components of the game.")),
    "inferred": (_("inferred"), _("Follows from the printed rules.")),
    "house": (_("our ruling"), _("Our ruling: the rulebook is silent or contradicts itself.")),
}
"""Name and meaning of each standing of a rule."""
SORTS = {
    "wrong": _("Mistakes: better moves were known"),
    "rule": _("Rule mistakes"),
    "luck": _("Luck: could not be known"),
    "fact": _("Facts: worth knowing, not mistakes"),
}


QUERY_MAX = 80
"""The most characters of a search in the rules."""


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rules the engine enforces, with their citations and standing.

    `?q=` keeps the rules that contain all its words, `?standing=` those of a standing.
    """
    kind = _kind_or_404(slug)
    query = " ".join(request.GET.get("q", "")[:QUERY_MAX].split())
    found = [rule for rule in kind.rules.rulebook if _contains(rule, query)]
    counts = Counter(rule.standing.value for rule in found)
    standing = request.GET.get("standing", "")
    standing = standing if standing in STANDINGS else ""
    shown = [rule for rule in found if standing in ("", rule.standing.value)]
    context = {
        "kind": kind,
        "kinds": KINDS.values(),
        "sections": _sections(kind, shown),
        "standings": [(key, *texts, counts[key]) for key, texts in STANDINGS.items()],
        "used": {rule.standing.value for rule in kind.rules.rulebook},
        "query": query,
        "query_max": QUERY_MAX,
        "standing": standing,
        "n_found": len(found),
        "n_shown": len(shown),
        "n_all": len(list(kind.rules.rulebook)),
    }
    return render(request, "replays/rules.html", context)


def _sections(kind: GameKind, shown: list[Rule]) -> list[dict[str, Any]]:
    """Return the chapters of the rules that are shown."""
    return [
        {
            "number": number,
            "title": kind.rules.sections[number],
            "rules": [
                (rule, _citations(kind, rule), picture_of(kind.slug, rule.key)) for rule in group
            ],
        }
        for number, group in groupby(shown, key=lambda rule: rule.key.split(".")[0])
    ]


def _contains(rule: Rule, query: str) -> bool:
    """Return whether a rule contains all words of a search, in the language of the page."""
    text = _plain(f"{rule.key} {gettext(rule.title)} {gettext(rule.summary)}")
    return all(word in text for word in _plain(query).split())


def _plain(text: str) -> str:
    """Return a text without case and accents: a search for "goryo" finds "Goryō"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _kind_or_404(slug: str) -> GameKind:
    if slug not in KINDS:
        raise Http404("There is no such game.")
    return KINDS[slug]


def _citations(kind: GameKind, rule: Rule) -> list[tuple[str, str, str]]:
    """Return edition, location and language of each rulebook that contains a rule."""
    languages = kind.identity.rulebook_languages
    return [(e, location, languages.get(e, "en")) for e, location in rule.citations.items()]


@require_safe
def judgements(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain the marks on steps."""
    kind = _kind_or_404(slug)
    if not kind.display.judgements:
        raise Http404("This game has no marks.")
    marks = kind.display.judgements.items()
    sorts = [
        (title, [(key, mark) for key, mark in marks if mark.sort == sort])
        for sort, title in SORTS.items()
    ]
    return render(request, "replays/judgements.html", {"kind": kind, "sorts": sorts})


@require_safe
def rulebooks(request: HttpRequest) -> HttpResponse:
    """List the games, with the numbers of their rules and rulings."""
    standings = [(kind, [rule.standing for rule in kind.rules.rulebook]) for kind in KINDS.values()]
    rows = [(kind, len(each), each.count(Standing.HOUSE)) for kind, each in standings]
    return render(request, "replays/rulebooks.html", {"rows": rows})


@require_safe
def log_format(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the log format from the documents in the repository: the page of a game if it has one,
    else the general one.
    """
    if slug:
        _kind_or_404(slug)
    path = settings.BASE_DIR / "docs" / f"log-format-{slug}.md"
    if not path.exists():
        path = settings.BASE_DIR / "docs" / "log-format.md"
    return _document(request, path, _("The log format"))


@require_safe
def api(request: HttpRequest) -> HttpResponse:
    """Show the description of the API from the documents in the repository."""
    return _document(request, settings.BASE_DIR / "docs" / "api.md", _("The API"))


def _document(request: HttpRequest, path: Path, title: Promise) -> HttpResponse:
    context = {"title": title, **page_of(path)._asdict()}
    return render(request, "replays/document.html", context)


class Document(NamedTuple):
    """A document: its heading, the HTML below it, and the id and title of each chapter."""

    heading: str
    page: SafeString
    chapters: list[tuple[str, str]]


@lru_cache(maxsize=4)
def page_of(path: Path) -> Document:
    """Return a document of the repository, which begins with its heading."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    chapters = []
    for opening, title in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            opening.attrSet("id", slugify(title.content))
            chapters.append((slugify(title.content), title.content.replace("`", "")))
    heading, rest = tokens[1].content, tokens[3:]
    html: str = markdown.renderer.render(rest, markdown.options, {})
    html = re.sub(r'href="log-format-([a-z]+)\.md', r'href="/log-format/\1/', html)
    html = html.replace('href="log-format.md', 'href="/log-format/')
    html = html.replace('href="data-dictionary.md', 'href="/stats/catalogue/')
    # They scroll sideways on a phone, so the keyboard must reach them.
    html = re.sub(r"<(pre|table)>", r'<\1 tabindex="0">', html)
    return Document(heading, mark_safe(html), chapters)  # noqa: S308 - our own file, raw HTML off
