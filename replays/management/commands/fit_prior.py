"""`manage.py fit_prior`: how people plan in Goryō, fitted on games of one ruleset and board each,
as a file that assessments read.
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
from games.goryo.assessment import Prior, fit, plain_priors
from games.registry import judge, read_replay
from replays.management.reading import read_bytes
from replays.reads import games as game_reads

GAME = "goryo"
GROUP = ("edition", "mode", "board_digest")


class Command(BaseCommand):
    """Fit priors and print them."""

    help = (
        "Fit a prior over plans for every ruleset and board of which there are finished games of "
        "people, and print them as JSON. The same games give the same file. Where there are too "
        "few plans, or the fit is no better than uniform, the prior has no weights and says why."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files instead of the database, simulated games instead of people's, and where to."""
        parser.add_argument(
            "--logs", type=Path, nargs="+", metavar="FILE", help="fit on these logs instead"
        )
        parser.add_argument(
            "--simulated",
            action="store_true",
            help="fit on simulated games instead of people's; the prior says so",
        )
        parser.add_argument(
            "--out", type=Path, metavar="FILE", help="write here instead of standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one prior for each ruleset and board."""
        simulated = options["simulated"]
        groups = _in_logs(options["logs"], simulated) if options["logs"] else _kept(simulated)
        priors = [fit(replays) for replays in groups]
        text = json.dumps(plain_priors(priors), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        for prior in priors:
            self.stderr.write(_told(prior))
        if options["out"] is None:
            sys.stdout.write(text)
            return
        try:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror}") from error


def _told(prior: Prior) -> str:
    return f"{prior.ruleset}, board {str(prior.board)[:12]}: {prior.words}"


def _kept(simulated: bool) -> Iterator[Iterable[Replay]]:
    """The finished games of the keep, a group at a time."""
    games = game_reads.visible_games().filter(kind=GAME, is_finished=True, is_simulated=simulated)
    for key in games.values_list(*GROUP).distinct().order_by(*GROUP):
        chosen = games.filter(**dict(zip(GROUP, key, strict=True))).order_by("digest")
        logs = chosen.values_list("canonical", flat=True)
        yield (read_replay(canonical) for canonical in logs.iterator(chunk_size=200))


def _in_logs(paths: list[Path], simulated: bool) -> Iterator[Iterable[Replay]]:
    """The finished games of files, each once, a group at a time; refused ones are left out."""
    found = {
        replay.record.digest: replay
        for path in paths
        for judged in judge(read_bytes(path))
        if (replay := judged.replay) is not None and not judged.findings
        if replay.record.kind == GAME and replay.is_over and replay.record.simulated is simulated
    }
    ordered = sorted(found.values(), key=_group)
    for _, group in groupby(ordered, key=_group):
        yield group


def _group(replay: Replay) -> tuple[str, str]:
    setup = replay.record.setup
    return setup.ruleset.name, setup.board.digest
