"""`manage.py bring FILE`: games that another program recorded, as logs of ours."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import ConversionError, bring
from replays.management.reading import read_bytes


class Command(BaseCommand):
    """Print logs made from another program's records, and say what was assumed."""

    help = (
        "Read games of Gorinto as Game Park records them (a JSON object with state and actions, "
        "or several, one after the other) and print each as a log of ours in canonical form. What "
        "had to be assumed goes to standard error; games that cannot be brought are named there "
        "and left out, and the exit status is then 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE alone."""
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the games one a line."""
        failed = False
        for number, brought in enumerate(self._brought(read_bytes(options["file"])), 1):
            if isinstance(brought, ConversionError):
                failed = True
                self.stderr.write(f"Game {number} can't be converted: {brought}")
                continue
            sys.stdout.write(brought.record.canonical() + "\n")
            for assumption in brought.assumed:
                self.stderr.write(f"Game {number}: {assumption}")
        sys.stdout.flush()
        if failed:
            sys.exit(1)

    def _brought(self, data: bytes) -> Iterator[Any]:
        try:
            yield from bring(data)
        except ValueError as error:
            raise CommandError(f"The file cannot be read: {error}") from error
