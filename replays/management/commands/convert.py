"""`manage.py convert FILE --to json|text`: convert logs from one form to the other without loss."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.registry import judge, write_text
from replays.management.reading import read_bytes


class Command(BaseCommand):
    """Converts legal logs; refused ones are reported on standard error."""

    help = (
        "Print every legal game of FILE in the other form: JSON as NDJSON in "
        "canonical form, text with a blank line between games."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add FILE and the form."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--to", choices=("json", "text"), required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the games; exit status 1 if any was refused."""
        refused = 0
        for judged in judge(read_bytes(options["file"])):
            if judged.record is None or judged.findings:
                refused += 1
                finding = judged.findings[0]
                self.stderr.write(
                    f"game {finding.game + 1} is refused and not printed: {finding.message} "
                    f"[{finding.rule}]"
                )
                continue
            record = judged.record
            text = record.canonical() if options["to"] == "json" else write_text(record)
            sys.stdout.write(text + "\n")
        sys.stdout.flush()
        if refused:
            sys.exit(1)
