"""`manage.py baselines`: play at random where games are counted and nothing stands to compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analytics.services.baselines import GAMES, SEED, make_baseline, tables_without_baseline


class Command(BaseCommand):
    """Make the baselines that are missing, or old."""

    help = "Play legal games at random on every board and ruleset with games, to compare with."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many games a baseline has, and from which seed."""
        parser.add_argument("--games", type=int, default=GAMES)
        parser.add_argument("--seed", default=SEED)

    def handle(self, *_: Any, games: int, seed: str, **__: Any) -> None:
        """Make them."""
        for table in tables_without_baseline():
            made = make_baseline(table, games, seed)
            self.stdout.write(f"{made}")
