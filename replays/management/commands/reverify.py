"""`manage.py reverify`: every stored game, replayed by the engine as it is now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.core.plural import count_noun
from replays import services
from replays.models import Game, Verification
from replays.services.reverify import Reading


class Command(BaseCommand):
    """Replays all games, a batch at a time; may be stopped and run again at any time."""

    help = (
        "Replay every stored game with the present engine and report each that ends otherwise "
        "(result, legality, number of events, digest). A game whose log is refused is marked, "
        "kept, and in no number. Stop it and run it again as you like: it goes on where it was. "
        "Exit status 1: some game comes out otherwise."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --fresh and --adopt."""
        parser.add_argument(
            "--fresh", action="store_true", help="begin anew instead of going on where it was"
        )
        parser.add_argument(
            "--adopt",
            action="store_true",
            help="take new results over into the games; what stood there is kept beside them",
        )

    def handle(self, *args: Any, fresh: bool, adopt: bool, **options: Any) -> None:
        """Walk to the end; a line for each game that comes out otherwise, then the totals."""
        walk = services.begin_verification(fresh=fresh)
        if walk.n_games:
            self.stdout.write(f"Going on after {count_noun(walk.n_games, 'game')}.")
        console = Console(stderr=True)
        columns = (TextColumn("Replaying"), BarColumn(), MofNCompleteColumn())
        hidden = not console.is_terminal
        with Progress(
            *columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden
        ) as progress:
            bar = progress.add_task("", total=Game.objects.count(), completed=walk.n_games)
            try:
                for otherwise in services.verify_games(walk, adopt=adopt):
                    for reading in otherwise:
                        self.stdout.write(_line(reading))
                    progress.update(bar, completed=walk.n_games)
            except KeyboardInterrupt:
                self.stdout.write(f"Stopped after {walk.n_games}; run it again to go on.")
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
        f"{walk.n_otherwise} come out otherwise, {walk.n_refused} are refused."
    )
