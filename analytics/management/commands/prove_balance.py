"""`manage.py prove_balance`: how often the model of balance finds what is known."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analytics.inference.report import report
from analytics.inference.simulated import WORLDS, World, recovered, uploaded
from analytics.inference.uploads import uploaders

LEAST = 93


class Command(BaseCommand):
    """Play simulated worlds with a known role effect and known strengths, and count."""

    help = (
        "Fit the model of balance to made-up games of known strengths, and say in how many "
        "runs the known effect lies in its 95 % interval, and how many of the strengths in "
        "theirs; then let only winners upload, and say in how many runs the panel sees it. Fails "
        f"where an effect is found in less than {LEAST} %."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How many runs, from which seed on."""
        parser.add_argument("--runs", type=int, default=400, metavar="N")
        parser.add_argument("--seed", type=int, default=2026, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line a world."""
        seeds = range(options["seed"], options["seed"] + options["runs"])
        if not seeds:
            raise CommandError("Nothing to run: --runs is at least 1.")
        worst = 100.0
        for world in WORLDS:
            runs = list(recovered(world, seeds))
            found = 100 * sum(run[0] for run in runs) / len(runs)
            strengths = 100 * sum(run[1] for run in runs) / sum(run[2] for run in runs)
            worst = min(worst, found)
            self.stdout.write(
                f"{world.name} ({world.players} players, {world.games} games): effect in "
                f"{found:.1f} % of {len(runs)} intervals, strengths in {strengths:.1f} %"
            )
        for share in (0.0, 0.5, 1.0):
            seen = sum(_verdict(WORLDS[0], seed, share) == "bias" for seed in seeds)
            self.stdout.write(
                f"uploads, {share:.0%} of the lost games kept back: bias seen in {seen} of "
                f"{len(seeds)} runs"
            )
        if worst < LEAST:
            raise CommandError(f"An effect was found in {worst:.1f} % only.", returncode=1)


def _verdict(world: World, seed: int, share: float) -> str:
    games = uploaded(world, seed, only_winners=share)
    sent_by, declared = uploaders(games)
    return str(report(games, sent_by, declared, ["first"])["uploads"]["verdict"])
