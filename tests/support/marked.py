"""A translation in which every message is marked, to find text that is not translatable."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

from django.utils.translation import trans_real

TRANSLATIONS: dict[str, Any] = vars(trans_real)["_translations"]
"""The translations that Django has loaded, by language."""
OPEN, CLOSE = "⟦", "⟧"
SEPARATOR = "\x04"
ATTRIBUTES = ("title", "aria-label", "alt")
"""Attributes with text, like those named `data-…` if they contain a space."""
METAS = {"description", "og:title", "og:description", "og:image:alt"}
QUOTED = {"code", "pre", "kbd", "bdi", "time", "textarea", "script", "style", "title"}
"""Elements with names, keys and text by users; a page's title is tested elsewhere."""
EMPTY = {"meta", "link", "img", "input", "br", "use", "path", "rect", "circle", "line", "wbr"}
NAMES = {"Kifu House", "English", "JSON Schema", "JSON", "CSV", "API", "PNG", "SVG", "GIF", "WebP"}
WORD = re.compile(r"[A-Za-zÀ-ž]{2,}")


class Marked:
    """Replaces the translation of a language."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def gettext(self, message: str) -> str:
        """Return the message itself, marked if it contains a word."""
        text = message.rpartition(SEPARATOR)[2]
        return f"{OPEN}{text}{CLOSE}" if WORD.search(text) else text

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the marked form for a number."""
        return self.gettext(singular if number == 1 else plural)


@contextmanager
def marked(language: str) -> Iterator[None]:
    """Mark every message of a language inside the block."""
    real = trans_real.translation(language)
    TRANSLATIONS[language] = Marked(real)
    try:
        yield
    finally:
        TRANSLATIONS[language] = real


class _Reader(HTMLParser):
    """Collects visible text except quotations."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.quoted: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start an element; one in another language is a quotation."""
        values = dict(attrs)
        is_quoted = tag in QUOTED or (tag != "html" and "lang" in values)
        if values.get("name", values.get("property")) in METAS:
            self.texts.append(values.get("content") or "")
        if not self._is_quoted():
            texts = [v for k, v in attrs if v and (k in ATTRIBUTES or k.startswith("data-"))]
            self.texts += [text for text in texts if " " in text or OPEN in text]
        if tag not in EMPTY:
            self.open.append((tag, is_quoted))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore an element without content."""

    def handle_endtag(self, tag: str) -> None:
        """End an element, and those in it that are still open."""
        while self.open and any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        """Collect text."""
        if data.strip() and not self._is_quoted():
            self.texts.append(data.strip())

    def _is_quoted(self) -> bool:
        return any(is_quoted for _, is_quoted in self.open)


def unmarked(page: str, names: set[str]) -> list[str]:
    """Return the visible text of a page outside all marks, except names of players, games and
    boards.
    """
    reader = _Reader()
    reader.feed(page)
    return bare(reader.texts, names)


def bare(texts: Iterable[str], names: set[str]) -> list[str]:
    """Return the text outside all marks, except names."""
    rest = " \n ".join(texts)
    while (without := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "\0", rest)) != rest:
        rest = without  # marks can be nested
    for name in sorted(NAMES | names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    lines = (line.strip() for line in re.split("[\0\n]", rest) if WORD.search(line))
    return list(dict.fromkeys(lines))
