"""`manage.py restore`: the site as it was at a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from goryo_site.runtime.backups import BackupError, restore_backup


class Command(BaseCommand):
    """Restore a backup and say what is left to do."""

    help = (
        "Restore a backup made by `manage.py backup` into an empty site. Stop the site before. "
        "The files of the backup are verified first."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the folder and --replace."""
        parser.add_argument("folder", type=Path, help="the folder of the backup")
        parser.add_argument(
            "--replace", action="store_true", help="overwrite the data that this site has"
        )

    def handle(self, *args: Any, folder: Path, replace: bool, **options: Any) -> None:
        """Restore, then compare migrations with those of the code."""
        try:
            restore_backup(folder, replace=replace)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {folder}.")
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("The backup is of an earlier version: run `manage.py migrate`.")
        self.stdout.write("Compare statistics and logs with `manage.py recount --check`.")
