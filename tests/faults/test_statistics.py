"""Faults of peers' statistics, rows A119 to A163: shares, intervals, filters, drill-down, charts.

Rules for all addresses of numbers are in `test_walk.py`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
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
from games.registry import judge
from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.text.names import handle_of, name_key
from tests.faults.worlds import NAMES, RESIGN, ann_and_ben, count, season, update_derived
from tests.unit.analytics.logs import (
    ABANDON,
    BOUND,
    HAUNT,
    log_of,
    ndjson,
    one_round,
    other_board,
    playout,
)  # fmt: skip

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent.parent / "golden"
GORYO_WINS, SAMURAI_WIN = RESIGN["samurai"], RESIGN["goryo"]
Api = Callable[..., Any]


@pytest.fixture
def api(client: Client) -> Api:
    """Return the body of an answer of the API; neither NaN nor Infinity is accepted."""

    def get(path: str, params: Any = None, *, status: int = 200) -> Any:
        answer = client.get(f"/api/v1/{path}", params)
        assert answer.status_code == status, answer.content[:200]
        return json.loads(answer.content, parse_constant=pytest.fail)

    return get


@pytest.fixture
def goryo(api: Api) -> Api:
    """Return the body of an answer with statistics of Goryō."""
    return lambda path, params=None, **more: api(f"stats/goryo/{path}", params, **more)


def player(name: str) -> str:
    return f"players/{handle_of(name_key(name))}/"


def won(n_goryo: int, n_samurai: int) -> list[Any]:
    """Return games of Ann (the Goryō) and Ben that one side gave up."""
    ends = [GORYO_WINS] * n_goryo + [SAMURAI_WIN] * n_samurai
    return [ann_and_ben(end, x_n=number) for number, end in enumerate(ends)]


def total(body: Any) -> int:
    return int((body["overall"]["games"] if "overall" in body else body["games"])["total"])


def test_a120_games_without_a_winner_are_not_defeats(api: Api, goryo: Api) -> None:
    abandoned = (ann_and_ben(ABANDON, x_n=number) for number in (4, 5))
    count(*won(3, 1), *abandoned, ann_and_ben())
    roles = goryo("roles/")["overall"]
    assert [(r["k"], r["n"]) for r in roles["roles"].values()] == [(3, 4), (1, 4)]
    assert roles["games"] == {
        "total": 7, "decided": 4, "abandoned": 2, "unfinished": 1, "resigned": 4,
    }  # fmt: skip
    (record,) = api(player("Ann"))["records"]
    whole = record["whole"]
    assert [whole[end] for end in ("won", "lost", "nobody", "unfinished")] == [3, 1, 2, 1]
    assert (whole["rate"]["k"], whole["rate"]["n"]) == (3, 4)


def test_a120_a_shared_victory_counts_for_each_winner_separately(api: Api) -> None:
    (judged,) = judge((GOLDEN / "gorinto/2p-burrow/shared.txt").read_bytes())
    assert judged.record is not None
    log = {key: value for key, value in judged.record.plain().items() if key != "x_simulated"}
    for seat, name in zip(log["players"], NAMES, strict=False):
        seat["name"] = name
    count(log)
    for name in NAMES[:2]:
        body = api(player(name))
        whole = body["records"][0]["whole"]
        assert [whole[end] for end in ("won", "shared", "lost", "nobody")] == [1, 1, 0, 0]
        (other,) = body["opponents"]
        assert (other["ahead"]["k"], other["ahead"]["n"], other["level"]) == (0, 1, 1)
    seats = api("stats/gorinto/metrics/wins-seat/")
    groups = [(row["k"], row["n"], row["aside"]) for row in seats["groups"] if row["n"]]
    assert groups == [(1, 1, 1), (1, 1, 1)]
    assert "alone or shared" in seats["definition"]
    assert "counted separately" in seats["definition"]


def test_a121_games_by_ending_add_up_to_all_of_them(goryo: Api) -> None:
    count(*won(2, 1), one_round(ABANDON), one_round())
    tally = goryo("roles/")["overall"]["games"]
    assert tally["total"] == 5 == tally["decided"] + tally["abandoned"] + tally["unfinished"]
    body = goryo("roles/?by=reason")
    shares = [r["value"] for c in body["clusters"] for r in c["roles"].values()]
    assert sum(shares) == pytest.approx(1)


def test_a124_every_number_has_a_definition(api: Api, goryo: Api) -> None:
    for kind in api("stats/catalogue/")["kinds"]:
        for metric in kind["metrics"]:
            assert len(metric["definition"]) > 40
            assert metric["history"]
            assert metric["least"] == 10
    count(*won(2, 1))
    metrics = [f"metrics/{key}/" for key in ("wins-rounds", "length", "luck", "bits")]
    for path in ("roles/", "roles/?by=reason", "spaces/", "ways/", *metrics, "balance/"):
        assert len(goryo(path)["definition"]) > 40, path


def test_a126_without_games_there_is_no_rate(client: Client, goryo: Api) -> None:
    count(*won(1, 0))
    rate = goryo("roles/?edition=2019")["overall"]["roles"]["goryo"]
    assert (rate["value"], rate["low"], rate["high"], rate["percent"]) == (None, None, None, "–")
    assert goryo("metrics/wins-rounds/?edition=2019")["groups"] == []
    assert goryo("roles/figure/?edition=2019")["layout"]["annotations"]
    assert client.get("/stats/goryo/wins-rounds/?edition=2019").status_code == 200


def test_a128_few_games_are_marked_after_every_filter(client: Client, goryo: Api) -> None:
    count(*won(7, 5), one_round(GORYO_WINS, ruleset={"edition": "2021"}))
    by = {c["key"]: c["is_few"] for c in goryo("roles/?by=edition")["clusters"]}
    assert by == {"2021": True, "2024": False}
    (group,) = goryo("metrics/wins-rounds/?edition=2021")["groups"]
    assert group["is_few"]
    text = unescape(client.get("/stats/goryo/wins-rounds/?edition=2021").content.decode())
    assert 'class="is-few"' in text
    assert "few games" in text


def test_a130_a_game_that_ended_before_it_began_counts_no_spaces(goryo: Api) -> None:
    count(log_of([BOUND, HAUNT, GORYO_WINS]), *won(1, 0))
    assert goryo("roles/")["overall"]["n"] == 2
    assert goryo("spaces/")["n"] == 1
    assert goryo("metrics/length/")["groups"] == []  # both were resigned


def test_a131_totals_are_the_same_on_every_page(goryo: Api) -> None:
    endings = (*[None] * 6, "abandon", "unfinished")
    count(*(playout(seed, ending) for seed, ending in enumerate(endings)))
    paths = ("roles/", *(f"metrics/{key}/" for key in ("wins-rounds", "length", "luck")), "spaces/")
    assert {total(goryo(path)) for path in paths} == {len(endings)}


def test_a132_unknown_rules_are_refused_and_custom_boards_counted_apart(goryo: Api) -> None:
    count(*won(0, 3))
    for ruleset in (
        {"edition": "2024", "double_moves": 99},
        {"edition": "2024", "advanced": "very"},
        {"edition": "house"},
        {},
    ):
        log = ann_and_ben(SAMURAI_WIN, ruleset=ruleset)
        upload = replay_services.submit(
            ndjson([log]), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
        )
        assert (upload.n_refused, Game.objects.count()) == (1, 3), ruleset
    count(ann_and_ben(SAMURAI_WIN, board=other_board()))
    spaces = goryo("spaces/")
    assert (spaces["board"]["digest"], spaces["n"]) == (default_board().digest, 3)
    assert sorted(cluster["n"] for cluster in goryo("roles/?by=board")["clusters"]) == [1, 3]
    assert sorted(fit["games"] for fit in goryo("balance/")["fits"]) == [1, 3]


def test_a135_the_time_of_the_numbers_changes_with_them(goryo: Api) -> None:
    count(*won(1, 1))
    before = goryo("roles/")
    count(ann_and_ben(GORYO_WINS, x_new=1))
    after = goryo("roles/")
    assert after["as_of"] > before["as_of"]
    rates = [list(body["overall"]["roles"].values()) for body in (before, after)]
    assert [[(r["k"], r["n"]) for r in row] for row in rates] == [
        [(1, 2), (1, 2)],
        [(2, 3), (1, 3)],
    ]


def test_a139_a_second_import_changes_nothing(goryo: Api) -> None:
    count(*won(3, 2))
    before = goryo("metrics/wins-rounds/")
    count(*won(3, 2))
    assert goryo("metrics/wins-rounds/") == before


def test_a140_related_rows_do_not_multiply_counts(client: Client, api: Api) -> None:
    """A game with a name in both seats, notes, branches and two uploads; a player of two names."""
    both = [{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "ann"}]
    count(one_round(GORYO_WINS, players=both), ann_and_ben(GORYO_WINS), *won(0, 3))
    game = Game.objects.earliest("pk")
    for number in range(4):
        notes, _ = replay_services.begin_notes(game, "public", title=str(number))
        replay_services.put_note(notes, 3, text="one", glyph="!")
        replay_services.begin_branch(game, 3, "public", name=str(number))
    replay_services.submit(
        game.canonical.encode(), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    listed = api("games/?player=ann")["games"]
    assert len({row["id"] for row in listed}) == len(listed) == 5
    rows = {row["name"]: row for row in api("players/")["players"]}
    assert [rows["Ann"][key] for key in ("games", "won", "lost")] == [6, 2, 4]
    assert [rows["Ben"][key] for key in ("games", "won")] == [4, 3]
    replay_services.merge_names("ann", "ben", by="an administrator")
    update_derived()
    (row,) = api("players/")["players"]
    assert [row[key] for key in ("games", "won", "lost")] == [10, 5, 5]
    listed = client.get(f"/{player('Ann')}games/").context["page"].rows
    assert len({row.pk for row in listed}) == len(listed) == 5


def test_a141_games_without_a_month_are_a_group(goryo: Api) -> None:
    count(one_round(GORYO_WINS, played_at="2026-01-02"), one_round(GORYO_WINS))
    groups = goryo("metrics/wins-rounds/?by=month")["groups"]
    assert [(g["key"], g["n"]) for g in groups] == [("2026-01", 1), ("unknown", 1)]


@pytest.mark.parametrize(("n_won", "lost", "shown"), [
    (1, 7, ("12.5 %", "87.5 %")), (1, 2, ("33.3 %", "66.7 %")), (1, 15, ("6.3 %", "93.8 %")),
])  # fmt: skip
def test_a119_a143_one_rule_of_rounding_in_page_api_table_and_figure(
    client: Client, api: Api, goryo: Api, n_won: int, lost: int, shown: tuple[str, str]
) -> None:
    count(*won(n_won, lost))
    roles = goryo("roles/")["overall"]["roles"].values()
    assert tuple(role["percent"] for role in roles) == shown
    shares = [n_won / (n_won + lost), lost / (n_won + lost)]
    assert [role["value"] for role in roles] == shares
    text = client.get("/stats/goryo/").content.decode()
    figure = client.get("/api/v1/stats/goryo/roles/figure/?by=edition").content.decode()
    assert all(f">{percent}<" in text and percent in figure for percent in shown)
    table = client.get("/api/v1/stats/goryo/roles/csv/").content.decode()
    assert [float(row["rate"]) for row in csv.DictReader(io.StringIO(table))] == shares
    rate = api(player("Ann"))["records"][0]["whole"]["rate"]
    assert (rate["percent"], rate["value"]) == (shown[0], shares[0])


def test_a143_ladders_are_ordered_by_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the exact lower end of the interval, for players whose rounded ratings are equal."""
    monkeypatch.setattr("analytics.reads.ratings.MINIMUM", 1)
    count(*season(), ann_and_ben(SAMURAI_WIN, x_n=1))
    for pool in RatingPool.objects.all():
        for n, row in enumerate(pool.standings.order_by("handle")):
            pool.standings.filter(pk=row.pk).update(low=20 + n / 1000)
        for role in rating_reads.places(LIVE, pool):
            lows = [row.low for row in rating_reads.ladder(LIVE, pool, role)]
            assert lows
            assert lows == sorted(lows, reverse=True)


