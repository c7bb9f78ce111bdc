"""`manage.py validate FILE…`: check logs and print every finding."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.log.report import Line, Report
from games.registry import hints, judge
from replays.management.reading import read_bytes


class Command(BaseCommand):
    """Validates logs without storing them."""

    help = (
        "Check every game of the files and print each error with its location, rule and legal "
        "alternatives."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files."""
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--hints", action="store_true", help="also print hints")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one finding per line, then totals; exit status 1 if any game is refused."""
        report = Report()
        for path in options["files"]:
            for judged in judge(read_bytes(path)):
                remarks = hints(judged) if options["hints"] else ()
                for line in report.lines(str(path), judged, remarks):
                    self.stdout.write(self._styled(line))
        self.stdout.write(report.summary)
        if report.refused:
            sys.exit(1)

    def _styled(self, line: Line) -> str:
        if not line.severity:
            return line.text
        style = self.style.ERROR if line.severity == "error" else self.style.WARNING
        return str(style(line.text))
