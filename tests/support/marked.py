"""A translation in which every message is marked: what a page shows without a mark was never marked
for translation.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

from django.utils.translation import trans_real

TRANSLATIONS: dict[str, Any] = vars(trans_real)["_translations"]
"""What Django has loaded, by language."""
OPEN, CLOSE = "⟦", "⟧"
SEPARATOR = "\x04"
TOLD = ("title", "aria-label", "alt")
"""Attributes that people read, besides those whose names begin with `data-` and hold a sentence."""
METAS = {"description", "og:title", "og:description", "og:image:alt"}
QUOTED = {"code", "pre", "kbd", "bdi", "time", "textarea", "script", "style", "title"}
"""Elements with names, keys and what somebody wrote; a page's title has its own check."""
EMPTY = {"meta", "link", "img", "input", "br", "use", "path", "rect", "circle", "line", "wbr"}
NAMES = {"Kifu House", "English", "JSON Schema", "JSON", "CSV", "API", "PNG", "SVG", "GIF", "WebP"}
WORD = re.compile(r"[A-Za-zÀ-ž]{2,}")


class Marked:
    """Stands in for a language's translation."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def gettext(self, message: str) -> str:
        """The message itself, marked; marks of numbers stay what they are."""
        words = message.rpartition(SEPARATOR)[2]
        return f"{OPEN}{words}{CLOSE}" if WORD.search(words) else words

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The same for the form of a number."""
        return self.gettext(singular if number == 1 else plural)


@contextmanager
def marked(language: str) -> Iterator[None]:
    """Every message of a language is marked meanwhile."""
    real = trans_real.translation(language)
    TRANSLATIONS[language] = Marked(real)
    try:
        yield
    finally:
        TRANSLATIONS[language] = real


class _Reader(HTMLParser):
    """Collects what people read, but what is quoted."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.quoted: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins; one in another language is quoted."""
        said = dict(attrs)
        is_quoted = tag in QUOTED or (tag != "html" and "lang" in said)
        if said.get("name", said.get("property")) in METAS:
            self.texts.append(said.get("content") or "")
        if not self._is_quoted():
            told = [v for k, v in attrs if v and (k in TOLD or k.startswith("data-"))]
            self.texts += [v for v in told if " " in v or OPEN in v]
        if tag not in EMPTY:
            self.open.append((tag, is_quoted))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""

    def handle_endtag(self, tag: str) -> None:
        """An element ends, and those in it that were left open."""
        while self.open and any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        """Text."""
        if data.strip() and not self._is_quoted():
            self.texts.append(data.strip())

    def _is_quoted(self) -> bool:
        return any(is_quoted for _, is_quoted in self.open)


def unmarked(page: str, names: set[str]) -> list[str]:
    """What a page shows without a mark, besides names. `names` are those of players, games and
    boards that the page may show as they are.
    """
    reader = _Reader()
    reader.feed(page)
    return bare(reader.texts, names)


def bare(texts: Iterable[str], names: set[str]) -> list[str]:
    """The words of texts that stand outside all marks, besides names."""
    left = []
    for part in _outside(" \n ".join(texts)):
        for name in sorted(NAMES | names, key=len, reverse=True):
            part = part.replace(name, " ")
        left += [line.strip() for line in part.split("\n") if WORD.search(line)]
    return list(dict.fromkeys(left))


def _outside(text: str) -> Iterator[str]:
    """The parts of a text outside all marks, which may lie in each other."""
    depth, kept = 0, ""
    for character in text:
        if character == OPEN:
            depth += 1
            if depth == 1:
                yield kept
                kept = ""
        elif character == CLOSE:
            depth -= 1
        elif depth == 0:
            kept += character
    yield kept
