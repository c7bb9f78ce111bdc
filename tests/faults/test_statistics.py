"""Faults of peers' statistics, rows A119 to A163: shares, intervals, filters, drill-down, charts.

Rules for all addresses of numbers are in `test_walk.py`.
"""

import csv
import io
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
from analytics.models import Standing
from analytics.reads import ratings as rating_reads
from analytics.reads.sums import LIVE
from games.goryo.rules.board import default_board
from games.registry import judge
from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.text.names import handle_of, name_key
from tests.faults.worlds import ann_and_ben, count, season
from tests.support.pages import get_json, missing
from tests.unit.analytics import logs
from tests.unit.analytics.logs import GORYO_WINS, NAMES, SAMURAI_WIN, ndjson, one_round
from tests.unit.analytics.snapshot import update_derived

GOLDEN = Path(__file__).parent.parent / "golden"
Api = Callable[..., Any]


@pytest.fixture
def api(client: Client) -> Api:
    """Return the body of an answer of the API; neither NaN nor Infinity is accepted."""
    return lambda path, params=None: get_json(client, f"/api/v1/{path}", data=params)


@pytest.fixture
def goryo(api: Api) -> Api:
    """Return the body of an answer with statistics of Goryō."""
    return lambda path, params=None: api(f"stats/goryo/{path}", params)


def player(name: str) -> str:
    return f"players/{handle_of(name_key(name))}/"


def won(n_goryo: int, n_samurai: int) -> list[Any]:
    """Return games of Ann (the Goryō) and Ben that one side gave up."""
    ends = [GORYO_WINS] * n_goryo + [SAMURAI_WIN] * n_samurai
    return [ann_and_ben(end, x_n=number) for number, end in enumerate(ends)]


def total(body: Any) -> int:
    return int((body["overall"]["games"] if "overall" in body else body["games"])["total"])


def test_a120_a_shared_victory_counts_for_each_winner_separately(api: Api) -> None:
    (judged,) = judge((GOLDEN / "gorinto/2p-burrow/shared.txt").read_bytes())
    log = {key: value for key, value in judged.record.plain().items() if key != "x_simulated"}
    count(logs.named(log, *NAMES[:2]))
    for name in NAMES[:2]:
        body = api(player(name))
        whole = body["records"][0]["whole"]
        assert [whole[end] for end in ("won", "shared", "lost", "abandoned")] == [1, 1, 0, 0]
        (other,) = body["opponents"]
        assert (other["ahead"]["k"], other["ahead"]["n"], other["level"]) == (0, 1, 1)
    seats = api("stats/gorinto/metrics/wins-seat/")
    groups = [(row["k"], row["n"], row["aside"]) for row in seats["groups"] if row["n"]]
    assert groups == [(1, 1, 1), (1, 1, 1)]
    assert missing(seats["definition"], "alone or shared", "counted separately") == []


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


def test_a128_few_games_are_marked_after_every_filter(client: Client, goryo: Api) -> None:
    count(*won(7, 5), one_round(GORYO_WINS, ruleset={"edition": "2021"}))
    by = {c["key"]: c["is_few"] for c in goryo("roles/?by=edition")["clusters"]}
    assert by == {"2021": True, "2024": False}
    (group,) = goryo("metrics/wins-rounds/?edition=2021")["groups"]
    assert group["is_few"]
    text = unescape(client.get("/stats/goryo/wins-rounds/?edition=2021").content.decode())
    assert missing(text, 'class="is-few"', "few games") == []


def test_a132_unknown_rules_are_refused_and_custom_boards_counted_apart(goryo: Api) -> None:
    count(*won(0, 3))
    more = ({"double_moves": 99}, {"advanced": "very"}, {"edition": "house"})
    for ruleset in ({}, *({"edition": "2024", **part} for part in more)):
        log = ann_and_ben(SAMURAI_WIN, ruleset=ruleset)
        upload = replay_services.submit(
            ndjson([log]), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
        )
        assert (upload.n_refused, Game.objects.count()) == (1, 3), ruleset
    count(ann_and_ben(SAMURAI_WIN, board=logs.other_board()))
    spaces = goryo("spaces/")
    assert (spaces["board"]["digest"], spaces["n"]) == (default_board().digest, 3)
    assert sorted(cluster["n"] for cluster in goryo("roles/?by=board")["clusters"]) == [1, 3]
    assert sorted(fit["games"] for fit in goryo("balance/")["fits"]) == [1, 3]


