"""The same list of peers' faults over every door that tells a number (rows A120 to A163): whatever
page, JSON or table is added is held to them the day it comes.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analytics import services as stats_services
from analytics.models import RatingPool
from analytics.reads import ratings as rating_reads
from analytics.reads.sums import LIVE
from games.goryo.rules.board import default_board
from games.registry import KINDS, judge, simulate
from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.text.names import handle_of, name_key
from tests.faults.numbers import (
    NAMES,
    addresses,
    bodies,
    catch_up,
    count,
    every,
    season,
    words_of,
)
from tests.support.deep import IS_DEEP
from tests.unit.analytics.logs import ABANDON, ndjson, one_round, other_board

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent.parent / "golden"
RESIGN = {role: {"type": "resign", "role": role} for role in ("goryo", "samurai")}
TIMES = re.compile(r'"(as_of|fitted_at|rated_at|revision|changed_at)": [^,}]+')


def ann_and_ben(*events: Any, **header: Any) -> Any:
    """A game between the two."""
    players = [{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "Ben"}]
    return one_round(*events, players=players, **header)


def of(name: str, more: str = "") -> str:
    """The address of a name."""
    return f"/players/{handle_of(name_key(name))}/{more}"


def rates(body: Any) -> list[dict[str, Any]]:
    """Every number with an interval in a body, as value, low, high; and its k and n where it is a
    share.
    """
    found = []
    for one in every(body):
        if {"low", "high"} <= set(one):
            found.append({"value": None, **one})
        if {"mean", "mean_low", "mean_high"} <= set(one):
            names = {"value": "mean", "low": "mean_low", "high": "mean_high"}
            found.append({word: one[name] for word, name in names.items()})
    return found


def test_a120_a_game_nobody_won_and_one_that_two_won_are_no_defeats(client: Client) -> None:
    ends = [RESIGN["samurai"]] * 3 + [RESIGN["goryo"]] + [ABANDON] * 2
    count(*(ann_and_ben(end, x_n=number) for number, end in enumerate(ends)), ann_and_ben())
    roles = client.get("/api/v1/stats/goryo/roles/").json()
    assert [(r["k"], r["n"]) for r in roles["overall"]["roles"].values()] == [(3, 4), (1, 4)]
    assert roles["overall"]["games"] == {
        "total": 7, "decided": 4, "abandoned": 2, "unfinished": 1, "resigned": 4,
    }  # fmt: skip
    (record,) = client.get(f"/api/v1{of('Ann')}").json()["records"]
    told = record["whole"]
    assert [told[end] for end in ("won", "lost", "nobody", "unfinished")] == [3, 1, 2, 1]
    assert (told["rate"]["k"], told["rate"]["n"]) == (3, 4)


def test_a120_a_shared_victory_is_one_for_each_and_said_beside(client: Client) -> None:
    (judged,) = judge((GOLDEN / "gorinto/2p-burrow/shared.txt").read_bytes())
    assert judged.record is not None
    log = {key: value for key, value in judged.record.plain().items() if key != "x_simulated"}
    for player, name in zip(log["players"], NAMES, strict=False):
        player["name"] = name
    count(log)
    for name in NAMES[:2]:
        body = client.get(f"/api/v1{of(name)}").json()
        told = body["records"][0]["whole"]
        assert [told[end] for end in ("won", "shared", "lost", "nobody")] == [1, 1, 0, 0]
        (other,) = body["opponents"]
        assert (other["ahead"]["k"], other["ahead"]["n"], other["level"]) == (0, 1, 1)
    seats = client.get("/api/v1/stats/gorinto/metrics/wins-seat/").json()
    won = [(row["k"], row["n"], row["aside"]) for row in seats["groups"] if row["n"]]
    assert won == [(1, 1, 1), (1, 1, 1)]
    assert "alone or shared" in seats["definition"]
    assert "counted separately" in seats["definition"]


def test_a125_every_interval_lies_around_its_number_and_none_is_a_point(client: Client) -> None:
    count(*season())
    found = 0
    for address, body in bodies(client).items():
        for one in rates(body):
            value, low, high = one["value"], one["low"], one["high"]
            if low is None or high is None:
                assert (low, high) == (None, None), address
                continue
            found += 1
            assert low < high, (address, one)
            assert value is None or low <= value <= high, (address, one)
            if {"k", "n"} <= set(one):
                assert low >= 0, (address, one)
                assert high <= 1, (address, one)
                assert value == pytest.approx(one["k"] / one["n"]), (address, one)
    assert found > (150 if IS_DEEP else 80)


@pytest.mark.slow
def test_a126_where_there_is_nothing_no_door_invents_a_number(client: Client) -> None:
    """Not one game yet; then games, and filters that none of them fits."""
    for name, address in addresses():
        answer = client.get(address, words_of(name), follow=True)
        assert answer.status_code in {200, 404}, address
    assert all(
        one["low"] is one["high"] is None for b in bodies(client).values() for one in rates(b)
    )
    count(*season(4))
    for name, address in addresses():
        answer = client.get(address, words_of(name, simulated="yes"), follow=True)
        assert answer.status_code in {200, 400, 404}, address
        text = answer.content.decode()
        assert not re.search(r"\b(nan|inf|infinity|undefined)\b|>None<", text, re.I), address
    empty = bodies(client, simulated="yes")
    told = [one for body in empty.values() for one in rates(body)]
    assert all(one["low"] is None and one["value"] is None for one in told)


def test_a132_rules_nobody_knows_are_refused_and_boards_of_ones_own_stand_apart(
    client: Client,
) -> None:
    count(*(ann_and_ben(RESIGN["goryo"], x_n=number) for number in range(3)))
    for ruleset in (
        {"edition": "2024", "double_moves": 99},
        {"edition": "2024", "advanced": "very"},
        {"edition": "house"},
        {},
    ):
        log = ann_and_ben(RESIGN["goryo"], ruleset=ruleset)
        upload = replay_services.submit(
            ndjson([log]), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
        )
        assert (upload.n_refused, Game.objects.count()) == (1, 3), ruleset
    count(ann_and_ben(RESIGN["goryo"], board=other_board()))
    spaces = client.get("/api/v1/stats/goryo/spaces/").json()
    assert (spaces["board"]["digest"], spaces["n"]) == (default_board().digest, 3)
    by_board = client.get("/api/v1/stats/goryo/roles/?by=board").json()["clusters"]
    assert sorted(cluster["n"] for cluster in by_board) == [1, 3]
    fits = client.get("/api/v1/stats/goryo/balance/").json()["fits"]
    assert sorted(fit["games"] for fit in fits) == [1, 3]


NO_PAGE = ("/static/", "/healthz")
"""What a page links to that is no page."""


def test_a135_a_page_with_numbers_says_what_counts_and_as_of_when(client: Client) -> None:
    count(*season(4))
    asked = 0
    for name, address in addresses(api=False):
        text = unescape(client.get(address, words_of(name)).content.decode())
        if name in {"stats-kind", "stats-metric", "stats-routes"} and ">As of" in text:
            asked += 1
            assert re.search(r"As of <time datetime=\"\d{4}-\d\d-\d\dT", text), address
            assert "Every stored game counts once" in text, address
    assert asked > (25 if IS_DEEP else 10)
    for address, body in bodies(client).items():
        if isinstance(body, dict) and "/stats/" in address and "versions" in body:
            assert re.match(r"\d{4}-\d\d-\d\dT", body["as_of"]), address
            assert body["inclusion"], address
    before = client.get("/api/v1/stats/goryo/roles/").json()
    count(ann_and_ben(RESIGN["samurai"], x_new=1))
    after = client.get("/api/v1/stats/goryo/roles/").json()
    assert after["as_of"] > before["as_of"]
    for key in ("goryo", "samurai"):
        more = int(key == "goryo")
        old, new = (body["overall"]["roles"][key] for body in (before, after))
        assert (new["k"], new["n"]) == (old["k"] + more, old["n"] + 1)


@pytest.mark.slow
def test_a136_what_is_deleted_was_never_there(client: Client) -> None:
    """Every number of every door, to the last unit: of games taken away, and of games hidden."""

    def told() -> dict[str, str]:
        catch_up()
        return {a: TIMES.sub("", json.dumps(body)) for a, body in bodies(client).items()}

    kept = season(6)
    count(*kept)
    before = told()
    for take_away in (replay_services.delete_games, lambda ids: [
        replay_services.withdraw_games([game.pk]) for game in Game.objects.filter(pk__in=ids)
    ]):  # fmt: skip
        ids = count(*season(8, seed=5), ann_and_ben(ABANDON, board=other_board()))
        between = told()
        assert sum(between[address] != before[address] for address in before) > (
            60 if IS_DEEP else 20
        )
        take_away(ids)
        stats_services.sweep_games()
        after = told()
        assert [address for address in before if after[address] != before[address]] == []


def kyoto_game() -> dict[str, Any]:
    """A game of Shadows in Kyoto between bots, as if people had played it."""
    log = simulate("kyoto", KINDS["kyoto"].identity.rulesets[0], "1", random.Random(1)).plain()
    return {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}


@pytest.mark.slow
def test_a138_of_games_taken_away_no_page_knows_and_no_link_is_dead(client: Client) -> None:
    count(kyoto_game())  # so that each game has a board with something on it
    ids = count(*season(10))
    gone = list(Game.objects.filter(pk__in=ids[::2]))
    for game in gone:
        replay_services.withdraw_games([game.pk])
    catch_up()
    pages = [("home", "/"), ("games", "/games/"), ("games", "/games/?simulated=all")]
    pages += [("found", "/games/?player=ann"), ("api", "/api/v1/games/"), *addresses(brief=True)]
    links = set()
    for name, address in pages:
        text = client.get(address, words_of(name)).content.decode()
        assert [game.public_id for game in gone if game.public_id in text] == [], address
        assert [game.digest for game in gone if game.digest in text] == [], address
        found = re.findall(r'(?:href|url)"?[=:] ?"(?:http://testserver)?(/[^"#]*)', unescape(text))
        links |= {(link, address) for link in found if not link.startswith(NO_PAGE)}
    alike = {re.sub(r"=[^&]*", "", link): (link, page) for link, page in sorted(links)}
    targets = dict(alike.values())
    assert sum(link.startswith("/games/") for link in targets) > 5
    for link, page in targets.items():
        assert client.get(link).status_code in {200, 302}, (link, page)


def test_a140_numbers_beside_each_other_do_not_multiply(client: Client) -> None:
    """A game with a name at both places, notes, branches and two uploads; a player of two names."""
    both = [{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "ann"}]
    count(one_round(RESIGN["samurai"], players=both), ann_and_ben(RESIGN["samurai"]))
    count(*(ann_and_ben(RESIGN["goryo"], x_n=number) for number in range(3)))
    game = Game.objects.order_by("pk").first()
    assert game is not None
    for number in range(4):
        notes, _ = replay_services.begin_notes(game, "public", title=str(number))
        replay_services.put_note(notes, 3, text="one", glyph="!")
        replay_services.begin_branch(game, 3, "public", name=str(number))
    replay_services.submit(
        game.canonical.encode(), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    listed = client.get("/api/v1/games/?player=ann").json()["games"]
    assert len({row["id"] for row in listed}) == len(listed) == 5
    told = {row["name"]: row for row in client.get("/api/v1/players/").json()["players"]}
    assert (told["Ann"]["games"], told["Ann"]["won"], told["Ann"]["lost"]) == (6, 2, 4)
    assert (told["Ben"]["games"], told["Ben"]["won"]) == (4, 3)
    replay_services.merge_names("ann", "ben", by="the house")
    catch_up()
    (one,) = client.get("/api/v1/players/").json()["players"]
    assert (one["games"], one["won"], one["lost"]) == (10, 5, 5)
    listed = client.get(of("Ann", "games/")).context["page"].rows
    assert len({row.pk for row in listed}) == len(listed) == 5


@pytest.mark.parametrize(("won", "lost", "shown"), [
    (1, 7, ("12.5 %", "87.5 %")), (1, 2, ("33.3 %", "66.7 %")), (1, 15, ("6.3 %", "93.8 %")),
])  # fmt: skip
def test_a143_rounding_is_one_rule_on_page_in_api_table_and_figure(
    client: Client, won: int, lost: int, shown: tuple[str, str]
) -> None:
    ends = [RESIGN["samurai"]] * won + [RESIGN["goryo"]] * lost
    count(*(ann_and_ben(end, x_n=number) for number, end in enumerate(ends)))
    body = client.get("/api/v1/stats/goryo/roles/").json()["overall"]["roles"]
    assert tuple(role["percent"] for role in body.values()) == shown
    text = client.get("/stats/goryo/").content.decode()
    figure = client.get("/api/v1/stats/goryo/roles/figure/?by=edition").content.decode()
    assert all(f">{words}<" in text for words in shown)
    assert all(words in figure for words in shown)
    table = client.get("/api/v1/stats/goryo/roles/csv/").content.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [float(row["rate"]) for row in rows] == [role["value"] for role in body.values()]
    assert [role["value"] for role in body.values()] == [won / (won + lost), lost / (won + lost)]
    player = client.get(f"/api/v1{of('Ann')}").json()["records"][0]["whole"]["rate"]
    assert (player["percent"], player["value"]) == (shown[0], won / (won + lost))


def test_a143_order_goes_by_what_was_not_rounded(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ladders by the exact lower end of the interval, of people who all have the same rating as it
    is written.
    """
    monkeypatch.setattr("analytics.reads.ratings.MINIMUM", 1)
    count(*season(), ann_and_ben(RESIGN["goryo"], x_n=1))
    for pool in RatingPool.objects.all():
        close = {row.pk: 20 + n / 1000 for n, row in enumerate(pool.standings.order_by("handle"))}
        for pk, low in close.items():
            pool.standings.filter(pk=pk).update(low=low)
        for place in rating_reads.places(LIVE, pool):
            lows = [row.low for row in rating_reads.ladder(LIVE, pool, place)]
            assert lows
            assert lows == sorted(lows, reverse=True)


