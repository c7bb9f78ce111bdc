"""Snapshots: rows apart from live ones; players, ratings and balance as they were, without names
that are hidden now.
"""

import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from analytics import services as stats_services
from analytics.models import SUMS_MODELS, PlayerCell, Snapshot, Standing
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Seat
from replays.text.names import handle_of
from tests.support import openapi
from tests.support.pages import get, get_json, missing, page

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import game, season, varied
from .snapshot import update_derived

ANN = handle_of("ann")
PATHS = ("players/", f"players/{ANN}/", "stats/goryo/ratings/", "stats/goryo/balance/")
TIMES = {"as_of", "revision", "snapshot", "games_stale", "games_behind", "fitted_at"}


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, module_dumps: Path) -> Path:
    """A copy of the module's folder: what a test adds to it does not stay."""
    settings.DUMPS_DIR = shutil.copytree(module_dumps, tmp_path / "dumps")
    return settings.DUMPS_DIR


def timeless(body: Any) -> Any:
    """The body of an answer without the keys that depend on its time."""
    if isinstance(body, dict):
        return {key: timeless(part) for key, part in body.items() if key not in TIMES}
    return [timeless(part) for part in body] if isinstance(body, list) else body


def player_numbers(client: Any, snapshot: str = "") -> dict[str, Any]:
    query = f"?snapshot={snapshot}" if snapshot else ""
    return {path: get_json(client, f"/api/v1/{path}{query}") for path in PATHS}


@pytest.fixture(scope="module")
def snapshot(module_db: None, module_dumps: Path) -> str:
    """A snapshot of 60 decided games and some of Gorinto; live games are not rated yet."""
    count_logs([*season(60), *of_every_mode()])
    return stats_services.make_dump().name


def test_a_snapshot_answers_as_before(snapshot: str, client: Any) -> None:
    stats_services.fit_results()
    before = player_numbers(client)
    assert before["stats/goryo/balance/"]["fits"][0]["seats"][0]["share"]
    assert before["stats/goryo/ratings/"]["ratings"]
    assert before[f"players/{ANN}/"]["habits"][0]["tables"]
    count_logs([game(1000 + n, "Ann", "Eve", "samurai", "2025-01-01") for n in range(12)])
    update_derived()
    now, then = player_numbers(client), player_numbers(client, snapshot)
    for path in PATHS:
        assert timeless(now[path]) != timeless(before[path]), path
        assert now[path]["revision"] > then[path]["revision"] == before[path]["revision"]
        assert (before[path]["snapshot"], then[path]["snapshot"]) == (None, snapshot)
        assert then[path]["as_of"] == before[path]["as_of"] < now[path]["as_of"]
        for body in (then[path], before[path]):
            body.pop("games") if "handle" in body else None
        assert timeless(then[path]) == timeless(before[path]), path


def test_a_snapshot_contains_the_sums_of_its_games() -> None:
    count_logs([*season(20), *varied(10, x_simulated=True)])

    def sums(cells: Any) -> dict[Any, Any]:
        """Snapshots also have the last results of each player."""
        for cell in cells:
            cell.sums.pop("form", None)
        return {cell.key: (cell.games, cell.name_key, cell.sums) for cell in cells}

    live = sums(PlayerCell.objects.filter(unfinished=0))
    assert len(live) > 8
    assert live.items() <= sums(PlayerCell.of(stats_services.make_dump())).items()


def test_a_snapshot_has_ratings_before_the_live_games_are_rated(snapshot: str) -> None:
    assert not Standing.objects.exists()
    stats_services.fit_results()
    fields = ("kind", "handle", "role", "games", "rating", "low", "high", "component")
    stored = Standing.of(Snapshot.objects.get(name=snapshot)).values_list(*fields)
    assert sorted(stored) == sorted(Standing.objects.values_list(*fields))


def test_managers_return_live_rows_only_and_keys_are_unique_in_each_state(snapshot: str) -> None:
    stats_services.fit_results()
    stored_in = Snapshot.objects.get(name=snapshot)
    for model in SUMS_MODELS:
        live = set(model.objects.values_list("pk", flat=True))
        stored = set(model.of(stored_in).values_list("pk", flat=True))
        assert all((live, stored))
        assert not live & stored
        assert set(model.of(None).values_list("pk", flat=True)) == live
        assert set(model.in_snapshots().values_list("pk", flat=True)) == stored
        assert not model.objects.filter(pk__in=stored).update(snapshot=None)
        for row in (model.objects.first(), model.of(stored_in).first()):
            row.pk, row._state.adding = None, True
            with pytest.raises(IntegrityError), transaction.atomic():
                row.save()


def assert_not_named(client: Any, address: str, name: str) -> None:
    """Check that neither the page nor the API contains a name."""
    for prefix in ("/", "/api/v1/"):
        text = get(client, f"{prefix}{address}").content.decode()
        assert not re.search(rf"(?is).{{0,80}}(?:{name}).{{0,20}}", text), address


def test_a_name_hidden_later_is_not_shown(snapshot: str, client: Any) -> None:
    query = f"?snapshot={snapshot}"
    assert "Ann" in client.get(f"/players/{query}").content.decode()
    replay_services.hide_names("ann", "an administrator")
    for path in ("players/", f"players/{handle_of('ben')}/", "stats/goryo/ratings/"):
        assert_not_named(client, f"{path}{query}", rf"\bann\b|{ANN}")
    assert client.get(f"/players/?q=ann&snapshot={snapshot}").content.count(b'scope="row"') == 0
    assert client.get(f"/players/{ANN}/{query}").status_code == 404


