"""`manage.py messages`: update the translation catalogues from the sources."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from goryo_site.i18n.catalogue_files import catalogue_files, compile_stale
from goryo_site.i18n.catalogues import read_catalogue, updated_text


class Command(BaseCommand):
    """Update and compile the `.po` files, and list missing translations."""

    help = "Update the translation catalogues from the sources and compile them."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, compile and count."""
        for file in catalogue_files(settings.BASE_DIR):
            text = updated_text(settings.BASE_DIR, file)
            file.path.parent.mkdir(parents=True, exist_ok=True)
            file.path.write_text(text, encoding="utf-8")
            messages = [message for message in read_catalogue(file) if message.id]
            missing = [message for message in messages if not all(_forms(message.string))]
            name = file.path.relative_to(settings.BASE_DIR)
            self.stdout.write(f"{name}: {len(messages)} messages, {len(missing)} to translate")
            for message in missing:
                self.stdout.write(f"    {_forms(message.id)[0]}")
        compile_stale(settings.BASE_DIR)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)
