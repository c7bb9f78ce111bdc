"""`/terms/` and `/contact/`: texts of the people who run the site, from settings.

A setting is an address (`https://…`, `mailto:…`, or an e-mail address), or the path of a Markdown
file.
"""

import re
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

NAMES = {"terms": _("Terms"), "contact": _("Contact")}
_ADDRESS = re.compile(r"(https?://|mailto:)\S+")
_EMAIL = re.compile(r"[^@\s/:]+@[^@\s/]+\.[^@\s/]+")


def text_url(name: str) -> str:
    """Return where a text is: its address, or the page that shows its file; empty: nowhere."""
    value: str = getattr(settings, name.upper())
    if _EMAIL.fullmatch(value):
        return f"mailto:{value}"
    if not value or _ADDRESS.fullmatch(value):
        return value
    return reverse(name)


@require_safe
def site_text(request: HttpRequest, name: str) -> HttpResponse:
    """Show a text, or redirect to its address. Raises Http404 if it is not configured, and
    ImproperlyConfigured if its file can't be read.
    """
    value: str = getattr(settings, name.upper())
    url = text_url(name)
    if not url:
        raise Http404
    if url.startswith("mailto:"):
        context = {"title": NAMES[name], "email": url.removeprefix("mailto:")}
        return render(request, "site/text.html", context)
    if url == value:
        return HttpResponseRedirect(url)
    context = {"title": NAMES[name], "html": _html(Path(value))}
    return render(request, "site/text.html", context)


def _html(path: Path) -> str:
    from markdown_it import MarkdownIt

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{path} can't be read: {error}") from error
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return mark_safe(html)  # noqa: S308 - a file of the site's owner, with raw HTML off
