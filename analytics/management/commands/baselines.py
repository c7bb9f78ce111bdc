"""`manage.py baselines`: make missing and outdated baselines of random play."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analytics.services.baselines import begin_baseline, play_slice, tables_without_baseline


class Command(BaseCommand):
    """Make missing and outdated baselines, and complete those that were interrupted."""

    help = (
        "Play random legal games on every board and ruleset with games, as a baseline for lift. "
        "Games are stored in slices, so that you can stop the command and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --games and --seed."""
        parser.add_argument("--games", type=int, help="games of each baseline; default: 1000")
        parser.add_argument("--seed", help="default: that of the periodic job")

    def handle(self, *_: Any, games: int | None, seed: str | None, **__: Any) -> None:
        """Play all slices and print the progress after each."""
        for table in tables_without_baseline():
            row = begin_baseline(table, games, seed)
            while not row.is_complete:
                if not play_slice(row):  # a worker played them
                    row.refresh_from_db()
                self.stdout.write(f"{row}")
