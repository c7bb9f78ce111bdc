"""`manage.py recount [--check]`: compare statistics with the canonical logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics import services
from games.core.plural import count_noun

MAX_SHOWN = 20
MAX_WIDTH = 300


class Command(BaseCommand):
    """Correct statistics by the stored logs; with --check only compare."""

    help = (
        "Count every stored game again from its log and correct the differences; --check only "
        "compares, with exit status 1 if there are any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="compare only, change nothing")

    def handle(self, *args: Any, check: bool, verbosity: int, **options: Any) -> None:
        """Print the differences and their number; with --check, fail if there are any."""
        n = 0
        for n, difference in enumerate(
            services.recount(check_only=check, progress=self._progress), 1
        ):
            if n <= MAX_SHOWN or verbosity > 1:
                text = str(difference)
                self.stdout.write(
                    text if len(text) <= MAX_WIDTH or verbosity > 1 else f"{text[:MAX_WIDTH]}…"
                )
        if n > MAX_SHOWN and verbosity <= 1:
            self.stdout.write(f"… and {n - MAX_SHOWN} more (all of them with -v 2)")
        if check and n:
            differences = count_noun(n, "difference")
            raise CommandError(f"{differences} between statistics and logs", returncode=1)
        corrected = f"{count_noun(n, 'difference')} corrected"
        self.stdout.write(corrected if n else "statistics and logs agree exactly")

    def _progress(self, done: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{count_noun(done, 'game')}", ending="")
