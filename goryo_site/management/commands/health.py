"""`manage.py health`: the report of `/healthz` in a shell."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from goryo_site.runtime import health


class Command(BaseCommand):
    """Print the report as JSON."""

    help = "Check database, broker and beat; print JSON and exit with status 1 if one fails."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the parts to check."""
        parser.add_argument("parts", nargs="*", choices=[*health.CHECKS, []], metavar="PART")

    def handle(self, *args: Any, parts: list[str], **options: Any) -> None:
        """Check and print."""
        report = health.report(parts or health.CHECKS)
        self.stdout.write(json.dumps(report))
        if not report["ok"]:
            raise SystemExit(1)
