"""`manage.py simulate`: print bot games, marked as simulated."""

import random
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import KINDS, simulate
from replays.management.reading import read_bytes


class Command(BaseCommand):
    """Simulate games and print their logs."""

    help = (
        "Let bots play games and print their logs as NDJSON. The same seed gives the same games. "
        "Every log is marked as simulated; statistics count such games separately."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the game, the number of games, the seed, the rules, the board and the output."""
        parser.add_argument("--game", choices=sorted(KINDS), default="goryo")
        parser.add_argument("--games", type=int, default=1, metavar="N")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument(
            "--ruleset",
            "--edition",
            dest="ruleset",
            metavar="R",
            help=(
                "rules, for example 2021-advanced; `all`: each in turn; default: the standard rules"
            ),
        )
        parser.add_argument(
            "--board", type=Path, metavar="FILE", help="a board as JSON (default: house-1)"
        )
        parser.add_argument(
            "--out", type=Path, metavar="FILE", help="write here instead of standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one game per line."""
        if options["games"] < 0:
            raise CommandError("--games is 0 or more.")
        board = read_bytes(options["board"]) if options["board"] else None
        kind = KINDS[options["game"]]
        ruleset = options["ruleset"] or kind.identity.default_ruleset
        rulesets = kind.identity.rulesets if ruleset == "all" else (ruleset,)
        with ExitStack() as stack:
            try:
                path = options["out"]
                out = stack.enter_context(path.open("w", encoding="utf-8")) if path else sys.stdout
            except OSError as error:
                raise CommandError(f"{path} cannot be written: {error.strerror}") from error
            for number in range(options["games"]):
                seed = f"{options['seed']}:{number}"
                ruleset = rulesets[number % len(rulesets)]
                try:
                    record = simulate(options["game"], ruleset, seed, random.Random(seed), board)  # noqa: S311 - games, not secrets
                except ValueError as error:
                    raise CommandError(str(error)) from error
                out.write(record.canonical() + "\n")
