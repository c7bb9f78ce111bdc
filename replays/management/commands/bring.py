"""`manage.py bring FILE`: convert games that another program recorded to logs."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import ConversionError
from games.registry import ConvertedRecord, convert, foreign_programs
from replays.management.reading import read_bytes


class Command(BaseCommand):
    """Print logs made from another program's records, and the assumptions they needed."""

    help = (
        "Convert games that another program recorded (JSON objects one after the other, or a "
        "list) and print each as a log in canonical form. Assumptions go to standard error. Games "
        "that can't be converted are reported there and skipped; the exit status is then 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add FILE and the program that wrote it."""
        programs = foreign_programs()
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--program",
            choices=programs,
            default=programs[0],
            help="the program that recorded the games (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one game per line."""
        failed = False
        games = self._convert(read_bytes(options["file"]), options["program"])
        for number, converted in enumerate(games, 1):
            if isinstance(converted, ConversionError):
                failed = True
                self.stderr.write(f"Game {number} can't be converted: {converted}")
                continue
            sys.stdout.write(converted.record.canonical() + "\n")
            for assumption in converted.assumed:
                self.stderr.write(f"Game {number}: {assumption}")
        sys.stdout.flush()
        if failed:
            sys.exit(1)

    def _convert(self, data: bytes, program: str) -> Iterator[ConvertedRecord | ConversionError]:
        try:
            yield from convert(data, program)
        except ValueError as error:
            raise CommandError(f"The file cannot be read: {error}") from error
