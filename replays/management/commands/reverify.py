"""`manage.py reverify`: replay every stored game with the current engine."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from games.core.plural import count_noun
from replays import services
from replays.management.progress import progress_bar
from replays.models import Game, Verification
from replays.services.reverify import Reading


class Command(BaseCommand):
    """Replays all games in batches. It can be stopped and continued at any time."""

    help = (
        "Replay every stored game with the current engine and report each that ends differently "
        "(result, legality, number of events, digest). A refused game is marked, stays stored, and "
        "is excluded from statistics. You can stop the command and continue it later. "
        "Exit status 1: some game ends differently."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --fresh and --adopt."""
        parser.add_argument(
            "--fresh", action="store_true", help="start again instead of continuing"
        )
        parser.add_argument(
            "--adopt",
            action="store_true",
            help="write new results into the games; the verdicts keep the old ones",
        )

    def handle(self, *args: Any, fresh: bool, adopt: bool, **options: Any) -> None:
        """Verify all games; print a line for each that ends differently, then the totals."""
        walk = services.begin_verification(fresh=fresh)
        if walk.n_games:
            self.stdout.write(f"Continuing after {count_noun(walk.n_games, 'game')}.")
        columns = (TextColumn("Replaying"), BarColumn(), MofNCompleteColumn())
        with progress_bar(*columns) as progress:
            bar = progress.add_task("", total=Game.objects.count(), completed=walk.n_games)
            try:
                for different in services.verify_games(walk, adopt=adopt):
                    for reading in different:
                        self.stdout.write(_line(reading))
                    progress.update(bar, completed=walk.n_games)
            except KeyboardInterrupt:
                self.stdout.write(f"Stopped after {walk.n_games}; repeat the command to continue.")
                raise SystemExit(130) from None
        self.stdout.write(_totals(walk))
        if not walk.is_clean:
            raise SystemExit(1)


def _line(reading: Reading) -> str:
    game = reading.game
    if reading.finding is not None:
        event = reading.finding.get("event")
        place = "" if event is None else f" at event {event + 1}"
        what = f"refused{place} ({reading.finding['message']})"
    else:
        what = ", ".join(f"{d['what']} {d['stored']} → {d['found']}" for d in reading.differences)
    return (
        f"{game.kind} {game.public_id}: {what} "
        f"[engine {game.engine_version} → {reading.engine_version}]"
    )


def _totals(walk: Verification) -> str:
    engines = ", ".join(f"{kind} {version}" for kind, version in sorted(walk.versions.items()))
    return (
        f"{count_noun(walk.n_games, 'game')} replayed (engines: {engines}): "
        f"{walk.n_otherwise} end differently, {walk.n_refused} are refused."
    )