def test_a_player_without_games_is_not_shown_under_any_name(snapshot: str, client: Any) -> None:
    replay_services.merge_names("ann", "annie", "an administrator")
    redirect = client.get(f"/players/{handle_of('annie')}/?one=1")
    assert (redirect.status_code, redirect["Location"]) == (302, f"/players/{ANN}/?one=1")
    stats_services.fit_results()
    assert b"Ann" in client.get(f"/stats/goryo/ratings/?snapshot={snapshot}").content
    ids = list(Seat.objects.filter(name_key="ann").values_list("game_id", flat=True))
    replay_services.withdraw_games(ids)
    stats_services.count_games(ids)
    for path in ("stats/goryo/ratings/", f"players/{handle_of('ben')}/"):
        assert_not_named(client, f"{path}?snapshot={snapshot}", r"\bann\b")


@pytest.mark.parametrize("path", PATHS)
def test_a_nul_character_is_refused(db: None, client: Any, path: str) -> None:
    for prefix in ("/", "/api/v1/"):
        assert client.get(f"{prefix}{path}?snapshot=a%00").status_code in (400, 404)


def test_every_link_to_a_snapshot_works(snapshot: str, client: Any) -> None:
    count_logs([game(n, "Zed", "Zoe", "samurai") for n in range(30)])
    update_derived()
    for path, param in (
        ("/stats/gorinto/ratings/", None), ("/stats/goryo/ratings/", "component"),
        ("/stats/goryo/balance/", "of"), ("/stats/gorinto/balance/", "of"),
    ):  # fmt: skip
        tabs = re.findall(rf'href="([^"]*[?&;]{param}=[^"]*)"', page(client, path))
        assert bool(tabs) == bool(param)
        for tab in [path, *tabs]:
            text = page(client, unescape(tab) if tab.startswith("/") else path + unescape(tab))
            for link in re.findall(rf'href="([^"]*snapshot={snapshot}[^"]*)"', text):
                get(client, unescape(link))


@pytest.mark.parametrize("path", PATHS)
def test_pages_name_their_snapshot(snapshot: str, client: Any, path: str) -> None:
    stats_services.fit_results()
    link = f'?snapshot={snapshot}">The same in the snapshot {snapshot}</a>'
    assert missing(page(client, f"/{path}"), link, "Snapshot: live, revision") == []
    there = " ".join(client.get(f"/{path}?snapshot={snapshot}").content.decode().split())
    heading = f"These are the stored statistics of the snapshot {snapshot}"
    version = f"Goryō: Engine {KINDS['goryo'].rules.version}"
    assert missing(there, heading, f'<a href="/{path}">Live data</a>', version) == []
    links = [link.partition('"')[0] for link in there.split('href="')[1:]]
    assert not any("snapshot" in link for link in links if "/games/?" in link)
    for address in (f"/{path}", f"/api/v1/{path}"):
        answer = get(client, f"{address}?snapshot=nonsense", 400)
        assert snapshot in answer.content.decode()


def test_csv_is_of_the_same_snapshot(snapshot: str, client: Any) -> None:
    stats_services.fit_results()
    addresses = [f"/api/v1/{path}csv/" for path in PATHS[1:]]
    before = [client.get(address).content for address in addresses]
    count_logs([game(1000 + n, "Ann", "Ben", "samurai", "2025-01-01") for n in range(12)])
    update_derived()
    for address, body in zip(addresses, before, strict=True):
        assert client.get(address).content != body
        assert client.get(f"{address}?snapshot={snapshot}").content == body


def test_a_drilldown_of_a_snapshot_lists_current_games(snapshot: str, client: Any) -> None:
    address = f"/api/v1/stats/goryo/games/?metric=wins-first&group=mask&snapshot={snapshot}"
    first = get(client, address)
    count_logs([game(2000, "Ann", "Eve", "samurai", "2025-01-01")])
    get(client, address, HTTP_IF_NONE_MATCH=first["ETag"])


def test_the_document_lists_snapshots() -> None:
    for operation in ("players", "player", "stats_ratings", "stats_balance"):
        parameters = openapi.operations()[operation][2]["parameters"]
        assert "snapshot" in {parameter["name"] for parameter in parameters}


def test_a_picture_names_its_snapshot(snapshot: str, client: Any) -> None:
    address = "/stats/goryo/roles/image.svg"
    live = client.get(address)
    assert "Snapshot: live, revision" in live.content.decode()
    there = client.get(f"{address}?snapshot={snapshot}")
    assert f"Snapshot {snapshot} (revision " in there.content.decode()
    assert there["ETag"] != live["ETag"]
    count_logs([game(1000, "Ann", "Eve", "samurai", "2025-01-01")])
    assert client.get(address)["ETag"] != live["ETag"]
    assert client.get(f"{address}?snapshot={snapshot}").content == there.content
    in_italian = client.get(f"/it{address}?snapshot={snapshot}").content.decode()
    assert f"Istantanea {snapshot} (revisione " in in_italian
