"""`manage.py messages`: the catalogues of translations, brought up to date with the sources."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from goryo_site.i18n.catalogue_files import catalogue_files, compile_stale
from goryo_site.i18n.catalogues import read_catalogue, updated_text


class Command(BaseCommand):
    """Writes the `.po` files anew and compiles them; says what is left to translate."""

    help = "Bring the catalogues of translations up to date with the sources, and compile them."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, compile, count."""
        for book in catalogue_files(settings.BASE_DIR):
            text = updated_text(settings.BASE_DIR, book)
            book.path.parent.mkdir(parents=True, exist_ok=True)
            book.path.write_text(text, encoding="utf-8")
            messages = [message for message in read_catalogue(book) if message.id]
            left = [message for message in messages if not all(_forms(message.string))]
            name = book.path.relative_to(settings.BASE_DIR)
            self.stdout.write(f"{name}: {len(messages)} messages, {len(left)} to translate")
            for message in left:
                self.stdout.write(f"    {_forms(message.id)[0]}")
        compile_stale(settings.BASE_DIR)


def _forms(words: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (words or "",) if isinstance(words, str | None) else tuple(words)
