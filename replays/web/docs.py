"""Pages made from what the project knows of itself: the rules of a game, and the log format."""

import re
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.core.contract import GameKind
from games.core.rules import Rule, Standing
from games.registry import KINDS

STANDINGS = {
    "printed": (gettext_lazy("printed"), gettext_lazy("Printed in the rulebook.")),
    "component": (
        gettext_lazy("component"),
        gettext_lazy("Taken from the components of the game."),
    ),
    "inferred": (gettext_lazy("inferred"), gettext_lazy("Follows from the printed rules.")),
    "house": (
        gettext_lazy("our ruling"),
        gettext_lazy("Our ruling: the rulebook is silent or contradicts itself."),
    ),
}
"""Each standing's word, and what it means."""

HOUSE = Standing.HOUSE
SORTS = {
    "wrong": gettext_lazy("Mistakes: better moves were known"),
    "rule": gettext_lazy("Rule mistakes"),
    "luck": gettext_lazy("Luck: could not be known"),
    "fact": gettext_lazy("Facts: worth knowing, not mistakes"),
}


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Every rule the engine enforces, with its place in each edition and its standing."""
    kind = KINDS.get(slug)
    if kind is None:
        raise Http404("There is no such game.")
    sections = [
        {
            "number": number,
            "title": kind.rules.sections[number],
            "rules": [(rule, _citations(kind, rule)) for rule in group],
        }
        for number, group in groupby(kind.rules.rulebook, key=lambda rule: rule.key.split(".")[0])
    ]
    used = {rule.standing.value for rule in kind.rules.rulebook}
    standings = {standing: words for standing, words in STANDINGS.items() if standing in used}
    context = {"kind": kind, "kinds": KINDS.values(), "sections": sections, "standings": standings}
    return render(request, "replays/rules.html", context)


def _citations(kind: GameKind, rule: Rule) -> list[tuple[str, str, str]]:
    """Edition, place and language of each rulebook that has a rule."""
    languages = kind.identity.rulebook_languages
    return [(e, place, languages.get(e, "en")) for e, place in rule.citations.items()]


@require_safe
def judgements(request: HttpRequest, slug: str) -> HttpResponse:
    """What each mark on a step means, and what the chances on a board are."""
    kind = KINDS.get(slug)
    if kind is None or not kind.display.judgements:
        raise Http404("This game has no marks.")
    sorts = [
        (words, [(key, mark) for key, mark in kind.display.judgements.items() if mark.sort == sort])
        for sort, words in SORTS.items()
    ]
    return render(request, "replays/judgements.html", {"kind": kind, "sorts": sorts})


@require_safe
def rulebooks(request: HttpRequest) -> HttpResponse:
    """The games whose rules the house knows."""
    rows = [
        (
            kind,
            sum(1 for _ in kind.rules.rulebook),
            sum(rule.standing == HOUSE for rule in kind.rules.rulebook),
        )
        for kind in KINDS.values()
    ]
    return render(request, "replays/rulebooks.html", {"rows": rows})


@require_safe
def log_format(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The log format, from the same files that the repository shows: what all games share, or what
    is a game's own where it has a page of its own.
    """
    if slug and slug not in KINDS:
        raise Http404("There is no such game.")
    path = settings.BASE_DIR / "docs" / f"log-format-{slug}.md"
    if not path.exists():
        path = settings.BASE_DIR / "docs" / "log-format.md"
    return render(request, "replays/log_format.html", {"page": page_of(path)})


@lru_cache(maxsize=4)
def page_of(path: Path) -> SafeString:
    """A document of ours as HTML."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html: str = markdown.render(path.read_text(encoding="utf-8"))
    html = re.sub(r'href="log-format-([a-z]+)\.md', r'href="/log-format/\1/', html)
    html = html.replace('href="log-format.md', 'href="/log-format/')
    for wide in (
        "pre",
        "table",
    ):  # they scroll sideways on a phone, so the keyboard must reach them
        html = html.replace(f"<{wide}>", f'<{wide} tabindex="0">')
    return mark_safe(html)  # noqa: S308 - our own file, raw HTML off
