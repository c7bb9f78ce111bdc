"""Balance and ratings of a set of games: those of a site that has only these games, made by a job,
for each viewer of the games that the viewer may see.
"""

import re
from typing import Any

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.models import BalanceFit, ResultsFit, SetFit, Standing
from analytics.reads import set_fits
from analytics.reads.set_fits import MAX_ATTEMPTS
from analytics.services import set_fits as set_fit_services
from replays import services
from replays.models import Seat
from replays.text.names import handle_of
from tests.support.pages import get, get_json, get_page, missing, present
from tests.unit.visibility.owners import header, key_of, viewer

from .conftest import count_logs
from .logs import game
from .table_logs import table_logs
from .test_sets import collection_of, hide, key_of_set, stored, sweep

pytestmark = pytest.mark.in_turn(2)

PAGES = ("balance", "ratings")
COMPUTING = "The model is being fitted"
OF_SITE = re.compile(r"as_of|revision|fitted_at|is_full|set|(\w+_)?url|games_pending")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank players with one game."""
    monkeypatch.setattr("analytics.reads.ratings.MINIMUM", 1)


def plain(body: Any) -> Any:
    """Return a body without what differs between a site and a set with the same games."""
    if isinstance(body, dict):
        found = {key: plain(value) for key, value in body.items() if not OF_SITE.fullmatch(key)}
        if "name" in found:  # the newest spelling can be that of another game
            found["name"] = found["name"].casefold()
        return found
    return [plain(value) for value in body] if isinstance(body, list) else body


def bodies(kind: str, name: str = "", query: str = "") -> list[Any]:
    client = Client(headers=header(name))
    return [plain(get_json(client, f"/api/v1/stats/{kind}/{page}/{query}")) for page in PAGES]


@pytest.mark.parametrize("kind", ["gorinto", "goryo", "kyoto"])
def test_fits_of_a_set_are_those_of_a_site_with_these_games_only(kind: str) -> None:
    """Every third game is private; the community has other games too."""
    logs = [log for log, _ in table_logs(kind, 18)]
    games = list(stored_of(logs))
    stats_services.fit_results()
    whole = bodies(kind)
    assert whole[0]["fits"]
    assert len(whole[1]["ratings"]) > 5
    collection = collection_of(games)
    hide(games[::3])
    sweep()
    stats_services.fit_results()
    only_public = bodies(kind)
    assert only_public != whole
    count_logs(log for log, _ in table_logs(kind, 8, 3))
    stats_services.fit_results()
    query = f"?set={key_of_set(collection)}"
    community = rows()
    assert [body["fit_state"] for body in bodies(kind, "ann", query)] == ["computing"] * 2
    assert [body["fit"] for body in bodies(kind, "eve", query)] == [None, None]
    assert stats_services.fit_sets() == 2
    assert bodies(kind, "ann", query) == whole
    assert bodies(kind, "eve", query) == bodies(kind, "", query) == only_public
    assert stats_services.fit_sets() == 0
    assert rows() == community
    assert not SetFit.objects.exclude(public=[], hidden=[]).exists(), "keys are not needed any more"


def stored_of(logs: list[Any]) -> Any:
    from replays.models import Game, Record

    ids = count_logs(logs)
    Record.objects.update(owner=key_of("ann"))
    return Game.objects.filter(pk__in=ids).order_by("-pk")


def rows() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (BalanceFit, ResultsFit,
                                                                      Standing)]  # fmt: skip


def club(games: int = 60) -> list[dict[str, Any]]:
    """Games of five players in both roles."""
    return [
        game(n, f"P{n % 5}", f"P{(n + 1 + n // 20) % 5}", "goryo" if n % 3 else "samurai")
        for n in range(games)
        if n % 5 != (n + 1 + n // 20) % 5
    ]


def test_a_page_says_that_a_fit_is_made_until_a_job_has_made_it() -> None:
    games = list(stored_of(club()))
    collection = collection_of(games, "private")
    hide(games[:10])
    sweep()
    client, key = Client(headers=header("ann")), key_of_set(collection)
    for page in PAGES:
        get(Client(), f"/stats/goryo/{page}/?set={key}", 404)
        get(Client(headers=header("eve")), f"/api/v1/stats/goryo/{page}/?set={key}", 404)
    assert not SetFit.objects.exists()
    for page in PAGES:
        answer = get(client, f"/stats/goryo/{page}/?set={key}")
        assert answer["Cache-Control"] == "private, no-store"
        assert missing(answer.content.decode(), COMPUTING, "Playtests", "Reload") == []
    assert SetFit.objects.count() == 1
    assert stats_services.fit_sets() == 1
    balance, ratings = (get_page(client, f"/stats/goryo/{page}/?set={key}") for page in PAGES)
    assert present(balance + ratings, COMPUTING) == []
    assert missing(balance, f"{len(games)} decided human", "Win rate at equal skill") == []
    assert missing(ratings, f"{len(games)} rated human games", "P1") == []
    for text in (balance, ratings):
        links = re.findall(r'href="((?:/api/v1)?/stats/goryo/[^"#]*)"', text)
        assert [link for link in links if f"set={key}" not in link] == []
        assert len(links) > 3
    listed = re.findall(r'"(/stats/goryo/games/[^"]+player=[^"]+)">(\d+)<', ratings)
    assert len(listed) == 5, "overall only: lists have no filter by role"
    for address, n in listed:
        text = get_page(client, address.replace("&amp;", "&"))
        assert f"{n} games that match the filters" in text
    table = get(client, f"/api/v1/stats/goryo/ratings/csv/?set={key}").content.decode()
    assert "P1" in table
    kind = get_page(client, f"/stats/goryo/?set={key}")
    assert missing(kind, f"/stats/goryo/balance/?set={key}", f"ratings/?set={key}") == []


def test_links_of_a_page_stay_valid(settings: Any, tmp_path: Any) -> None:
    """While a changed set is fitted again, and next to snapshots, which have no sets."""
    settings.DUMPS_DIR = tmp_path
    games = list(stored_of(club()))
    stats_services.fit_results()
    stats_services.make_dump()
    collection = collection_of(games)
    queries = {"balance": "of=2024-standard-aaaaaaaa", "ratings": "component=7"}
    for page, query in queries.items():
        SetFit.objects.all().delete()
        address = f"/stats/goryo/{page}/?set={key_of_set(collection)}"
        text = get_page(Client(), f"{address}&{query}")
        assert COMPUTING in text
        stats_services.fit_sets()
        text = get_page(Client(), address)
        assert present(text, "snapshot=", COMPUTING) == []
        get(Client(), f"{address}&{query}", 400)


def test_names_of_private_games_are_shown_to_the_viewers_of_the_set_only() -> None:
    logs = club(40)
    for log in logs[:4]:
        log["players"][0]["name"] = "Zebedee"
    games = list(stored_of(logs))
    private = [g for g in games if g.seats.filter(name="Zebedee").exists()]
    collection, handle = collection_of(games), handle_of("zebedee")
    hide(private)
    sweep()
    key, own = key_of_set(collection), Client(headers=header("ann"))

    def ratings(client: Client) -> str:
        address = f"/stats/goryo/ratings/?set={key}"
        get(client, address)
        stats_services.fit_sets()
        return get_page(client, address)

    assert missing(ratings(own), "<bdi>Zebedee</bdi>", f"player={handle}") == []
    assert present(ratings(own), f"/players/{handle}/") == []
    assert present(ratings(Client()), "Zebedee", handle) == []
    services.hide_names("zebedee", "staff")
    assert COMPUTING in get_page(own, f"/stats/goryo/ratings/?set={key}"), "names are versions"
    assert present(ratings(own), "Zebedee", handle) == []


def test_members_filter_by_players_of_private_games() -> None:
    logs = club(20)
    for log in logs[:4]:
        log["players"][0]["name"] = "Zebedee"
    games = list(stored_of(logs))
    private = [g for g in games if g.seats.filter(name="Zebedee").exists()]
    collection, handle = collection_of(games), handle_of("zebedee")
    hide(private)
    sweep()
    key, own = key_of_set(collection), Client(headers=header("ann"))
    for player in ("Zebedee", "ZEBEDEE", handle):
        query = f"set={key}&player={player}"
        body = get_json(own, f"/api/v1/stats/goryo/roles/?{query}")
        assert body["overall"]["games"]["total"] == len(private) == 4
        page = get_page(own, f"/stats/goryo/roles/?{query}")
        assert missing(page, "Player: Zebedee", "Playtests") == []
        listed = get_page(own, f"/stats/goryo/games/?every=yes&{query}")
        assert "4 games that match" in listed
    unknown = get(Client(), f"/api/v1/stats/goryo/roles/?set={key}&player=Unknown", 400).json()
    for player in ("Zebedee", handle):
        for client, query in ((Client(), f"set={key}&"), (own, "")):
            address = f"/api/v1/stats/goryo/roles/?{query}player={player}"
            assert get(client, address, 400).json() == unknown
    Seat.objects.filter(game__in=private).update(name=None, name_key=None)
    get(own, f"/api/v1/stats/goryo/roles/?set={key}&player={handle}", 400)


def test_few_games_are_refused_as_everywhere() -> None:
    collection = collection_of(stored_of(club(10)))
    client, query = Client(), f"?set={key_of_set(collection)}"
    get_json(client, f"/api/v1/stats/goryo/balance/{query}")
    stats_services.fit_sets()
    (body,) = get_json(client, f"/api/v1/stats/goryo/balance/{query}")["fits"]
    assert body["reason"] == "few_effective_games"
    assert {seat["share"] for seat in body["seats"]} == {None}
    assert "Cannot tell." in get_page(client, f"/stats/goryo/balance/{query}")
    get_page(client, f"/stats/kyoto/balance/{query}")
    stats_services.fit_sets()
    assert "no decided human game" in get_page(client, f"/stats/kyoto/balance/{query}")


def test_a_fit_that_fails_is_tried_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    collection = collection_of(stored("kyoto"))
    client, address = Client(), f"/stats/kyoto/balance/?set={key_of_set(collection)}"
    get_page(client, address)
    with monkeypatch.context() as patch:
        patch.setattr(set_fit_services, "fitted_rows", lambda *_: 1 / 0)
        for _ in range(MAX_ATTEMPTS):
            with pytest.raises(ZeroDivisionError):
                stats_services.fit_sets()
        assert stats_services.fit_sets() == 0
    page = get_page(client, address)
    assert missing(page, "The model couldn't be fitted") == []
    body = get_json(client, f"/api/v1{address}")
    assert (body["fit"], body["fit_state"]) == (None, "failed")
    get_page(client, f"{address}&simulated=yes")
    assert stats_services.fit_sets() == 1, "the others are made"


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    collection = collection_of(stored("kyoto")[:9])
    address = f"/stats/kyoto/ratings/?set={key_of_set(collection)}"
    monkeypatch.setattr(set_fit_services, "MAX_WAITING", 1)
    for query in ("", "&simulated=yes"):
        assert COMPUTING in get_page(Client(), address + query)
    assert SetFit.objects.count() == 1
    monkeypatch.setattr("analytics.requests.human_or_bot.MAX_FITTED", 8)
    text = get_page(Client(), address, 400)
    assert "This set has 9 games" in text
    assert get(Client(), f"/api/v1{address}", 400).json()["code"] == "bad_question"


def test_a_stored_fit_is_removed_after_some_days() -> None:
    collection = collection_of(stored("kyoto"))
    address = f"/stats/kyoto/ratings/?set={key_of_set(collection)}"
    get_page(Client(), address)
    stats_services.fit_sets()
    SetFit.objects.update(requested_at="2026-01-01T00:00Z")
    stats_services.fit_sets()
    assert not SetFit.objects.exists()
    assert COMPUTING in get_page(Client(), address)


def test_a_change_of_a_game_makes_another_fit() -> None:
    games = list(stored_of(club()))
    collection = collection_of(games)
    client, address = Client(), f"/api/v1/stats/goryo/balance/?set={key_of_set(collection)}"

    def n_fitted() -> int | None:
        body = get_json(client, address)
        return body["fit"]["games"] if body["fit"] else None

    assert n_fitted() is None
    stats_services.fit_sets()
    assert n_fitted() == len(games)
    services.change_audience(
        viewer("ann"), [games[0].public_id], services.parse_audience("private")
    )
    assert n_fitted() is None
    stats_services.fit_sets()
    assert n_fitted() == len(games) - 1
    set_fits._read.clear()
    assert n_fitted() == len(games) - 1
