"""`manage.py prove_balance`: test the model of balance on games with known effects."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.inference.report import report
from analytics.inference.simulated import WORLDS, World, recovered, uploaded
from analytics.inference.uploads import uploaders

MIN_PERCENT = 93


class Command(BaseCommand):
    """Fit simulated games with known effects and strengths, and count how often they are found."""

    help = (
        "Fit the model of balance to simulated games of known strengths, and print in how many "
        "runs the 95 % intervals contain the known effect and the known strengths. Then let only "
        "winners upload, and print in how many runs the bias is detected. Fails if an effect is "
        f"found in less than {MIN_PERCENT} % of the runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --runs and --seed."""
        parser.add_argument("--runs", type=int, default=400, metavar="N")
        parser.add_argument("--seed", type=int, default=2026, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line per world."""
        seeds = range(options["seed"], options["seed"] + options["runs"])
        if not seeds:
            raise CommandError("Nothing to run: --runs must be at least 1.")
        worst = 100.0
        for world in WORLDS:
            runs = list(recovered(world, seeds))
            effect = 100 * sum(run[0] for run in runs) / len(runs)
            strengths = 100 * sum(run[1] for run in runs) / sum(run[2] for run in runs)
            worst = min(worst, effect)
            self.stdout.write(
                f"{world.name} ({world.players} players, {world.games} games): effect in "
                f"{effect:.1f} % of {len(runs)} intervals, strengths in {strengths:.1f} %"
            )
        for share in (0.0, 0.5, 1.0):
            detected = sum(_verdict(WORLDS[0], seed, share) == "bias" for seed in seeds)
            self.stdout.write(
                f"uploads, {share:.0%} of the lost games not uploaded: bias detected in {detected} "
                f"of {len(seeds)} runs"
            )
        if worst < MIN_PERCENT:
            raise CommandError(f"An effect was found in only {worst:.1f} % of runs.", returncode=1)


def _verdict(world: World, seed: int, share: float) -> str:
    games = uploaded(world, seed, only_winners=share)
    sent_by, declared = uploaders(games)
    return str(report(games, sent_by, declared, ["first"])["uploads"]["verdict"])
