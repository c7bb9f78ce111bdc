"""Players, ratings and balance of a snapshot: what stood then, whatever came since; and nobody who
is left out now.
"""

import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from analytics import services as stats_services
from analytics.models import PlayerCell, RatingPool, Snapshot, Standing
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Seat
from replays.text.names import handle_of
from tests.support import openapi

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import varied
from .test_ratings import game, season

pytestmark = pytest.mark.django_db
ANN = handle_of("ann")
ADDRESSES = ("players/", f"players/{ANN}/", "stats/goryo/ratings/", "stats/goryo/balance/")
OF_NOW = {"as_of", "revision", "snapshot", "games_behind", "points"}


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, module_dumps: Path) -> Path:
    """A copy of the module's folder: what a test adds to it does not stay."""
    settings.DUMPS_DIR = shutil.copytree(module_dumps, tmp_path / "dumps")
    return settings.DUMPS_DIR


def get(client: Any, address: str, status: int = 200) -> Any:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == status, answer.content
    return answer.json()


def told(body: Any) -> Any:
    """An answer without what tells of when it is."""
    if isinstance(body, dict):
        return {word: told(part) for word, part in body.items() if word not in OF_NOW}
    return [told(part) for part in body] if isinstance(body, list) else body


def numbers(client: Any, snapshot: str = "") -> dict[str, Any]:
    asked = f"?snapshot={snapshot}" if snapshot else ""
    return {each: get(client, f"{each}{asked}") for each in ADDRESSES}


@pytest.fixture(scope="module")
def kept(module_db: None, module_dumps: Path) -> str:
    """A snapshot of 60 rated games, some of Gorinto, fitted; rated by nobody yet."""
    count_logs([*season(60), *of_every_mode()])
    return stats_services.make_dump().name


def test_a_snapshot_answers_as_it_stood(kept: str, counted: Any, client: Any) -> None:
    stats_services.rate_waiting()
    before = numbers(client)
    assert before["stats/goryo/balance/"]["fits"][0]["places"][0]["fit"]
    assert before["stats/goryo/ratings/"]["ratings"]
    assert before[f"players/{ANN}/"]["habits"][0]["tables"]
    counted([game(1000 + n, "Ann", "Eve", "samurai", "2025-01-01") for n in range(12)])
    stats_services.rate_waiting()
    stats_services.fit_balance()
    now, then = numbers(client), numbers(client, kept)
    for each in ADDRESSES:
        assert told(now[each]) != told(before[each]), each
        assert now[each]["revision"] > then[each]["revision"] == before[each]["revision"]
        assert (before[each]["snapshot"], then[each]["snapshot"]) == (None, kept)
        assert then[each]["as_of"] == before[each]["as_of"] < now[each]["as_of"]
        then[each].pop("games") if "handle" in then[each] else None
        before[each].pop("games") if "handle" in before[each] else None
        assert told(then[each]) == told(before[each]), each


def test_it_keeps_what_the_games_in_it_add_up_to(counted: Any) -> None:
    counted([*season(20), *varied(10, x_simulated=True)])
    live = {
        cell.key: (cell.games, cell.name_key, cell.sums)
        for cell in PlayerCell.objects.filter(unfinished=0)
    }
    assert len(live) > 8
    cells = PlayerCell.of(stats_services.make_dump())
    there = {c.key: (c.games, c.name_key, c.sums) for c in cells}
    assert live.items() <= there.items()


def test_ratings_are_of_the_dumps_games_and_hold_nobody_up(kept: str) -> None:
    """The job that rates had not begun when the dump was made."""
    assert not Standing.objects.exists()
    stats_services.rate_waiting()
    fields = ("pool", "handle", "place", "number", "mu", "sigma", "low")
    stood = Standing.of(Snapshot.objects.get(name=kept)).values_list(*fields)
    assert sorted(stood) == sorted(Standing.objects.values_list(*fields))
    assert RatingPool.objects.filter(due_game__isnull=False).count() == 0


def test_who_is_left_out_since_is_not_in_it(kept: str, client: Any) -> None:
    asked = f"?snapshot={kept}"
    assert "Ann" in client.get(f"/players/{asked}").content.decode()
    replay_services.hide_names("ann", "the house")
    for address in ("players/", f"players/{handle_of('ben')}/", "stats/goryo/ratings/"):
        for place in (f"/{address}{asked}", f"/api/v1/{address}{asked}"):
            answer = client.get(place)
            assert answer.status_code == 200
            found = re.search(rb".{80}\bann\b.{20}", answer.content, re.I | re.S)
            assert not found, found
            assert ANN.encode() not in answer.content
    assert client.get(f"/players/?q=ann&snapshot={kept}").content.count(b'scope="row"') == 0
    assert client.get(f"/players/{ANN}/{asked}").status_code == 404