UNIQUE = {'"replays_game"."id" DESC', "1 ASC", "1 DESC", '"analytics_standing"."handle" ASC'}
"""What no two rows of a list share: ids and players (the first column), handles of a ladder."""


def test_a154_pages_of_a_list_hold_each_game_once(client: Client) -> None:
    """All of one moment, date and players. What is cut into pages is ordered by what no two rows
    share, so that a database that gives ties in any order skips and repeats nothing.
    """
    logs = [ann_and_ben(RESIGN["samurai"], x_n=n, played_at="2026-01-01") for n in range(60)]
    count(*logs)
    Game.objects.update(created_at=Game.objects.latest("pk").created_at)
    doors = {
        of("Ann", "games/"): {},
        "/stats/goryo/games/": {"space": "c3", "layer": "target"},
        "/games/": {},
    }
    for door, words in doors.items():
        found: list[str] = []
        for number in (1, 2):
            text = client.get(door, {**words, "page": number}).content.decode()
            found += re.findall(r'<t[dh][^>]*>\s*<a href="/games/([\w-]+)/', text)
        assert len(found) == len(set(found)) == 60, door
    cut = set()
    for door in (*doors, "/api/v1/players/", "/api/v1/players/?sort=name",
                 "/api/v1/stats/goryo/ratings/", "/api/v1/games/"):  # fmt: skip
        with CaptureQueriesContext(connection) as captured:
            assert client.get(door, doors.get(door)).status_code == 200
        for query in captured:
            order = re.search(r" ORDER BY (.*?) LIMIT (\d+)( OFFSET \d+)?$", query["sql"])
            if order and int(order[2]) >= 50:
                last = re.split(r", (?![^(]*\))", order[1])[-1]
                assert last in UNIQUE, (door, order[1])
                cut.add(door)
    assert len(cut) == 7, cut


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Pacific/Tongatapu"])
@pytest.mark.parametrize(
    ("played_at", "month", "day"),
    [
        ("2024-03-01T00:30Z", "2024-03", "2024-03-01"),
        ("2024-02-29T23:30-08:00", "2024-02", "2024-02-29"),
        ("2024-03-01T00:30+13:00", "2024-03", "2024-03-01"),
        ("2024-03-01", "2024-03", "2024-03-01"),
    ],
)
def test_a156_a_game_is_of_the_month_that_its_log_writes(
    client: Client, settings: Any, zone: str, played_at: str, month: str, day: str
) -> None:
    settings.TIME_ZONE = zone
    count(ann_and_ben(RESIGN["goryo"], played_at=played_at))
    (cluster,) = client.get("/api/v1/stats/goryo/roles/?by=month").json()["clusters"]
    assert (cluster["key"], cluster["n"]) == (month, 1)
    assert "as written" in client.get("/api/v1/stats/goryo/roles/").json()["inclusion"]
    other = "2024-02" if month == "2024-03" else "2024-03"
    for words, n in (({"month": month}, 1), ({"month": other}, 0)):
        assert client.get("/api/v1/stats/goryo/roles/", words).json()["overall"]["n"] == n
        assert len(client.get("/api/v1/games/", words).json()["games"]) == n
    one_day = {"from": day, "to": day}
    assert len(client.get("/api/v1/games/", one_day).json()["games"]) == 1