def test_a146_groups_are_categories_and_never_numbers(goryo: Api) -> None:
    count(*(playout(seed) for seed in range(4)))
    for path in ("metrics/wins-rounds/figure/", "metrics/wins-spirits/figure/"):
        axis = goryo(path)["layout"]["yaxis"]
        assert axis["type"] == "category"
        assert axis["categoryarray"]


@pytest.mark.parametrize("show", ["times", "share", "pair", "difference"])
def test_a147_a148_charts_are_valid_json_also_without_games(goryo: Api, show: str) -> None:
    count(*won(1, 0))
    goryo(f"spaces/figure/?show={show}")
    count(log_of([BOUND, HAUNT, GORYO_WINS], ruleset={"edition": "2019"}))
    assert goryo(f"spaces/figure/?show={show}&edition=2019")["layout"]["annotations"]


def test_a149_rare_spaces_differ_from_unused_ones(goryo: Api) -> None:
    count(*(playout(seed) for seed in range(30)))
    (trace,) = goryo("spaces/figure/?layer=target")["data"]
    heats = [value for row in trace["z"] for value in row if value is not None]
    assert all(value == 0 or value > 0.1 for value in heats)


def test_a153_a_game_that_fits_twice_is_listed_once(client: Client, goryo: Api) -> None:
    count(*(playout(seed) for seed in range(8)))
    for group in goryo("metrics/questions/")["groups"]:
        text = client.get(group["games_url"].removeprefix("http://testserver")).content.decode()
        listed = re.findall(r'<td><a href="(/games/[^"]+)"', text)
        assert len(listed) == len(set(listed)) == group["games"]


