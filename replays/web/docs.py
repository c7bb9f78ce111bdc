"""Pages made from what the project knows of itself: the rules of a game, and the log format."""

from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games.registry import KINDS

STANDINGS = {
    "printed": "Printed in the rulebook.",
    "inferred": "Follows from what is printed.",
    "house": "A ruling of this house: the texts are silent, or speak two ways.",
}


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Every rule the engine enforces, with its place in each edition and its standing."""
    kind = KINDS.get(slug)
    if kind is None:
        raise Http404("There is no such game.")
    sections = [
        {"number": number, "title": kind.sections[number], "rules": list(group)}
        for number, group in groupby(kind.rulebook, key=lambda rule: rule.key.split(".")[0])
    ]
    context = {"kind": kind, "sections": sections, "standings": STANDINGS}
    return render(request, "replays/rules.html", context)


@require_safe
def log_format(request: HttpRequest) -> HttpResponse:
    """The log format, from the same file that the repository shows."""
    page = page_of(settings.BASE_DIR / "docs" / "log-format.md")
    return render(request, "replays/log_format.html", {"page": page})


@lru_cache(maxsize=4)
def page_of(path: Path) -> SafeString:
    """A document of ours as HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html: str = markdown.render(path.read_text(encoding="utf-8"))
    for wide in (
        "pre",
        "table",
    ):  # they scroll sideways on a phone, so the keyboard must reach them
        html = html.replace(f"<{wide}>", f'<{wide} tabindex="0">')
    return mark_safe(html)  # noqa: S308 - our own file, raw HTML off
