"""Control characters in addresses are client errors, on every database and at every route."""

from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from analytics import services as stats_services
from replays.models import Game
from replays.text.names import handle_of, name_key
from tests.support.deep import IS_DEEP, TENTH
from tests.support.pages import get
from tests.unit.replays.logs import as_json, json_log, submit

pytestmark = pytest.mark.django_db
BAD = ("\0", "a\0b", "\x01", "\x1f", "\x7f", "\x85")


def routes(patterns: Any, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield all addresses of the site, with their arguments in angle brackets."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if "admin" not in str(pattern.pattern):
                yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern), pattern


ROUTES = [
    (route, pattern)
    for route, pattern in routes(get_resolver().url_patterns)
    if "^" not in route and "(" not in route
]


@pytest.fixture(scope="module")
def values(module_db: None) -> dict[str, str]:
    """Store and count a game; return valid values for the arguments of routes."""
    submit(as_json(json_log()))
    game = Game.objects.get()
    stats_services.count_games([game.pk])
    return {
        "public_id": game.public_id,
        "handle": handle_of(name_key("Jane")),
        "kind": "goryo",
        "slug": "goryo",
        "rule": "2.1",
        "metric": "wins-first",
        "step": "1",
        "form": "json",
        "file": "manifest.json",
        "name": "x",
    }


def address(route: str, values: dict[str, str], bad: str = "", argument: str = "") -> str:
    """Return the address of a route, with a bad value for one of its arguments."""
    for part in route.split("<")[1:]:
        converter = part.partition(">")[0]
        name = converter.rpartition(":")[2]
        value = quote(bad) if name == argument else values.get(name, "1")
        route = route.replace(f"<{converter}>", value, 1)
    return f"/{route}"


@pytest.mark.parametrize("bad", BAD)
def test_control_characters_are_client_errors(
    client: Client, values: dict[str, str], bad: str
) -> None:
    """NUL at every route; of the others one at each route, which changes with the date."""
    client.raise_request_exception = False
    wrong, number = [], BAD.index(bad)
    for at, (route, pattern) in enumerate(ROUTES):
        if not (IS_DEEP or number == 0 or number == 1 + (at + TENTH) % (len(BAD) - 1)):
            continue
        urls = [(address(route, values, bad, name), 404) for name in pattern.pattern.converters]
        urls.append((f"{address(route, values)}?{quote(bad)}=1", 400))
        urls.append((f"{address(route, values)}?cursor=1&node={quote(bad)}", 400))
        found = [(client.get(url).status_code, expected, url) for url, expected in urls]
        wrong += [row for row in found if row[0] != row[1]]
    assert wrong == []


def test_the_answer_says_what_is_wrong(client: Client) -> None:
    assert b"contains a control character" in client.get("/games/?player=%00").content
    assert "contiene un carattere di controllo" in client.get("/it/?a=%01").content.decode()
    error = client.get("/api/v1/games/?player=%00").json()["error"]
    assert error["code"] == "control_character"
    get(client, "/static/%00", 404)
    for text in ("a%0Ab%09", "１", "%EF%BC%91", "ü"):
        assert client.get(f"/games/?player={text}").status_code in (200, 302)


def test_cursors_of_links_are_accepted(client: Client, values: dict[str, str]) -> None:
    submit(as_json(json_log(event="another")))
    first = client.get("/api/v1/games/?limit=1").json()
    second = client.get(first["next"]).json()
    assert len(first["games"]) == len(second["games"]) == 1
    assert client.get(second["previous"]).json()["games"] == first["games"]


def test_addresses_that_were_faults_on_postgresql(client: Client, values: dict[str, str]) -> None:
    for path, query in product(("routes/", "routes/csv/"), ("node=%00", "root=r1&node=%00")):
        get(client, f"/api/v1/stats/goryo/{path}?{query}", 400)
