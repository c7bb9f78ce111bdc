"""Players: every number of a page equals a count from the logs, and links to its games."""

import json
from collections import Counter, defaultdict

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.insight.differences import difference_bounds
from analytics.models import PlayerCell
from analytics.reads import players as player_reads
from games.registry import judge
from replays import services as replay_services
from replays.text.names import handle_of, name_key

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import NAMES, PAIRS, game, log_of, named, people, two_players

pytestmark = pytest.mark.django_db

AWKWARD = ("a/b?c#d%2F..", "Dai 🎴", "x" * 200, "<b>&amp;</b>", "..", "\u202eAlice", "İstanbul")


def address(name: str, more: str = "") -> str:
    return f"/players/{handle_of(name_key(name))}/{more}"


def player_cells() -> dict:
    fields = ("games", "won", "shared", "lost", "nobody", "unfinished", "name_key", "sums")
    return {cell.key: [getattr(cell, f) for f in fields] for cell in PlayerCell.objects.all()}


def results(logs: list[dict], name: str) -> dict[str, Counter]:
    """How the games of a name ended, by role."""
    by_role = defaultdict(Counter)
    for log in logs:
        replay = next(judge(json.dumps(log).encode())).replay
        winners = replay.outcome.winners
        for player in log["players"]:
            if name_key(player["name"]) == name_key(name):
                decided = "won" if player["role"] in winners else "lost"
                end = (decided if winners else "nobody") if replay.is_over else "unfinished"
                by_role[player["role"]][end] += 1
    return by_role


def opponent(client, name: str, other: str) -> dict:
    opponents = client.get(f"/api/v1{address(name)}").json()["opponents"]
    return next(row for row in opponents if row["name"] == other)


def test_habits_are_next_to_those_of_all_others(counted, client):
    counted([game(0, "Ann", "Ben", "goryo"), *(game(n, "Cy", "Ben", "goryo") for n in (1, 2, 3))])
    body = client.get(f"/api/v1{address('Ann')}").json()
    tables = {(t["key"], t["layer"]): t for t in body["habits"][0]["tables"]}
    route = {row["key"]: row for row in tables["spaces", "route"]["rows"]}
    assert route["b4"]["player"]["n"] == 1
    assert route["b4"]["others"]["n"] == 3
    first = [row for row in tables["first-object", None]["rows"] if row["player"]["value"] == 1]
    assert len(first) == 1
    assert all(row["differs"] is None for t in tables.values() for row in t["rows"])  # few games
    assert all("asked" not in (t["layer"] or "") for t in tables.values())  # a Samurai's


def test_any_name_has_an_address(counted, client):
    counted(people(*((name, other) for name in AWKWARD for other in ("Ben", "Cy"))))
    listed = {row["handle"] for row in client.get("/api/v1/players/").json()["players"]}
    for name in AWKWARD:
        assert handle_of(name_key(name)) in listed
        for more in ("", "games/"):
            answer = client.get(address(name, more))
            assert answer.status_code == 200
            assert b"<b>&amp;</b></" not in answer.content.replace(b"&lt;", b"")
        assert client.get(f"/api/v1{address(name, 'csv/')}").status_code == 200


def test_a_blank_name_is_not_a_player(counted, client):
    counted(people((" ", "Ben"), ("  ", "Ben")))
    assert [row["name"] for row in client.get("/api/v1/players/").json()["players"]] == ["Ben"]
    assert client.get(address("Ben", "games/")).status_code == 200
    assert list(stats_services.recount(check_only=True)) == []


def test_case_and_look_alikes_follow_the_one_rule(counted, client):  # A161, A162
    names = ["Alice", "alice", "Ａlice", "Alice\u200b", "Al\u00edce", "Ali\u0301ce", "\u0410lice"]
    counted(people(*[(name, f"Z{n}") for n, name in enumerate(names)]))
    rows = client.get("/api/v1/players/?q=l").json()["players"]
    games = {row["name"]: row["games"] for row in rows}
    assert sum(games.values()) == len(names)
    assert sorted(games.values()) == [1, 2, 4]
    assert "NFKC" in client.get("/players/").content.decode()


def test_bots_are_separate_and_marked(counted, client):
    bots = people(("Bot Kuro", "Ann"), seed=4)
    counted([*people(("Ann", "Ben")), *({**log, "x_simulated": True} for log in bots)])
    assert b"Bot Kuro" not in client.get("/players/").content
    assert b"Bot Kuro" in client.get("/players/?simulated=yes").content
    page = client.get(address("Bot Kuro"))
    assert b"badge-sim" in page.content
    assert page.context["records"] == []
    assert client.get(address("Ann")).context["n_games"] == 1
    assert client.get(address("Ann", "?simulated=all")).context["n_games"] == 2
    assert b"bot</span>" not in client.get(address("Ann")).content


def test_few_games_do_not_top_the_list_and_say_so(counted, client):  # A128
    counted(people(("Lucky", "Ben"), *[("Ann", "Ben")] * 12))
    page = client.get("/players/?kind=goryo")
    assert [row["name"] for row in page.context["rows"]][-1] == "Lucky"
    text = " ".join(page.content.decode().split())
    assert 'Lucky</bdi></a> <span class="badge badge-warn">few games' in text


def test_deletion_removes_the_name(counted, client):  # A136
    ids = counted(people(("Ann", "Ben")))
    assert client.get(address("Ann")).status_code == 200
    replay_services.delete_games(ids)
    assert client.get(address("Ann")).status_code == 404
    assert client.get(f"/api/v1{address('Ann')}").status_code == 404
    assert client.get("/api/v1/players/").json()["players"] == []


