"""`manage.py baselines`: make missing and outdated baselines of random play."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analytics.services.baselines import GAMES, SEED, make_baseline, tables_without_baseline


class Command(BaseCommand):
    """Make missing and outdated baselines."""

    help = "Play random legal games on every board and ruleset with games, as a baseline for lift."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --games and --seed."""
        parser.add_argument("--games", type=int, default=GAMES)
        parser.add_argument("--seed", default=SEED)

    def handle(self, *_: Any, games: int, seed: str, **__: Any) -> None:
        """Make them and print each."""
        for table in tables_without_baseline():
            made = make_baseline(table, games, seed)
            self.stdout.write(f"{made}")