def test_a158_ranges_hold_their_ends_and_run_forward(client: Client) -> None:
    months = ["2024-06", "2024-07", "2024-08", None]
    count(*(ann_and_ben(RESIGN["goryo"], x_n=n, **({"played_at": f"{m}-15"} if m else {}))
            for n, m in enumerate(months)))  # fmt: skip
    for first, last, n in (("2024-07", "2024-07", 1), ("2024-06", "2024-07", 2),
                           ("2024-09", "2025-01", 0), ("", "2024-07", 2)):  # fmt: skip
        words = {"from": first, "to": last} if first else {"to": last}
        for door in ("roles/", "metrics/wins-rounds/"):
            body = client.get(f"/api/v1/stats/goryo/{door}", words).json()
            games = body["overall"]["games"] if "overall" in body else body["games"]
            assert games["total"] == n, (door, words)
    asked = 0
    for wrong in ({"from": "2024-08", "to": "2024-07"}, {"from": "2024-13"}, {"to": "2024-02-30"}):
        for name, address in addresses(brief=True):
            answer = client.get(address, words_of(name, **wrong))
            assert answer.status_code in {400, 404}, (address, wrong)
            asked += answer.status_code == 400
    assert asked > 150


WRONG = (
    {"rolle": "goryo"}, {"owned": "1"}, {"edition": "1999"}, {"simulated": "maybe"},
    {"by": "luck"}, {"mode": "x"}, {"edition": ["2021", "2024"]},
    *({"page": number} for number in ("0", "-1", "1000000000", "abc")),
)  # fmt: skip