def test_a140_related_rows_do_not_multiply_counts(client: Client, api: Api) -> None:
    """A game with a name in both seats, notes, branches and two uploads; a player of two names."""
    both = one_round(GORYO_WINS, players=logs.two_players("Ann", "ann"))
    count(both, ann_and_ben(GORYO_WINS), *won(0, 3))
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
    text = client.get("/stats/goryo/roles/").content.decode()
    figure = client.get("/api/v1/stats/goryo/roles/figure/?by=edition").content.decode()
    assert f">{shown[0]}<" in text  # one rate of a game with two sides
    assert all(percent in figure for percent in shown)
    table = client.get("/api/v1/stats/goryo/roles/csv/").content.decode()
    assert [float(row["rate"]) for row in csv.DictReader(io.StringIO(table))] == shares
    rate = api(player("Ann"))["records"][0]["whole"]["rate"]
    assert (rate["percent"], rate["value"]) == (shown[0], shares[0])


def test_a143_ladders_are_ordered_by_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the exact lower end of the interval, for players whose rounded ratings are equal."""
    monkeypatch.setattr("analytics.reads.ratings.MINIMUM", 1)
    count(*season(), ann_and_ben(SAMURAI_WIN, x_n=1))
    stats_services.fit_results()
    for n, row in enumerate(Standing.objects.order_by("handle")):
        Standing.objects.filter(pk=row.pk).update(low=1400 + n / 1000)
    for role in ("", "goryo", "samurai"):
        rows = rating_reads.ladder(LIVE, "goryo", role, simulated=False)
        lows = [row.low for row in rows]
        assert len(lows) == 4
        assert lows == sorted(lows, reverse=True)


@pytest.mark.parametrize("show", ["times", "share", "pair", "difference"])
def test_a147_a148_charts_are_valid_json_also_without_games(goryo: Api, show: str) -> None:
    count(*won(1, 0))
    goryo(f"spaces/figure/?show={show}")
    count(logs.log_of([logs.BOUND, logs.HAUNT, GORYO_WINS], ruleset={"edition": "2019"}))
    assert goryo(f"spaces/figure/?show={show}&edition=2019")["layout"]["annotations"]


UNIQUE = {
    '"replays_game"."id" DESC', "1 ASC", "1 DESC", '"analytics_standing"."handle" ASC',
    '"col5" ASC',
}  # fmt: skip
"""Unique keys of the rows of a list: ids and players (the first column), handles of a ladder, also
as a column of the query that ranks them.
"""


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
        ids = re.findall(r'<(?:t[dh]|li)[^>]*>\s*<a href="/games/([\w-]+)/', text)
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


@pytest.mark.parametrize("name", ["Ａlice", "Alice\u200b", "ALICE", "\u202eAlice"])
def test_a161_a162_one_rule_of_names_everywhere(api: Api, name: str) -> None:
    names = ("Alice", name, "\u0410lice")
    count(*(one_round(SAMURAI_WIN, x_n=n, players=[{"role": "goryo", "name": written}])
            for n, written in enumerate(names)))  # fmt: skip
    assert sorted(row["games"] for row in api("players/")["players"]) == [1, 2]
    assert len(api("games/", {"player": name})["games"]) == 2
    assert api(player(name))["games"]["no"] == 2
    assert stats_services.fit_results() == 0
    call_command("recount", "--check", stdout=io.StringIO())


def test_bot_games_are_mixed_with_human_games_only_on_request(goryo: Api) -> None:
    count(*won(2, 1), one_round(GORYO_WINS, x_simulated=True))
    for path in ("metrics/wins-rounds/", "spaces/", "roles/"):
        assert total(goryo(path)) == 3
    for query, n in (("", 3), ("&simulated=yes", 1), ("&simulated=all", 4)):
        assert goryo(f"ways/?root=r1{query}")["here"] == n
