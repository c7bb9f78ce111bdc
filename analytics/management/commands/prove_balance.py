"""`manage.py prove_balance`: test the model of balance and ratings on simulated worlds."""

from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from analytics.results_model.acceptance import CHECKS
from analytics.results_model.forecasts import WORLDS as FORECASTS
from analytics.results_model.forecasts import compare
from analytics.results_model.last_run import Rate, Run, store_last_run


class Command(BaseCommand):
    """Fit simulated games whose truth is known, and count how often the model finds it."""

    help = (
        "Fit the model of balance and ratings to simulated games whose truth is known, and print "
        "how often intervals contain it, how often verdicts are false, and how often groups are "
        "identified. Fails if the 99 % interval of a rate excludes the wanted range."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --runs, --seed, --world and --write."""
        parser.add_argument(
            "--runs", type=int, default=200, metavar="N", help="20 for a quick look"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S")
        parser.add_argument(
            "--world", default="", metavar="TEXT", help="only worlds whose name contains it"
        )
        parser.add_argument(
            "--write",
            action="store_true",
            help="store the results of these worlds for the page of definitions",
        )

    def handle(
        self, *args: Any, runs: int, seed: int, world: str, write: bool, **options: Any
    ) -> None:
        """Print a line per rate."""
        if runs < 1:
            raise CommandError("Nothing to run: --runs must be at least 1.")
        chosen = {name: check for name, check in CHECKS.items() if world in name}
        forecasts = [name for name in FORECASTS if world in name]
        if not chosen and not forecasts:
            names = ", ".join((*CHECKS, *FORECASTS))
            raise CommandError(f"No world is called {world!r}: {names}.")
        if forecasts and find_spec("openskill") is None:
            raise CommandError("The comparison needs OpenSkill: install requirements-dev.txt.")
        run, order = Run(f"{timezone.now():%Y-%m-%d}", runs, seed), (*CHECKS, *FORECASTS)
        missed = 0
        for name, check in chosen.items():
            rates = list(check(seed, runs))
            for rate in rates:
                missed += rate.is_missed
                self.stdout.write(_line(rate))
            if write:  # after each world, as all of them take hours
                store_last_run(run, {name: rates}, (), order)
        for name in forecasts:
            comparison = compare(name, seed, runs)
            missed += comparison.is_missed
            self.stdout.write(comparison.line)
            if write:
                store_last_run(run, {}, [comparison], order)
        if missed:
            raise CommandError(f"{missed} rates are outside the wanted range.", returncode=1)


def _line(rate: Rate) -> str:
    low, high = rate.interval
    share = f"{rate.k / rate.n:.3f}" if rate.n else "–"
    return (
        f"{'MISS' if rate.is_missed else 'ok  '}  {rate.world:<38}  {rate.name:<24}  "
        f"{rate.k:>5} of {rate.n:<5} {share:<6} [{low:.3f}, {high:.3f}]  "
        f"wanted {rate.low:g} to {rate.high:g}"
    )
