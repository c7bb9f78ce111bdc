"""`manage.py rebuild_figure`: a chart of the site, from open data alone."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from analytics import services
from analytics.dumps.reading import NotADump, open_dump, other_versions
from games.registry import KINDS

HOST = "localhost"


class Command(BaseCommand):
    """Prints the figure's JSON: byte for byte what the site's API gives for that snapshot."""

    help = (
        "Count a dump's games again and print one chart of them as the JSON of a Plotly figure, "
        "byte for byte as the site's API has it for the snapshot of that name. Needs a migrated "
        "database, and changes nothing in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the dump, the question and how to answer it."""
        parser.add_argument("--dump", type=Path, required=True, help="the folder of a dump")
        parser.add_argument(
            "--question",
            required=True,
            help="as a chart's caption has it: 'goryo/roles/?by=edition&simulated=yes'",
        )
        parser.add_argument("--theme", default="light", help="light or dark")
        parser.add_argument(
            "--facts",
            action="store_true",
            help="trust the dump's table of facts instead of replaying its logs (faster)",
        )

    def handle(
        self, *args: Any, dump: Path, question: str, theme: str, facts: bool, **options: Any
    ) -> None:
        """Print the figure. Fails where the dump or the question is none."""
        try:
            there = open_dump(dump)
        except NotADump as error:
            raise CommandError(str(error)) from error
        path, words = _asked(question)
        kind = path.split("/")[0]
        if kind not in KINDS or kind not in there.kinds:
            raise CommandError(f"The dump has no games of {kind!r}: {', '.join(there.kinds)}.")
        for told in other_versions(there):
            self.stderr.write(f"The figure may differ from the site's: {told}.")

        def ask(snapshot: str) -> bytes:
            return _figure(path, {**words, "theme": theme, "snapshot": snapshot})

        body = services.with_dump(there, kind, ask, replayed=not facts)
        self.stdout.write(body.decode("utf-8"), ending="")


def _asked(question: str) -> tuple[str, dict[str, str]]:
    parts = urlsplit(question)
    words = dict(parse_qsl(parts.query, keep_blank_values=True))
    return parts.path.strip("/"), {k: v for k, v in words.items() if k != "snapshot"}


def _figure(path: str, words: dict[str, str]) -> bytes:
    """The body of the API's answer. Raises CommandError with what it says is wrong."""
    address = f"/api/v1/stats/{path}/figure/"
    request = RequestFactory(SERVER_NAME=HOST).get(address, words)
    try:
        view, args, kwargs = resolve(address)
    except Resolver404 as error:
        raise CommandError(f"There is no chart {path!r}.") from error
    response = view(request, *args, **kwargs)
    if response.status_code != 200:
        response.render()
        raise CommandError(f"This can't be asked: {response.content.decode('utf-8')}")
    response.render()
    return bytes(response.content)
