"""`manage.py backup`: a backup of the whole site, while it runs."""

import shlex
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from goryo_site.runtime.backups import BackupError, make_backup, remove_old


class Command(BaseCommand):
    """Write a backup, delete old ones, and start a command with it."""

    help = (
        "Back up the database, open data, priors and the secret key into a new folder of "
        "BACKUP_DIR. The site may run meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --to, --keep and --then."""
        parser.add_argument("--to", type=Path, metavar="DIR", help="default: BACKUP_DIR")
        parser.add_argument("--keep", type=int, metavar="N", help="delete all but the newest N")
        parser.add_argument(
            "--then",
            metavar="COMMAND",
            help="run a command with the new folder as its last argument, to copy it elsewhere",
        )

    def handle(
        self, *args: Any, to: Path | None, keep: int | None, then: str | None, **options: Any
    ) -> None:
        """Print the folder. Old backups are deleted only after the command succeeded."""
        if keep is not None and keep < 1:
            raise CommandError("--keep must be at least 1: it counts the new backup too.")
        folder = to or settings.BACKUP_DIR
        try:
            made = make_backup(folder)
        except (BackupError, OSError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(str(made))
        if then:
            self._run([*shlex.split(then), str(made)])
        if keep is not None:
            for old in remove_old(folder, keep):
                self.stderr.write(f"deleted {old}")

    def _run(self, command: list[str]) -> None:
        try:
            subprocess.run(command, check=True)  # noqa: S603 - the administrator chose it
        except (OSError, subprocess.CalledProcessError) as error:
            message = f"The backup is complete, but the command after it failed: {error}"
            raise CommandError(message) from error
