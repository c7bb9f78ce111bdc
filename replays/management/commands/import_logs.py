"""`manage.py import_logs PATH…`: import many logs from files, folders and archives."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from games.core.plural import count_noun
from replays import services
from replays.management.import_report import REFUSALS_SHOWN, Report
from replays.management.progress import progress_bar
from replays.models import Statistics, Visibility
from replays.reads import games as game_reads
from replays.services import Reading, Refusal, TooLarge, UploadFault

SUFFIXES = {".json", ".jsonl", ".ndjson", ".txt", ".log", ".gz", ".zip"}


class Command(BaseCommand):
    """Imports logs. It can be stopped and repeated: nothing is read or stored twice."""

    help = (
        "Import logs from files, folders and archives. You can stop and repeat it at any time: "
        "files are not read twice. Exit status 1 if anything was refused or failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the paths, and the choice between reading now and queueing."""
        parser.add_argument(
            "paths", nargs="+", type=Path, metavar="PATH", help="a file or a folder"
        )
        parser.add_argument(
            "--examples",
            action="store_true",
            help="mark the games as worked examples, which no statistics count; implies --now",
        )
        parser.add_argument(
            "--visibility",
            choices=Visibility.values,
            default=Visibility.PUBLIC,
            help="who can see the new games; private ones only the staff (default: public)",
        )
        parser.add_argument(
            "--public-from",
            metavar="TIME",
            help="with --visibility private: when they become public, such as 2027-01-31T18:00Z",
        )
        parser.add_argument(
            "--statistics",
            choices=Statistics.values,
            default=Statistics.YES,
            help="how statistics count the new games: yes; rates: not for players by name; no",
        )
        who = parser.add_mutually_exclusive_group()
        who.add_argument(
            "--now", action="store_true", help="read in this process and wait (default)"
        )
        who.add_argument("--queue", action="store_true", help="let the workers read them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import everything, then print a report."""
        files = list(files_under(options["paths"]))
        is_queued = options["queue"] and not options["examples"]
        reading = Reading.QUEUED if is_queued else Reading.NOW
        self._are_examples = options["examples"]
        try:
            self._audience = services.parse_audience(
                options["visibility"], options["public_from"], options["statistics"]
            )
        except Refusal as error:
            raise CommandError(str(error)) from error
        report = Report()
        description = TextColumn("{task.description}", markup=False)
        with progress_bar(description, BarColumn(), DownloadColumn()) as progress:
            bar = progress.add_task("Importing", total=sum(file.stat().st_size for file in files))
            for file in files:
                self._import(file, reading, report, progress, bar)
        for line in report.lines():
            self.stdout.write(line)
        if report.n_rejected or report.failures:
            raise SystemExit(1)

    def _import(
        self, file: Path, reading: Reading, report: Report, progress: Progress, bar: Any
    ) -> None:
        def on_progress(position: int) -> None:
            progress.update(bar, description=f"{file.name}: {count_noun(position, 'game')}")

        progress.update(bar, description=file.name)
        data = file.read_bytes()
        try:
            upload, was_here = services.submit_once(
                data,
                filename=file.name,
                reading=reading,
                audience=self._audience,
                on_progress=on_progress,
            )
        except TooLarge as error:
            report.could_not_read(str(file), str(error))
        except UploadFault as fault:
            why = f"internal error {fault.fault_id}; repeat the command to retry"
            report.could_not_read(str(file), why)
        else:
            if self._are_examples:
                services.mark_examples(list(upload.games.values_list("pk", flat=True)))
            refused = game_reads.refused_items(upload, REFUSALS_SHOWN)
            report.add(str(file), upload, was_here, refused)
        progress.update(bar, advance=len(data))


def files_under(paths: list[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders with a suffix of logs, in a fixed order. Raises
    CommandError for a missing path.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(
                p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in SUFFIXES
            )
        elif path.is_file():
            yield path
        else:
            raise CommandError(f"There is no file or folder {path}")
