"""`manage.py fit_results`: fit the model of balance and ratings to a CSV of results."""

import json
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from analytics.results_model.reading import InvalidResults, read_results
from analytics.results_model.report import fit_results
from analytics.results_model.tables import to_text


class Command(BaseCommand):
    """Print balance, ratings and predictions of the games of a file."""

    help = (
        "Fit the model of balance and ratings to a CSV of results, one line per seat, and print "
        "the shares at equal skill, the ratings and the predictions. Needs no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file, --json and --validate."""
        parser.add_argument("file", type=Path, metavar="FILE.csv")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--validate", action="store_true", help="predict later games from earlier ones"
        )

    def handle(self, *args: Any, file: Path, json: bool, validate: bool, **options: Any) -> None:
        """Print the results. An invalid file is an error with status 2."""
        try:
            pools = read_results(file.read_bytes())
        except OSError as error:
            self._exit(f"{file}: {error.strerror}; check the path")
        except InvalidResults as error:
            self._exit(f"{file} {error}")
        result = fit_results(pools, validated=validate)
        self.stdout.write(_to_json(result) if json else to_text(result))

    def _exit(self, message: str) -> NoReturn:
        """Print a message without Django's prefix, and end with status 2."""
        self.stderr.write(message)
        raise SystemExit(2)


def _to_json(result: dict[str, Any]) -> str:
    return json.dumps(result, ensure_ascii=False, allow_nan=False)
