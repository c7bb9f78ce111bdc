"""`manage.py rebuild_figure`: make a chart or a table of the site from open data alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.response import SimpleTemplateResponse
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from analytics.dumps.reading import Dump, NotADump, open_dump, other_versions
from analytics.requests.movers import AFTER, BEFORE
from analytics.services.rebuild import with_dumps
from games.registry import KINDS

HOST = "localhost"
ENDINGS = {"figure": "figure/", "table": "csv/", "json": ""}
"""The end of the API's path of each form of an answer."""
PLAYERS = "players"
RESULTS = ("ratings", "balance")
"""Answers about the results of players, who are in a dump's list of names."""
LEARNING = "learning"
MOVERS = "movers"
"""The changes between two dumps."""


class Command(BaseCommand):
    """Print a figure or a table, byte for byte as the API of the site returns it."""

    help = (
        "Count the games of a dump again and print a chart of them as the JSON of a Plotly figure, "
        "or a table as CSV or JSON, byte for byte as the API returns it for the snapshot of that "
        "name. Needs a migrated database and does not change it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the dump, the question, the theme and --facts."""
        parser.add_argument(
            "--dump",
            type=Path,
            required=True,
            action="append",
            help="the folder of a dump; twice for the changes between two dumps",
        )
        parser.add_argument(
            "--question",
            required=True,
            help="as in a chart's caption: 'goryo/roles/?by=edition&simulated=yes', "
            "'goryo/movers/' or 'players/<handle>/?kind=goryo'",
        )
        parser.add_argument("--theme", default="light", help="light or dark")
        parser.add_argument(
            "--facts",
            action="store_true",
            help="use the dump's table of facts instead of replaying its logs (faster); for "
            "players and learning curves the logs are replayed in any case",
        )
        parser.add_argument(
            "--as",
            dest="form",
            choices=sorted(ENDINGS),
            help="what to print: a figure, a table (CSV) or json; by default a figure, of answers "
            "without a figure a table",
        )
        parser.add_argument("--host", default=HOST, help="the site's host in addresses of json")

    def handle(
        self,
        *args: Any,
        dump: list[Path],
        question: str,
        theme: str,
        facts: bool,
        form: str | None,
        host: str,
        **options: Any,
    ) -> None:
        """Print the answer. Fails if a dump or the question is invalid."""
        try:
            dumps = sorted(map(open_dump, dump), key=_made_at)
        except NotADump as error:
            raise CommandError(str(error)) from error
        path, params = parse_question(question)
        first, _, rest = path.partition("/")
        kinds = _kinds_of(first, dumps)
        if len(dumps) != (needed := 2 if rest == MOVERS else 1):
            raise CommandError(f"{path} needs {needed} --dump, not {len(dumps)}.")
        for difference in (each for one in dumps for each in other_versions(one)):
            self.stderr.write(f"The figure may differ from the site's: {difference}.")
        url = f"/api/v1/{path}/" if first == PLAYERS else f"/api/v1/stats/{path}/"
        form = form or ("figure" if _exists(f"{url}{ENDINGS['figure']}") else "table")
        given = {"theme": theme} if form == "figure" else {}

        def read(names: Sequence[str]) -> bytes:
            states = dict(zip((BEFORE, AFTER), names, strict=False))
            snapshot = {**states, **params} if rest == MOVERS else {**params, "snapshot": names[0]}
            return answer_body(f"{url}{ENDINGS[form]}", {**snapshot, **given}, host)

        body = with_dumps(
            dumps,
            kinds,
            read,
            replayed=not facts,
            has_cells=first != PLAYERS,
            has_players=first == PLAYERS or rest in RESULTS,
            has_learning=rest == LEARNING,
        )
        self.stdout.write(body.decode("utf-8"), ending="")


def _made_at(dump: Dump) -> tuple[str, str]:
    return dump.manifest["made_at"], dump.manifest["name"]


def _kinds_of(first: str, dumps: Sequence[Dump]) -> list[str]:
    """Return the kinds of games that a question is about, by the first part of its path."""
    for dump in dumps:
        if first != PLAYERS and (first not in KINDS or first not in dump.kinds):
            raise CommandError(f"The dump has no games of {first!r}: {', '.join(dump.kinds)}.")
    if first != PLAYERS:
        return [first]
    return [kind for kind in dumps[0].kinds if kind in KINDS]


def _exists(url: str) -> bool:
    try:
        resolve(url)
    except Resolver404:
        return False
    return True


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
