"""`manage.py template GAME [RULESET]`: a text log to be filled in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import KINDS, get_kind, write_template


class Command(BaseCommand):
    """Print a template of a text log."""

    help = "Print a text log of GAME to be filled in, for RULESET (without it: the default one)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the game and the ruleset."""
        parser.add_argument("game", choices=KINDS, metavar="GAME", help=", ".join(KINDS))
        parser.add_argument("ruleset", nargs="?", default="", metavar="RULESET")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the template."""
        identity = get_kind(options["game"]).identity
        ruleset = options["ruleset"] or identity.default_ruleset
        try:
            self.stdout.write(write_template(identity.slug, ruleset), ending="")
        except ValueError as error:
            raise CommandError(f"{error} Rulesets: {', '.join(identity.rulesets)}") from None