def test_of_whom_no_game_is_left_is_not_in_it_under_any_of_his_names(
    kept: str, client: Any
) -> None:
    replay_services.merge_names("ann", "annie", "the house")
    stats_services.rate_waiting()
    assert b"Ann" in client.get(f"/stats/goryo/ratings/?snapshot={kept}").content
    ids = list(Seat.objects.filter(name_key="ann").values_list("game_id", flat=True))
    replay_services.withdraw_games(ids)
    stats_services.count_games(ids)
    for address in ("stats/goryo/ratings/", f"players/{handle_of('ben')}/"):
        for place in (f"/{address}?snapshot={kept}", f"/api/v1/{address}?snapshot={kept}"):
            assert not re.search(rb"\bann\b", client.get(place).content, re.I), place


def test_an_address_of_another_of_the_names_leads_on(kept: str, client: Any) -> None:
    replay_services.merge_names("ann", "annie", "the house")
    answer = client.get(f"/players/{handle_of('annie')}/?one=1")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{ANN}/?one=1")


@pytest.mark.parametrize("each", ADDRESSES)
@pytest.mark.parametrize("door", ["/", "/api/v1/"])
def test_what_no_name_can_hold_is_refused(db: None, client: Any, door: str, each: str) -> None:
    assert client.get(f"{door}{each}?snapshot=a%00").status_code in (400, 404)


def test_every_link_to_a_snapshot_leads_there(kept: str, counted: Any, client: Any) -> None:
    counted([game(n, "Zed", "Zoe", "samurai") for n in range(30)])
    stats_services.rate_waiting()
    stats_services.fit_balance()
    for page in ("/stats/gorinto/ratings/", "/stats/goryo/ratings/", "/stats/goryo/balance/"):
        tabs = re.findall(
            r'href="([^"]*[?&;](?:rules|of)=[^"]*)"', client.get(page).content.decode()
        )
        assert tabs
        for tab in tabs:
            here = unescape(tab) if tab.startswith("/") else page + unescape(tab)
            body = client.get(here).content.decode()
            for link in re.findall(rf'href="([^"]*snapshot={kept}[^"]*)"', body):
                assert client.get(unescape(link)).status_code == 200, link


@pytest.mark.parametrize("each", ADDRESSES)
def test_pages_say_which_it_is(kept: str, client: Any, each: str) -> None:
    stats_services.rate_waiting()
    live = client.get(f"/{each}").content.decode()
    assert f'?snapshot={kept}">The same in the snapshot {kept}</a>' in live
    assert "Snapshot: live, revision" in live
    there = client.get(f"/{each}?snapshot={kept}").content.decode()
    assert f"These are the stored statistics of the snapshot {kept}" in there
    assert f'<a href="/{each}">Live data</a>' in there
    assert f"Goryō: Engine {KINDS['goryo'].rules.version}" in there
    for link in there.split('href="')[1:]:
        if "/games/?" in link.partition('"')[0]:
            assert "snapshot" not in link.partition('"')[0]
    for place in (f"/{each}", f"/api/v1/{each}"):
        answer = client.get(f"{place}?snapshot=nonsense")
        assert answer.status_code == 400
        assert kept in answer.content.decode()


def test_csv_is_of_the_same_snapshot(kept: str, counted: Any, client: Any) -> None:
    stats_services.rate_waiting()
    places = [f"/api/v1/{each}csv/" for each in ADDRESSES[1:]]
    before = [client.get(place).content for place in places]
    counted([game(1000 + n, "Ann", "Ben", "samurai", "2025-01-01") for n in range(12)])
    stats_services.rate_waiting()
    stats_services.fit_balance()
    for place, body in zip(places, before, strict=True):
        assert client.get(place).content != body
        assert client.get(f"{place}?snapshot={kept}").content == body


def test_the_document_lists_snapshots() -> None:
    for operation in ("players", "player", "stats_ratings", "stats_balance"):
        parameters = openapi.operations()[operation][2]["parameters"]
        assert "snapshot" in {parameter["name"] for parameter in parameters}


def test_a_picture_says_which_snapshot_it_is_of(kept: str, counted: Any, client: Any) -> None:
    address = "/stats/goryo/roles/image.svg"
    live = client.get(address)
    assert "Snapshot: live, revision" in live.content.decode()
    there = client.get(f"{address}?snapshot={kept}")
    assert f"Snapshot {kept} (revision " in there.content.decode()
    assert there["ETag"] != live["ETag"]
    counted([game(1000, "Ann", "Eve", "samurai", "2025-01-01")])
    assert client.get(address)["ETag"] != live["ETag"]
    assert client.get(f"{address}?snapshot={kept}").content == there.content
    in_italian = client.get(f"/it{address}?snapshot={kept}").content.decode()
    assert f"Istantanea {kept} (revisione " in in_italian
