"""`manage.py health`: what `/healthz` says, for those who watch a machine from inside."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from goryo_site.runtime import health


class Command(BaseCommand):
    """Prints the report as JSON."""

    help = "Whether database, broker and beat are there, as JSON; exit status 1 if one is not."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which parts."""
        parser.add_argument("parts", nargs="*", choices=[*health.CHECKS, []], metavar="PART")

    def handle(self, *args: Any, parts: list[str], **options: Any) -> None:
        """Look, and print."""
        report = health.report(tuple(parts) or tuple(health.CHECKS))
        self.stdout.write(json.dumps(report))
        if not report["ok"]:
            raise SystemExit(1)
