"""`manage.py rebuild_figure`: make a chart or a table of the site from open data alone."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.response import SimpleTemplateResponse
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from analytics.dumps.reading import NotADump, open_dump, other_versions
from analytics.services.rebuild import with_dump
from games.registry import KINDS

HOST = "localhost"
ENDINGS = {"figure": "figure/", "table": "csv/", "json": ""}
"""The end of the API's path of each form of an answer."""
TABLES = ("ratings", "balance")
"""Answers without a figure; they need the players of a dump."""


class Command(BaseCommand):
    """Print a figure or a table, byte for byte as the API of the site returns it."""

    help = (
        "Count the games of a dump again and print a chart of them as the JSON of a Plotly figure, "
        "or a table as CSV or JSON, byte for byte as the API returns it for the snapshot of that "
        "name. Needs a migrated database and does not change it."
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

        parser.add_argument(
            "--as",
            dest="form",
            choices=sorted(ENDINGS),
            help="what to print: a figure, a table (CSV) or json; of ratings and balance always a "
            "table, unless json",
        )
        parser.add_argument("--host", default=HOST, help="the site's host in addresses of json")

    def handle(
        self,
        *args: Any,
        dump: Path,
        question: str,
        theme: str,
        facts: bool,
        form: str | None,
        host: str,
        **options: Any,
    ) -> None:
        """Print the answer. Fails if the dump or the question is invalid."""
        try:
            opened = open_dump(dump)
        except NotADump as error:
            raise CommandError(str(error)) from error
        path, params = parse_question(question)
        kind, _, rest = path.partition("/")
        has_players = rest in TABLES
        form = form or ("table" if has_players else "figure")
        if kind not in KINDS or kind not in opened.kinds:
            raise CommandError(f"The dump has no games of {kind!r}: {', '.join(opened.kinds)}.")
        for difference in other_versions(opened):
            self.stderr.write(f"The figure may differ from the site's: {difference}.")

        def read(snapshot: str) -> bytes:
            given = {"theme": theme} if form == "figure" else {}
            url = f"/api/v1/stats/{path}/{ENDINGS[form]}"
            return answer_body(url, {**params, **given, "snapshot": snapshot}, host)

        body = with_dump(opened, kind, read, replayed=not facts, has_players=has_players)
        self.stdout.write(body.decode("utf-8"), ending="")


def parse_question(question: str) -> tuple[str, dict[str, str]]:
    """Return the path and the parameters of a chart."""
    parts = urlsplit(question)
    params = dict(parse_qsl(parts.query, keep_blank_values=True))
    params.pop("snapshot", None)
    return parts.path.strip("/"), params


def figure_body(path: str, params: dict[str, str]) -> bytes:
    """Return the body of the API's answer about a figure. Raises CommandError with its error
    message.
    """
    return answer_body(f"/api/v1/stats/{path}/figure/", params)


def answer_body(url: str, params: dict[str, str], host: str = HOST) -> bytes:
    """Return the body of an answer of the API. Raises CommandError with its error message."""
    request = RequestFactory(SERVER_NAME=host).get(url, params)
    try:
        view, args, kwargs = resolve(url)
    except Resolver404 as error:
        raise CommandError(f"There is no chart or table {url}") from error
    response = view(request, *args, **kwargs)
    if isinstance(response, SimpleTemplateResponse):
        response = response.render()
    if response.status_code != 200:
        raise CommandError(f"Invalid question: {response.content.decode('utf-8')}")
    return bytes(response.content)
