"""`manage.py rebuild_figure`: make a chart of the site from open data alone."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from analytics.dumps.reading import NotADump, open_dump, other_versions
from analytics.services.rebuild import with_dump
from games.registry import KINDS

HOST = "localhost"


class Command(BaseCommand):
    """Print the JSON of a figure, byte for byte as the API of the site returns it."""

    help = (
        "Count the games of a dump again and print a chart of them as the JSON of a Plotly figure, "
        "byte for byte as the API returns it for the snapshot of that name. Needs a migrated "
        "database and does not change it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the dump, the question, the theme and --facts."""
        parser.add_argument("--dump", type=Path, required=True, help="the folder of a dump")
        parser.add_argument(
            "--question",
            required=True,
            help="as in a chart's caption: 'goryo/roles/?by=edition&simulated=yes'",
        )
        parser.add_argument("--theme", default="light", help="light or dark")
        parser.add_argument(
            "--facts",
            action="store_true",
            help="use the dump's table of facts instead of replaying its logs (faster)",
        )

    def handle(
        self, *args: Any, dump: Path, question: str, theme: str, facts: bool, **options: Any
    ) -> None:
        """Print the figure. Fails if the dump or the question is invalid."""
        try:
            opened = open_dump(dump)
        except NotADump as error:
            raise CommandError(str(error)) from error
        path, params = parse_question(question)
        kind = path.split("/")[0]
        if kind not in KINDS or kind not in opened.kinds:
            raise CommandError(f"The dump has no games of {kind!r}: {', '.join(opened.kinds)}.")
        for difference in other_versions(opened):
            self.stderr.write(f"The figure may differ from the site's: {difference}.")

        def read(snapshot: str) -> bytes:
            return figure_body(path, {**params, "theme": theme, "snapshot": snapshot})

        body = with_dump(opened, kind, read, replayed=not facts)
        self.stdout.write(body.decode("utf-8"), ending="")


def parse_question(question: str) -> tuple[str, dict[str, str]]:
    """Return the path and the parameters of a chart."""
    parts = urlsplit(question)
    params = dict(parse_qsl(parts.query, keep_blank_values=True))
    params.pop("snapshot", None)
    return parts.path.strip("/"), params


def figure_body(path: str, params: dict[str, str]) -> bytes:
    """Return the body of the API's answer. Raises CommandError with its error message."""
    url = f"/api/v1/stats/{path}/figure/"
    request = RequestFactory(SERVER_NAME=HOST).get(url, params)
    try:
        view, args, kwargs = resolve(url)
    except Resolver404 as error:
        raise CommandError(f"There is no chart {path!r}.") from error
    response = view(request, *args, **kwargs).render()
    if response.status_code != 200:
        raise CommandError(f"Invalid question: {response.content.decode('utf-8')}")
    return bytes(response.content)