def test_missing_numbers_are_null_or_a_dash(counted, client):  # A126
    counted([log_of([{"type": "bind", "object": "mask"}], players=two_players("Ann", "Ben"))])
    text = client.get(f"/api/v1{address('Ann')}").content.decode()
    json.loads(text, parse_constant=pytest.fail)
    row = json.loads(text)["records"][0]["whole"]
    assert (row["games"], row["unfinished"], row["rate"]["value"]) == (1, 1, None)
    assert "–" in client.get(address("Ann")).content.decode()


def test_a_gorinto_partner_is_not_an_opponent(counted, client):
    counted([named(game_of("partnership", 1), *NAMES)])
    names = {row["name"] for row in client.get(f"/api/v1{address('Ann')}").json()["opponents"]}
    assert names == {"Ben", "Di"}
    for name, there in (("Ben", 1), ("Cy", 0)):
        listed = client.get(address("Ann", f"games/?against={handle_of(name_key(name))}"))
        assert listed.context["page"].n == there


def test_differences_follow_newcombe():
    # R. G. Newcombe 1998, table II, method 10: 56/70 and 48/80
    low, high = difference_bounds((0.8, 0.6918, 0.8770), (0.6, 0.4903, 0.7004))
    assert (round(low, 3), round(high, 3)) == (0.052, 0.334)


@pytest.fixture(scope="class")
def logs(class_db):
    logs = people(*PAIRS)
    count_logs(logs)
    return logs


class TestManyGames:
    """The same games for all tests."""

    def test_a_record_equals_the_logs_and_links_to_its_games(self, logs, client):
        body = client.get(f"/api/v1{address('ann')}").json()
        assert body["name"] == "Ann"
        right = results(logs, "ann")
        for row in body["records"][0]["by_role"]:
            expected = right[row["words"]["role"]]
            for end in ("won", "lost", "nobody", "unfinished"):
                assert row[end] == expected[end], (row, end)
                words = row["games_url"].partition("?")[2]
                listed = client.get(address("ann", f"games/?{words}&result={end}"))
                assert listed.context["page"].n == expected[end]
            assert row["games"] == sum(expected.values())
            assert row["rate"]["n"] == expected["won"] + expected["lost"]
        assert body["records"][0]["whole"]["games"] == len(PAIRS)
        parts = body["records"][0]["by_ruleset"]
        assert sum(row["games"] for row in parts) == len(PAIRS)
        page = client.get(address("ann"))
        assert page.status_code == 200
        assert page.context["n_games"] == len(PAIRS)

    def test_games_against_an_opponent_equal_the_logs(self, logs, client):
        both = [
            log for log in logs if {"ann", "ben"} == {name_key(p["name"]) for p in log["players"]}
        ]
        ended = results(both, "ann").values()
        won = sum(ends["won"] for ends in ended)
        met = won + sum(ends["lost"] for ends in ended)
        ben = opponent(client, "Ann", "Ben")
        assert (ben["ahead"]["k"], ben["ahead"]["n"], ben["level"]) == (won, met, 0)
        listed = client.get(address("Ann", f"games/?against={ben['handle']}"))
        assert listed.context["page"].n == met
        assert opponent(client, "Ben", "Ann")["ahead"]["k"] == met - won

    def test_cells_are_subtracted_exactly_and_the_recount_agrees(self, logs, counted):
        before = player_cells()
        more = counted(people(*PAIRS[:6], seed=9))
        assert player_cells() != before
        assert list(stats_services.recount(check_only=True)) == []
        replay_services.delete_games(more)
        assert player_cells() == before
        assert list(stats_services.recount(check_only=True)) == []

    def test_a_recount_finds_and_corrects_a_wrong_cell(self, logs):
        right = player_cells()
        PlayerCell.objects.filter(name_key="ben").update(won=77)
        PlayerCell.objects.filter(name_key="cy").delete()
        first = PlayerCell.objects.exclude(handle="").first()
        first.pk, first.handle, first.name_key = None, "a" * 16, "unknown"
        first.save()
        assert {d.what for d in stats_services.recount(check_only=True)} == {"player's cell"}
        assert player_cells() != right
        list(stats_services.recount(check_only=False))
        assert player_cells() == right

    def test_the_cells_of_all_players_are_the_sum_of_the_others(self, logs):
        whole = PlayerCell.objects.filter(handle="")
        named = PlayerCell.objects.exclude(handle="")
        for field in ("games", "won", "lost", "nobody", "unfinished"):
            assert sum(getattr(c, field) for c in whole) == sum(getattr(c, field) for c in named)

    @pytest.mark.parametrize(
        "query",
        ["rolle=hunter", "edition=1999", "kind=chess", "simulated=maybe", "page=0", "page=-1",
         "page=1000000000", "page=abc", "sort=luck", "q=%E2%80%8B", "q=a&q=b"],
    )  # fmt: skip
    def test_invalid_parameters_are_refused(self, logs, client, query):  # A163
        for path in ("/players/", "/api/v1/players/"):
            assert client.get(f"{path}?{query}").status_code in {400, 404}
        if not query.startswith(("page", "sort", "q")):
            assert client.get(address("Ann", f"?{query}")).status_code == 400

    def test_the_page_makes_a_limited_number_of_queries(self, logs, django_assert_max_num_queries):
        with django_assert_max_num_queries(60):
            Client().get(address("Ann"))

    def test_unknown_handles_have_no_player(self, logs):
        assert player_reads.find_player("a" * 16) is None
        assert player_reads.find_player("") is None
