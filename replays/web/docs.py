"""Pages about the rules of the games, the marks on steps, and the log format."""

import re
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.core.contract import GameKind
from games.core.rules import Rule, Standing
from games.registry import KINDS

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


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rules the engine enforces, with their citations and standing."""
    kind = _kind_or_404(slug)
    sections = [
        {
            "number": number,
            "title": kind.rules.sections[number],
            "rules": [(rule, _citations(kind, rule)) for rule in group],
        }
        for number, group in groupby(kind.rules.rulebook, key=lambda rule: rule.key.split(".")[0])
    ]
    used = {rule.standing.value for rule in kind.rules.rulebook}
    standings = {standing: texts for standing, texts in STANDINGS.items() if standing in used}
    context = {"kind": kind, "kinds": KINDS.values(), "sections": sections, "standings": standings}
    return render(request, "replays/rules.html", context)


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
    return render(request, "replays/log_format.html", {"page": page_of(path)})


@lru_cache(maxsize=4)
def page_of(path: Path) -> SafeString:
    """Return a document of the repository as HTML."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html: str = markdown.render(path.read_text(encoding="utf-8"))
    html = re.sub(r'href="log-format-([a-z]+)\.md', r'href="/log-format/\1/', html)
    html = html.replace('href="log-format.md', 'href="/log-format/')
    # They scroll sideways on a phone, so the keyboard must reach them.
    html = re.sub(r"<(pre|table)>", r'<\1 tabindex="0">', html)
    return mark_safe(html)  # noqa: S308 - our own file, raw HTML off
