"""`manage.py merge_games`: merge games that are stored more than once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.core.plural import count_noun
from replays import services


class Command(BaseCommand):
    """Finds games that are stored more than once, shows the plan, and merges them."""

    help = (
        "Find games that are stored more than once: several records of one game, and games with "
        "the same moves. Without --apply, only show the plan. With --apply, merge records of one "
        "game into the oldest (the other ids redirect to it) and exclude other games with the same "
        "moves from statistics. Statistics follow. You can stop the command and run it again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --apply."""
        parser.add_argument("--apply", action="store_true", help="merge the games")

    def handle(self, *args: Any, apply: bool, **options: Any) -> None:
        """Read games that have no records yet, then print a line for each repeated game."""
        after: int | None = 0
        while after is not None:
            after = services.identify_games(after)
        n_merged = n_excluded = 0
        for repeat in services.find_repeats(apply=apply):
            n_merged += repeat.is_merged
            n_excluded += not repeat.is_merged
            what = "is another record of" if repeat.is_merged else "has the same moves as"
            self.stdout.write(f"{repeat.game} {what} {repeat.older}")
        done = "" if apply else " would be"
        merged, excluded = count_noun(n_merged, "game"), count_noun(n_excluded, "game")
        self.stdout.write(f"{merged}{done} merged, {excluded}{done} excluded from statistics.")
        if not apply and n_merged + n_excluded:
            self.stdout.write("Nothing was changed. Run the command with --apply to merge them.")