UNIQUE = {'"replays_game"."id" DESC', "1 ASC", "1 DESC", '"analytics_standing"."handle" ASC'}
"""Unique keys of the rows of a list: ids and players (the first column), handles of a ladder."""


def test_a154_pages_of_a_list_contain_each_game_once(client: Client) -> None:
    """Games of the same moment, date and players. Lists with pages are ordered by a unique key, so
    that a database that returns ties in any order skips and repeats nothing.
    """
    count(*(ann_and_ben(GORYO_WINS, x_n=n, played_at="2026-01-01") for n in range(60)))
    Game.objects.update(created_at=Game.objects.latest("pk").created_at)
    lists = (f"/{player('Ann')}games/", "/stats/goryo/games/?space=c3&layer=target", "/games/")
    for address in lists:
        pages = (client.get(f"{address}{'&' if '?' in address else '?'}page={n}") for n in (1, 2))
        text = "".join(page.content.decode() for page in pages)
        ids = re.findall(r'<t[dh][^>]*>\s*<a href="/games/([\w-]+)/', text)
        assert len(ids) == len(set(ids)) == 60, address
    cut = set()
    for address in (*lists, "/api/v1/players/", "/api/v1/players/?sort=name",
                    "/api/v1/stats/goryo/ratings/", "/api/v1/games/"):  # fmt: skip
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        for query in captured:
            order = re.search(r" ORDER BY (.*?) LIMIT (\d+)( OFFSET \d+)?$", query["sql"])
            if order and int(order[2]) >= 50:
                assert re.split(r", (?![^(]*\))", order[1])[-1] in UNIQUE, (address, order[1])
                cut.add(address)
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
def test_a156_the_month_of_a_game_is_the_one_in_its_log(
    api: Api, goryo: Api, settings: Any, zone: str, played_at: str, month: str, day: str
) -> None:
    settings.TIME_ZONE = zone
    count(ann_and_ben(SAMURAI_WIN, played_at=played_at))
    (cluster,) = goryo("roles/?by=month")["clusters"]
    assert (cluster["key"], cluster["n"]) == (month, 1)
    assert "as written" in goryo("roles/")["inclusion"]
    other = "2024-02" if month == "2024-03" else "2024-03"
    for params, n in (({"month": month}, 1), ({"month": other}, 0)):
        assert goryo("roles/", params)["overall"]["n"] == n
        assert len(api("games/", params)["games"]) == n
    assert len(api("games/", {"from": day, "to": day})["games"]) == 1


