"""Translation catalogues: extracting messages from the sources, and updating the files.

A catalogue (`<package>/locale/it/LC_MESSAGES/django.po`) is stored in git. Every process compiles
missing or stale `.mo` files when it starts, so no system tool is needed. `manage.py messages`
updates the catalogues.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from goryo_site.i18n.catalogue_files import CatalogueFile

TEMPLATES = (".html", ".svg", ".txt")
FUNCTIONS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
LAZY_FUNCTIONS = {f"{name}_lazy": arguments for name, arguments in FUNCTIONS.items()}
KEYWORDS = {"_": None, "gettext_noop": None, **FUNCTIONS, **LAZY_FUNCTIONS}
TEXT_KEYWORDS = {**KEYWORDS, "text": None, "ntext": (1, 2)}
"""Also the functions of `games.core.language`, in modules that use it."""
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def read_catalogue(file: "CatalogueFile") -> Catalog:
    """Return a stored catalogue, or an empty one for a new language."""
    if not file.path.exists():
        return Catalog(file.language)
    with file.path.open("rb") as source:
        return read_po(source, file.language, abort_invalid=True)


def messages_of(folder: Path) -> Catalog:
    """Return the messages marked for translation in the sources and templates of a folder."""
    catalogue = Catalog()
    for path in sorted(folder.rglob("*")):
        if "locale" in path.parts or "migrations" in path.parts:
            continue
        for _line, message, comments, context in _marked_messages(path):
            catalogue.add(message, auto_comments=comments, context=context)
    return catalogue


def _marked_messages(
    path: Path,
) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
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
        # Django turns a template into gettext calls, one per line: indentation has no meaning.
        lines = templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines()
        source = "\n".join(line.strip() for line in lines).encode()
    else:
        return
    if b"text" in source or b"_(" in source:
        uses_texts = "games" in path.parts or b"games.core.language" in source
        keywords = TEXT_KEYWORDS if uses_texts else KEYWORDS
        yield from extract("python", BytesIO(source), keywords, comments, strip_comment_tags=True)


def updated_text(base: Path, file: "CatalogueFile") -> str:
    """Return the text of a catalogue with exactly the messages of its sources.

    New messages have no translation, old ones are removed. Messages are sorted and have no
    locations, so that two people's changes rarely conflict.
    """
    catalogue = read_catalogue(file)
    catalogue.update(messages_of(base / file.package), no_fuzzy_matching=True)
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
    return HEADER.format(language=file.language) + text.getvalue().decode()
