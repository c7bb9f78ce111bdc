"""`manage.py dump`: make or remove open data."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.services.dump import DumpOvertaken, make_dump
from analytics.services.retention import delete_dump
from games.core.plural import count_noun


class Command(BaseCommand):
    """Write a dump of all public games, or remove one."""

    help = "Write open data: every public finished game, as logs and as tables."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --remove."""
        parser.add_argument(
            "--remove", metavar="NAME", help="remove a dump instead, also a cited one"
        )

    def handle(self, *args: Any, remove: str | None, **options: Any) -> None:
        """Write it and print where it is. Fails if games were withdrawn during each attempt."""
        if remove is not None:
            if not delete_dump(remove):
                raise CommandError(f"There is no dump {remove!r}.")
            self.stdout.write(f"Removed {remove}.")
            return
        try:
            snapshot = make_dump(progress=self._progress)
        except DumpOvertaken as error:
            raise CommandError(str(error)) from error
        manifest = snapshot.manifest or {}
        n = sum(sum(who.values()) for who in manifest["kinds"].values())
        folder = Path(settings.DUMPS_DIR) / snapshot.name
        self.stdout.write(f"{count_noun(n, 'game')} in {folder}")

    def _progress(self, done: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{count_noun(done, 'game')}", ending="")
