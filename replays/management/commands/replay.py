"""`manage.py replay FILE`: print every game of a file step by step as NDJSON."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.log.judge import Judged
from games.registry import KINDS, get_kind, hints, judge
from replays.management.reading import read_bytes

VIEWS = tuple(dict.fromkeys(view for kind in KINDS.values() for view in kind.identity.views))


class Command(BaseCommand):
    """Replay logs and print each step."""

    help = (
        "Replay every game of FILE ('-' reads standard input) and print one JSON object per "
        "event. A refused game has its valid steps, then an error object; the exit status is 1 if "
        "any game was refused."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add FILE, the view, and the belief block."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--as", dest="view", choices=VIEWS, default="omniscient")
        parser.add_argument(
            "--belief", action="store_true", help="add the Samurai's hypotheses in a chase"
        )

        parser.add_argument("--hints", action="store_true", help="also print hints")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the steps, errors and warnings of each game in order."""
        refused = False
        for judged in judge(read_bytes(options["file"])):
            self._print_game(judged, options["view"], options["belief"])
            for hint in hints(judged) if options["hints"] else ():
                self._print({"hint": hint.to_json()})
            refused = refused or bool(judged.findings)
        sys.stdout.flush()
        if refused:
            sys.exit(1)

    def _print_game(self, judged: Judged, view: str, belief: bool) -> None:
        """Print a warning about an event directly after its step."""
        warnings = [warning.to_json() for warning in judged.warnings]
        if judged.replay is not None:
            kind = get_kind(judged.replay.record.kind)
            for number, step in enumerate(kind.display.steps(judged.replay, view, belief)):
                self._print({"game": judged.position, **step})
                for warning in warnings:
                    if warning["event"] == number:
                        self._print({"warning": warning})
        for warning in warnings:
            if warning["event"] is None:
                self._print({"warning": warning})
        for finding in judged.findings:
            self._print({"error": finding.to_json()})

    def _print(self, value: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
