"""Statistics of a set of games: equal to those of a site that has only these games, for members
with private games, for others without; and none of it in community statistics.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from analytics.models import Cell, Contribution, HiddenContribution, Ledger, PlayerCell
from analytics.reads import answers as answer_reads
from analytics.reads import selected
from analytics.rest import urls
from analytics.services import set_sums
from games.registry import KINDS
from replays import services
from replays.models import Collection, Game, Record
from tests.support.pages import get, get_json, get_page
from tests.unit.visibility.owners import header, key_of, viewer

from .conftest import count_logs
from .table_logs import table_logs

pytestmark = pytest.mark.in_turn(2)

N = {"kyoto": 18, "goryo": 10}
COMMUNITY_ONLY = re.compile(r"balance|ratings|movers|figure|csv|ways")
OF_SET = re.compile(r"as_of|revision|set|(\w+_)?url")
QUERIES = {
    "api-stats-roles": ("", "by=mode", "by=reason", "winner=none", "month=unknown"),
    "api-stats-games": ("every=yes",),
    "api-stats-cross": ("", "from=2025-01"),
    "api-stats-metrics": (),
}


def addresses(kind: str) -> Iterator[str]:
    """Yield the addresses of all answers about a kind that a set can limit."""
    grouped = answer_reads.grouped_metrics(kind)
    metrics = {str(metric.form): key for key, metric in grouped.items()}.values()
    for pattern in urls.urlpatterns:
        route, name = str(pattern.pattern), str(pattern.name)
        if "kind>" not in route or COMMUNITY_ONLY.search(route):
            continue
        for metric in metrics if "metric>" in route else [""]:
            path = route.replace("<slug:kind>", kind).replace("<slug:metric>", metric)
            for query in QUERIES.get(name, ("",)):
                yield f"/api/v1/{path}?{query}"


def plain(body: Any) -> Any:
    """Return a body without the state of the sums and the addresses of lists, which contain the
    set; lists of games by id.
    """
    if isinstance(body, dict):
        if "games_pending" in body and "games" in body and isinstance(body["games"], list):
            body["games"].sort(key=lambda game: game["id"])
        return {key: plain(value) for key, value in body.items() if not OF_SET.fullmatch(key)}
    if isinstance(body, list):
        return [plain(value) for value in body]
    return body


def bodies(kind: str, name: str = "", key: str = "") -> dict[str, Any]:
    """Return the answers to an owner by address, limited to a set if it is given."""
    found, client = {}, Client(headers=header(name))
    for address in addresses(kind):
        answer = client.get(f"{address}&set={key}" if key else address)
        assert answer.status_code in (200, 404), (address, answer.content)
        found[address] = (answer.status_code, plain(answer.json()))
    assert sum(status == 200 for status, _ in found.values()) > 10
    return found


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [address for address in one if one[address] != other[address]]


def stored(kind: str) -> list[Game]:
    """Store human games of an owner and some bot games, and count them."""
    logs = [log for log, _ in table_logs(kind, N[kind])]
    logs += [{**log, "x_simulated": True} for log, _ in table_logs(kind, 4, 7)]
    ids = count_logs(logs)
    Record.objects.update(owner=key_of("ann"))
    return list(Game.objects.filter(pk__in=ids).order_by("-pk"))


def hide(games: Iterable[Game]) -> None:
    """Make games private."""
    audience = services.parse_audience("private")
    services.change_audience(viewer("ann"), [game.public_id for game in games], audience)


def sweep() -> None:
    call_command("sweep_games", verbosity=0)


def collection_of(games: Iterable[Game], visibility: str = "public") -> Collection:
    collection = services.create_collection(
        key_of("ann"), services.Texts("Playtests", "", visibility)
    )
    services.add_games(collection, viewer("ann"), [game.public_id for game in games])
    return collection


def key_of_set(collection: Collection) -> str:
    return f"collection-{collection.public_id}"


@pytest.mark.parametrize("kind", sorted(N))
def test_numbers_of_a_set_are_those_of_a_site_with_these_games_only(kind: str) -> None:
    """Every third game is private; the community has other games too."""
    games = stored(kind)
    private = games[::3]
    whole = bodies(kind)
    collection = collection_of(games)
    hide(private)
    sweep()
    only_public = bodies(kind)
    key = key_of_set(collection)
    assert differing(bodies(kind, "eve", key), only_public) == []
    count_logs(log for log, _ in table_logs(kind, 8, 3))
    assert differing(bodies(kind, "ann", key), whole) == []
    assert differing(bodies(kind, "eve", key), only_public) == []
    assert HiddenContribution.objects.count() == len(private)
    assert not Contribution.objects.filter(game__in=private).exists()


def test_private_games_of_sets_change_no_community_number() -> None:
    games = stored("kyoto")
    hide(games[::2])
    sweep()

    def numbers() -> list[Any]:
        rows = [list(model.objects.order_by("pk").values()) for model in (Cell, PlayerCell)]
        rows += [list(Contribution.objects.order_by("pk").values())]
        return [*rows, list(Ledger.objects.order_by("pk").values())]

    before = numbers()
    collection = collection_of(games, "private")
    sweep()
    assert HiddenContribution.objects.count() == len(games[::2])
    assert numbers() == before
    key = key_of_set(collection)
    get(Client(), f"/stats/kyoto/?set={key}", 404)
    get(Client(), f"/api/v1/stats/kyoto/roles/?set={key}", 404)
    assert get(Client(), "/api/v1/stats/kyoto/roles/?set=collection-unknown", 404)
    own = get(Client(), f"/api/v1/stats/kyoto/roles/?set={key}", headers=header("ann"))
    assert own["Cache-Control"] == "private, no-store"
    assert "ETag" not in own.headers
    services.delete_collection(collection)
    sweep()
    assert not HiddenContribution.objects.exists()
    assert numbers() == before


def test_numbers_of_a_set_follow_its_games() -> None:
    games = stored("kyoto")
    collection = collection_of(games[:6])
    hide(games[:2])
    client, key = Client(headers=header("ann")), key_of_set(collection)

    def counted(client: Client = client) -> tuple[int, int]:
        body = get_json(client, f"/api/v1/stats/kyoto/roles/?set={key}")
        return body["overall"]["games"]["total"], body["games_pending"]

    assert counted() == (4, 2)  # until a worker has counted the private games
    sweep()
    assert counted() == (6, 0)
    assert counted(Client()) == (4, 0)
    services.add_games(collection, viewer("ann"), [games[6].public_id])
    assert counted() == (7, 0)
    services.remove_games(collection, [games[0].public_id, games[5].public_id])
    assert counted() == (5, 0)
    services.change_audience(viewer("ann"), [games[1].public_id], services.parse_audience("public"))
    assert counted() == (4, 1)
    sweep()
    assert counted() == counted(Client()) == (5, 0)
    services.delete_own(viewer("ann"), [games[1].public_id])
    assert counted() == (4, 0)
    name = games[2].seats.first().name_key
    services.hide_names(name, "a test")
    page = get_page(client, f"/stats/kyoto/games/?every=yes&set={key}")
    assert page.count('<td><a href="/games/') == 4


def test_games_that_statistics_must_not_count_are_not_counted_in_sets() -> None:
    games = stored("kyoto")[:5]
    collection = collection_of(games)
    hide(games[:3])
    sweep()
    client, key = Client(headers=header("ann")), key_of_set(collection)

    def counted(client: Client = client) -> tuple[int, int]:
        body = get_json(client, f"/api/v1/stats/kyoto/roles/?simulated=all&set={key}")
        return body["overall"]["games"]["total"], body["games_pending"]

    assert (counted(), counted(Client())) == ((5, 0), (2, 0))
    ids = [games[0].public_id, games[3].public_id]
    services.change_games(viewer("ann"), ids, statistics="no")
    assert (counted(), counted(Client())) == ((3, 0), (1, 0))
    sweep()
    assert set(HiddenContribution.objects.values_list("pk", flat=True)) == {
        games[1].pk, games[2].pk,
    }  # fmt: skip
    services.change_games(viewer("ann"), ids, statistics="yes")
    sweep()
    assert (counted(), counted(Client())) == ((5, 0), (2, 0))


PAGES = ["", "roles/", "cross/", "trends/", "table/", "cards/", "length/", "spaces/", "routes/",
         "compare/", "order/", "learning/", "length/embed/", "games/?every=yes"]  # fmt: skip


def test_every_page_of_a_set_leads_to_pages_of_the_set() -> None:
    games = stored("kyoto")
    collection = collection_of(games, "unlisted")
    hide(games[:3])
    sweep()
    client, key = Client(headers=header("ann")), key_of_set(collection)
    for path in PAGES:
        address = f"/stats/kyoto/{path}{'&' if '?' in path else '?'}set={key}"
        answer = get(client, address)
        text = answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex"
        assert "Playtests" in text, path
        links = re.findall(r'href="(/stats/kyoto/[^"#]*)"', text)
        assert [link for link in links if "set=" not in link] == [], path
    picture = get(client, f"/stats/kyoto/length/image.svg?set={key}")
    assert picture["Cache-Control"] == "private, no-store"
    assert "Playtests" in picture.content.decode()


def test_addresses_of_a_collection_lead_to_its_statistics() -> None:
    collection = collection_of(stored("kyoto"))
    page, key = f"/collections/{collection.public_id}/", key_of_set(collection)
    assert f"{page}stats/" in get_page(Client(), page)
    for path, target in (
        ("stats/", "/stats/kyoto/?"),
        ("stats/kyoto/", "/stats/kyoto/?"),
        ("stats/kyoto/roles/?by=mode", "/stats/kyoto/roles/?by=mode&"),
    ):
        answer = get(Client(), page + path, 302)
        assert answer["Location"] == f"{target}set={key}"
    get(Client(), f"/collections/{'z' * 12}/stats/kyoto/", 404)


@pytest.mark.parametrize("path", ["movers/", "roles/"])
def test_sets_and_snapshots_exclude_each_other(path: str, settings: Any, tmp_path: Any) -> None:
    from analytics import services as stats_services

    settings.DUMPS_DIR = tmp_path
    collection = collection_of(stored("kyoto"))
    query = f"set={key_of_set(collection)}"
    query += "" if path == "movers/" else f"&snapshot={stats_services.make_dump().name}"
    text = get_page(Client(), f"/stats/kyoto/{path}?{query}", 400)
    assert "you can't choose a set of games" in text


def test_stored_sums_of_large_sets_are_those_of_their_games(monkeypatch: Any) -> None:
    games = stored("kyoto")
    collection = collection_of(games)
    hide(games[:4])
    sweep()
    addresses_ = [f"/api/v1/stats/kyoto/{path}?set={key_of_set(collection)}"
                  for path in ("roles/", "metrics/length/", "routes/", "cross/")]  # fmt: skip

    def answers() -> list[Any]:
        selected._selections.clear()
        clients = (Client(headers=header(name)) for name in ("ann", "eve"))
        return [client.get(address).json() for client in clients for address in addresses_]

    computed = answers()
    monkeypatch.setattr(set_sums, "MIN_GAMES", 5)
    assert set_sums.store_set_sums() == 2 * len(KINDS)
    assert set_sums.store_set_sums() == 0
    with monkeypatch.context() as patch:
        patch.setattr(selected, "_select", lambda *_: pytest.fail("read all games again"))
        assert answers() == computed
    services.remove_games(collection, [games[5].public_id])
    changed = answers()
    assert changed != computed
    set_sums.store_set_sums()
    assert answers() == changed
