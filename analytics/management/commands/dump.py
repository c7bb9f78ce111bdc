"""`manage.py dump`: open data, made here and now."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics import services
from games.core.plural import count_noun


class Command(BaseCommand):
    """Write a dump of all open games, or take one down."""

    help = "Write open data: every finished game that everybody may see, as logs and as tables."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --remove."""
        parser.add_argument("--remove", metavar="NAME", help="take a dump down instead")

    def handle(self, *args: Any, remove: str | None, **options: Any) -> None:
        """Write it and say where it is. Fails where it was overtaken again and again."""
        if remove is not None:
            if not services.take_down(remove):
                raise CommandError(f"There is no dump {remove!r}.")
            self.stdout.write(f"{remove} is taken down.")
            return
        try:
            snapshot = services.make_dump(progress=self._progress)
        except services.DumpOvertaken as error:
            raise CommandError(str(error)) from error
        manifest = snapshot.manifest or {}
        n = sum(sum(who.values()) for who in manifest["kinds"].values())
        place = Path(settings.DUMPS_DIR) / snapshot.name
        self.stdout.write(f"{count_noun(n, 'game')} in {place}")

    def _progress(self, done: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{count_noun(done, 'game')}", ending="")
