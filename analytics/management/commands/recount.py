"""`manage.py recount [--check]`: statistics from the canonical logs, and whether what is stored
agrees.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics import services
from games.core.plural import count_noun

SHOWN = 20
WIDTH = 300


class Command(BaseCommand):
    """Rebuild statistics from the stored logs; with --check only compare."""

    help = (
        "Count every stored game again from its log and mend what differs; --check only compares. "
        "Exit status 1: it differed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, verbosity: int, **options: Any) -> None:
        """Print the differences and their number; fail where --check found any."""
        n = 0
        for n, difference in enumerate(
            services.recount(check_only=check, progress=self._progress), 1
        ):
            if n <= SHOWN or verbosity > 1:
                text = str(difference)
                self.stdout.write(
                    text if len(text) <= WIDTH or verbosity > 1 else f"{text[:WIDTH]}…"
                )
        if n > SHOWN and verbosity <= 1:
            self.stdout.write(f"… and {n - SHOWN} more (all of them with -v 2)")
        if check and n:
            between = count_noun(n, "difference")
            raise CommandError(f"{between} between statistics and logs", returncode=1)
        mended = f"{count_noun(n, 'difference')} mended"
        self.stdout.write(mended if n else "statistics and logs agree to the last unit")

    def _progress(self, done: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{count_noun(done, 'game')}", ending="")