def test_a158_ranges_include_their_ends(goryo: Api) -> None:
    dates = [{"played_at": f"2024-0{month}-15"} for month in (6, 7, 8)]
    count(*(ann_and_ben(SAMURAI_WIN, x_n=n, **date) for n, date in enumerate([*dates, {}])))
    for first, last, n in (("2024-07", "2024-07", 1), ("2024-06", "2024-07", 2),
                           ("2024-09", "2025-01", 0), ("", "2024-07", 2)):  # fmt: skip
        params = {"from": first, "to": last} if first else {"to": last}
        for path in ("roles/", "metrics/wins-rounds/"):
            assert total(goryo(path, params)) == n, (path, params)


@pytest.mark.parametrize("name", ["Ａlice", "Alice\u200b", "ALICE", "\u202eAlice"])
def test_a161_a162_one_rule_of_names_everywhere(api: Api, name: str) -> None:
    names = ("Alice", name, "\u0410lice")
    count(*(one_round(SAMURAI_WIN, x_n=n, players=[{"role": "goryo", "name": written}])
            for n, written in enumerate(names)))  # fmt: skip
    assert sorted(row["games"] for row in api("players/")["players"]) == [1, 2]
    assert len(api("games/", {"player": name})["games"]) == 2
    assert api(player(name))["games"]["no"] == 2
    assert stats_services.rate_waiting() == 0
    call_command("recount", "--check", stdout=io.StringIO())


@pytest.mark.parametrize(
    "path",
    [
        "roles/?rolle=goryo", "metrics/wins-rounds/?shwo=lift", "spaces/?show=odds",
        "ways/?round=1", "metrics/wins-rounds/?by=reason",
    ],
)  # fmt: skip
def test_a163_an_unknown_parameter_is_refused(goryo: Api, path: str) -> None:
    assert goryo(path, status=400)["error"]["code"] == "bad_question"


def test_bot_games_are_mixed_with_human_games_only_on_request(goryo: Api) -> None:
    count(*won(2, 1), one_round(GORYO_WINS, x_simulated=True))
    for path in ("metrics/wins-rounds/", "spaces/", "roles/"):
        assert total(goryo(path)) == 3
    for query, n in (("", 3), ("&simulated=yes", 1), ("&simulated=all", 4)):
        assert goryo(f"ways/?root=r1{query}")["here"] == n
