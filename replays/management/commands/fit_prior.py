"""`manage.py fit_prior`: fit how people play in a game with hidden information, on games of one
ruleset and board each, and write the file that assessments read.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.replay import Replay
from games.registry import KINDS, judge, read_replay
from replays.management.reading import read_bytes
from replays.reads import games as game_reads

GROUP = ("edition", "mode", "board_digest")


class Command(BaseCommand):
    """Fit priors and print them."""

    help = (
        "Fit a prior for every ruleset and board with finished human games, and print them as "
        "JSON. The same games give the same file. If there is too little data, or the fit is no "
        "better than equal odds, the prior has no weights and contains the reason."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the game, the source of its games, and the output file."""
        games = [slug for slug, kind in KINDS.items() if kind.display.fitting is not None]
        parser.add_argument(
            "--game", choices=games, default=games[0], help="the game (default: %(default)s)"
        )
        parser.add_argument(
            "--logs", type=Path, nargs="+", metavar="FILE", help="fit on these logs instead"
        )
        parser.add_argument(
            "--simulated",
            action="store_true",
            help="fit on bot games instead of human games; the prior is marked as such",
        )
        parser.add_argument(
            "--out", type=Path, metavar="FILE", help="write to this file instead of standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one prior per ruleset and board."""
        game, simulated = options["game"], options["simulated"]
        fitting = KINDS[game].display.fitting
        if fitting is None:
            raise CommandError(f"{KINDS[game].title} has no priors to fit.")
        logs = options["logs"]
        groups = _in_logs(game, logs, simulated) if logs else _stored(game, simulated)
        priors = [fitting.fit(replays) for replays in groups]
        plain = fitting.priors_to_json(priors)
        text = json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        for p in priors:
            self.stderr.write(f"{p.ruleset}, board {str(p.board)[:12]}: {p.description}")
        if options["out"] is None:
            sys.stdout.write(text)
            return
        try:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror}") from error


def _stored(game: str, simulated: bool) -> Iterator[Iterable[Replay]]:
    """Return the finished games of the site by ruleset and board."""
    games = game_reads.visible_games().filter(kind=game, is_finished=True, is_simulated=simulated)
    for key in games.values_list(*GROUP).distinct().order_by(*GROUP):
        chosen = games.filter(**dict(zip(GROUP, key, strict=True))).order_by("digest")
        logs = chosen.values_list("canonical", flat=True)
        yield (read_replay(canonical) for canonical in logs.iterator(chunk_size=200))


def _in_logs(game: str, paths: list[Path], simulated: bool) -> Iterator[Iterable[Replay]]:
    """Return the accepted finished games of files, each once, by ruleset and board."""
    replays = {
        replay.record.digest: replay
        for path in paths
        for judged in judge(read_bytes(path))
        if (replay := judged.replay) is not None and not judged.findings
        if replay.record.kind == game and replay.is_over and replay.record.simulated is simulated
    }
    ordered = sorted(replays.values(), key=_group)
    for _, group in groupby(ordered, key=_group):
        yield group


def _group(replay: Replay) -> tuple[str, str]:
    setup = replay.record.setup
    return setup.ruleset.name, setup.board.digest