def test_a163_no_door_of_numbers_lets_a_word_pass_unread(client: Client) -> None:
    """Whatever it is asked: 400, or 404 where there is no such page; never the whole."""
    count(*season(4))
    for name, address in addresses(brief=True):
        if client.get(address, words_of(name)).status_code == 200:
            for wrong in WRONG:
                answer = client.get(address, words_of(name, **wrong))
                assert answer.status_code in {400, 404}, (address, wrong)


def test_every_kind_is_walked() -> None:
    names = {name for name, _ in addresses()}
    assert {"stats-metric", "api-stats-metric", "players", "api-stats-balance"} <= names
    walked = " ".join(address for _, address in addresses())
    assert all(f"/{slug}/" in walked for slug in KINDS)


@pytest.mark.parametrize("name", ["Ａlice", "Alice\u200b", "ALICE", "\u202eAlice"])
def test_a161_a162_one_rule_of_names_for_every_door(client: Client, name: str) -> None:
    count(*(one_round(RESIGN["goryo"], x_n=n, players=[{"role": "goryo", "name": written}])
            for n, written in enumerate(("Alice", name, "\u0410lice"))))  # fmt: skip
    listed = client.get("/api/v1/players/").json()["players"]
    assert sorted(row["games"] for row in listed) == [1, 2]
    assert len(client.get("/api/v1/games/", {"player": name}).json()["games"]) == 2
    assert client.get(f"/api/v1{of(name)}").json()["games"]["no"] == 2
    assert stats_services.rate_waiting() == 0
    out = io.StringIO()
    call_command("recount", "--check", stdout=out)
