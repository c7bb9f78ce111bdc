"""The catalogue files, and compiling those that are out of date."""

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("games", "replays", "analytics", "accounts", "rooms", "moderation", "goryo_site")
LANGUAGES = ("it",)
"""All but English, the language of the messages."""


class CatalogueFile(NamedTuple):
    """The catalogue of a package in one language."""

    package: str
    language: str
    path: Path

    @property
    def compiled(self) -> Path:
        """The file that Django reads."""
        return self.path.with_suffix(".mo")


def catalogue_files(base: Path) -> list[CatalogueFile]:
    """Return all catalogues of the site."""
    return [
        CatalogueFile(package, lang, base / package / f"locale/{lang}/LC_MESSAGES/django.po")
        for package in PACKAGES
        for lang in LANGUAGES
    ]


def compile_stale(base: Path) -> list[Path]:
    """Compile catalogues whose compiled file is missing or stale; return the files written.

    A compiled catalogue contains the digest of its source.
    """
    written = []
    for file in catalogue_files(base):
        digest = hashlib.sha256(file.path.read_bytes()).hexdigest()
        if file.compiled.exists() and digest.encode() in file.compiled.read_bytes():
            continue
        from babel.messages.mofile import write_mo

        from goryo_site.i18n.catalogues import read_catalogue

        catalogue = read_catalogue(file)
        catalogue.project = digest
        draft = file.compiled.with_suffix(f".{os.getpid()}.tmp")
        with draft.open("wb") as output:
            write_mo(output, catalogue)
        os.replace(draft, file.compiled)  # other processes may be reading it or doing the same
        written.append(file.compiled)
    return written
