"""`manage.py validate FILE…`: check logs and print every finding."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.core.findings import Finding
from games.core.plural import count_noun
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
        games = refused = warned = 0
        for path in options["files"]:
            for judged in judge(read_bytes(path)):
                games += 1
                refused += bool(judged.findings)
                warned += bool(judged.warnings)
                name = f"{path}:{judged.label}" if judged.label else str(path)
                for finding in judged.findings:
                    self._print("error", name, finding)
                for warning in judged.warnings:
                    self._print("warning", name, warning)
                for hint in hints(judged) if options["hints"] else ():
                    self._print("hint", name, hint)
        self.stdout.write(
            f"{count_noun(games, 'game')}: {games - refused} legal ({warned} with a warning), "
            f"{refused} refused"
        )
        if refused:
            sys.exit(1)

    def _print(self, severity: str, name: str, finding: Finding) -> None:
        where = name if finding.line is None else f"{name}:{finding.line}:{finding.column}"
        event = "header" if finding.event is None else f"event {finding.event + 1}"
        style = self.style.ERROR if severity == "error" else self.style.WARNING
        rule = f"{finding.rule}; {finding.citation}" if finding.citation else finding.rule
        self.stdout.write(
            style(
                f"{where}: {severity}: game {finding.game + 1}, {event}: {finding.message} [{rule}]"
            )
        )
        if finding.legal:
            self.stdout.write(f"    legal here, for example: {'; '.join(finding.legal[:8])}")
