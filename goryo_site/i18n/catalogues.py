"""The catalogues of translations: taken from the sources, and compiled when they are needed.

A catalogue (`<package>/locale/it/LC_MESSAGES/django.po`) is kept in git; what Django reads
(`.mo`) is made from it at the start of every process that finds it missing or old, so nothing but
Python is needed. `manage.py messages` brings the catalogues up to date with the sources.
"""

import hashlib
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PACKAGES = ("games", "replays", "analytics", "goryo_site")
LANGUAGES = ("it",)
"""All but English, in which the messages are written."""
TEMPLATES = (".html", ".svg", ".txt")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "text": None,
    "ntext": (1, 2),
}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


class Book(NamedTuple):
    """The catalogue of a package in a language."""

    package: str
    language: str
    path: Path

    @property
    def compiled(self) -> Path:
        """Where Django reads it."""
        return self.path.with_suffix(".mo")


def books(base: Path) -> list[Book]:
    """All catalogues of the site."""
    return [
        Book(package, language, base / package / f"locale/{language}/LC_MESSAGES/django.po")
        for package in PACKAGES
        for language in LANGUAGES
    ]


def compile_stale(base: Path) -> list[Path]:
    """Compile the catalogues whose compiled form is missing or was made of another text; gives
    those that were written. A compiled catalogue holds the digest of its text.
    """
    written = []
    for book in books(base):
        text = book.path.read_bytes()
        digest = hashlib.sha256(text).hexdigest()
        if book.compiled.exists() and digest.encode() in book.compiled.read_bytes():
            continue
        catalogue = read_catalogue(book)
        catalogue.project = digest
        beside = book.compiled.with_suffix(f".{os.getpid()}.tmp")
        with beside.open("wb") as file:
            write_mo(file, catalogue)
        os.replace(beside, book.compiled)  # others may be reading, or doing the same
        written.append(book.compiled)
    return written


def read_catalogue(book: Book) -> Catalog:
    """A catalogue as it is kept; of a new language an empty one."""
    if not book.path.exists():
        return Catalog(book.language)
    with book.path.open("rb") as file:
        return read_po(file, book.language, abort_invalid=True)


def messages_of(folder: Path) -> Catalog:
    """What is marked for translation in the sources and templates of a folder."""
    found = Catalog()
    for path in sorted(folder.rglob("*")):
        if "locale" in path.parts or "migrations" in path.parts:
            continue
        for _line, message, comments, context in _marked(path):
            found.add(message, auto_comments=comments, context=context)
    return found


def _marked(path: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    comments = ("translators:", "Translators:")
    if path.suffix in TEMPLATES and "jinja2" in path.parts:
        with path.open("rb") as file:
            yield from extract(
                "jinja2.ext:babel_extract", file, KEYWORDS, comments, strip_comment_tags=True
            )
        return
    if path.suffix == ".py":
        source = path.read_bytes()
    elif path.suffix in TEMPLATES and "templates" in path.parts:
        # Django writes a template as calls of gettext among other words; they stand on lines of
        # their own, so that no blank before them means anything.
        lines = templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines()
        source = "\n".join(line.strip() for line in lines).encode()
    else:
        return
    if b"text(" in source or b"_(" in source:
        yield from extract("python", BytesIO(source), KEYWORDS, comments, strip_comment_tags=True)


def brought_up_to_date(base: Path, book: Book) -> str:
    """A catalogue's text with exactly the messages of its sources: what is new has no translation
    yet, what is gone has left. Sorted, without places, so that changes of two people rarely meet.
    """
    catalogue = read_catalogue(book)
    catalogue.update(messages_of(base / book.package), no_fuzzy_matching=True)
    text = BytesIO()
    write_po(
        text,
        catalogue,
        width=0,
        no_location=True,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    return HEADER.format(language=book.language) + text.getvalue().decode()
