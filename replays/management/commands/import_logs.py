"""`manage.py import_logs PATH…`: bring many logs in, from files, folders and archives."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from games.core.plural import count_noun
from replays import services
from replays.management.import_report import Report
from replays.models import Upload
from replays.reads import games as game_reads
from replays.services import Reading, TooLarge, UploadFault

SUFFIXES = {".json", ".jsonl", ".ndjson", ".txt", ".log", ".gz", ".zip"}


class Command(BaseCommand):
    """Reads logs in; may be stopped and run again at any time: nothing is read twice, nothing
    stored twice.
    """

    help = (
        "Import logs from files, folders and archives. Stop it and run it again as you like: "
        "what was read is not read again. Exit status 1 if anything was refused or failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths, and who reads."""
        parser.add_argument(
            "paths", nargs="+", type=Path, metavar="PATH", help="a file or a folder"
        )
        who = parser.add_mutually_exclusive_group()
        who.add_argument("--now", action="store_true", help="read here and wait (default)")
        who.add_argument("--queue", action="store_true", help="leave the reading to the workers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import everything, then print what became of it."""
        files = list(files_under(options["paths"]))
        reading = Reading.QUEUED if options["queue"] else Reading.NOW
        report = Report()
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            DownloadColumn(),
            TimeRemainingColumn(),
        )
        hidden = not console.is_terminal  # else a blank line is left in what others print
        with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
            bar = progress.add_task("Importing", total=sum(file.stat().st_size for file in files))
            for file in files:
                self._bring(file, reading, report, progress, bar)
        for line in report.lines():
            self.stdout.write(line)
        if report.has_failed:
            raise SystemExit(1)

    def _bring(
        self, file: Path, reading: Reading, report: Report, progress: Progress, bar: Any
    ) -> None:
        def heard(position: int) -> None:
            progress.update(bar, description=f"{file.name}: {count_noun(position, 'game')}")

        progress.update(bar, description=file.name)
        data = file.read_bytes()
        try:
            upload, was_here = services.submit_once(
                data, filename=file.name, reading=reading, heard=heard
            )
        except TooLarge as error:
            report.could_not_read(str(file), str(error))
        except UploadFault as fault:
            report.could_not_read(
                str(file), f"a fault of ours, id {fault.fault_id}; run this again to try on"
            )
        else:
            report.add(str(file), upload, was_here, refusals_of(upload))
        progress.update(bar, advance=len(data))


def files_under(paths: list[Path]) -> Iterator[Path]:
    """The files named, and those in folders that look like logs, in a fixed order. Raises
    CommandError for a path that is not.
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


def refusals_of(upload: Upload) -> Iterator[Any]:
    """The refused items of an upload, page by page."""
    if upload.n_refused == 0:
        return
    after = -1
    while items := game_reads.refused_items(upload, after=after, limit=100):
        yield from items
        after = items[-1].position
