"""Players: every number of a page equals a count from the logs, and leads to its games."""

import json
import re
from collections import Counter, defaultdict

import pytest

from analytics import services as stats_services
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


def test_a_record_matches_the_logs_and_leads_to_its_games(
    counted, client, django_assert_max_num_queries
):
    logs = people(*PAIRS)
    counted(logs)
    body = client.get(f"/api/v1{address('ann')}").json()
    assert body["name"] == "Ann"
    right = by_hand(logs, "ann")
    for row in body["records"][0]["by_role"]:
        expected = right[row["words"]["role"]]
        for end in ("won", "lost", "nobody", "unfinished"):
            assert row[end] == expected[end], (row, end)
            query = row["games_url"].partition("?")[2]
            listed = client.get(address("ann", f"games/?{query}&result={end}"))
            assert listed.context["page"].n == expected[end]
        assert row["games"] == sum(expected.values())
        assert row["rate"]["n"] == expected["won"] + expected["lost"]
    assert body["records"][0]["whole"]["games"] == len(PAIRS)
    parts = body["records"][0]["by_ruleset"]
    assert sum(row["games"] for row in parts) == len(PAIRS)
    with django_assert_max_num_queries(60):
        page = client.get(address("ann"))
    assert page.status_code == 200
    assert page.context["n_games"] == len(PAIRS)


def test_head_to_head_matches_the_logs(counted, client):
    logs = people(*PAIRS)
    counted(logs)
    met = won = 0
    for log in logs:
        winners = next(judge(json.dumps(log).encode())).replay.outcome.winners
        mine = {p["role"] for p in log["players"] if name_key(p["name"]) == "ann"}
        theirs = {p["role"] for p in log["players"] if name_key(p["name"]) == "ben"}
        if mine and theirs and winners:
            met, won = met + 1, won + bool(mine & set(winners))
    body = client.get(f"/api/v1{address('Ann')}").json()
    ben = next(row for row in body["opponents"] if row["name"] == "Ben")
    assert (ben["ahead"]["k"], ben["ahead"]["n"], ben["level"]) == (won, met, 0)
    listed = client.get(address("Ann", f"games/?against={ben['handle']}"))
    assert listed.context["page"].n == met
    back = client.get(f"/api/v1{address('Ben')}").json()["opponents"]
    ann = next(row for row in back if row["name"] == "Ann")
    assert ann["ahead"]["k"] == met - won


def test_habits_are_compared_with_those_of_others(counted, client):
    counted([one_round(RESIGN, players=_table(n, "Ben")) for n in ("Ann", "Ann", "Cy")][:1])
    counted([one_round(RESIGN, x_n=n, players=_table("Cy", "Ben")) for n in range(3)])
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


def test_cells_are_removed_exactly_and_a_recount_agrees(counted):
    counted(people(*PAIRS[:8]))
    everyone, named = (PlayerCell.objects.filter(handle=""), PlayerCell.objects.exclude(handle=""))
    for field in ("games", "won", "lost", "nobody", "unfinished"):
        assert sum(getattr(c, field) for c in everyone) == sum(getattr(c, field) for c in named)
    before = player_cells()
    more = counted(people(*PAIRS[:6], seed=9))
    assert player_cells() != before
    assert list(stats_services.recount(check_only=True)) == []
    replay_services.delete_games(more)
    assert player_cells() == before
    assert list(stats_services.recount(check_only=True)) == []


def test_a_recount_finds_and_repairs_a_wrong_cell(counted):
    counted(people(*PAIRS[:4]))
    right = player_cells()
    PlayerCell.objects.filter(name_key="ben").update(won=77)
    PlayerCell.objects.filter(name_key="cy").delete()
    first = PlayerCell.objects.exclude(handle="").first()
    first.pk, first.handle, first.name_key = None, "a" * 16, "nobody"
    first.save()
    found = {d.what for d in stats_services.recount(check_only=True)}
    assert found == {"player's cell"}
    assert player_cells() != right
    list(stats_services.recount(check_only=False))
    assert player_cells() == right


@pytest.mark.parametrize("name", AWKWARD)
def test_any_name_has_an_address(counted, client, name):
    counted(people((name, "Ben"), (name, "Cy")))
    listed = client.get("/api/v1/players/").json()["players"]
    one = next(row for row in listed if handle_of(name_key(name)) == row["handle"])
    for more in ("", "games/"):
        answer = client.get(f"/players/{one['handle']}/{more}")
        assert answer.status_code == 200
        assert b"<b>&amp;</b></" not in answer.content.replace(b"&lt;", b"")
    assert client.get(f"/api/v1/players/{one['handle']}/csv/").status_code == 200


def test_an_invisible_name_is_no_player(counted, client):
    counted(people((" ", "Ben"), ("\u200b", "Ben")))
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
    counted(people(("Ann", "Ben")))
    simulated = people(("Bot Kuro", "Ann"), seed=4)
    for log in simulated:
        log["x_simulated"] = True
    counted(simulated)
    assert b"Bot Kuro" not in client.get("/players/").content
    assert b"Bot Kuro" in client.get("/players/?simulated=yes").content
    page = client.get(address("Bot Kuro"))
    assert b"badge-sim" in page.content
    assert page.context["records"] == []
    assert client.get(address("Ann")).context["n_games"] == 1
    assert client.get(address("Ann", "?simulated=all")).context["n_games"] == 2
    assert b"bot</span>" not in client.get(address("Ann")).content


def test_few_games_are_marked_and_not_at_the_top(counted, client):  # A128
    counted(people(("Lucky", "Ben"), *[("Ann", "Ben")] * 12))
    page = client.get("/players/?kind=goryo")
    assert [row["name"] for row in page.context["rows"]][-1] == "Lucky"
    assert re.search(rb"Lucky</bdi></a> <span class=\"badge badge-warn\">few games", page.content)


def test_deletion_removes_the_name(counted, client):  # A136
    ids = counted(people(("Ann", "Ben")))
    assert client.get(address("Ann")).status_code == 200
    replay_services.delete_games(ids)
    assert client.get(address("Ann")).status_code == 404
    assert client.get(f"/api/v1{address('Ann')}").status_code == 404
    assert client.get("/api/v1/players/").json()["players"] == []


@pytest.mark.parametrize(
    "query",
    ["rolle=hunter", "edition=1999", "kind=chess", "simulated=maybe", "page=0", "page=-1",
     "page=1000000000", "page=abc", "sort=luck", "q=%E2%80%8B", "q=a&q=b"],
)  # fmt: skip
def test_invalid_parameters_are_rejected(counted, client, query):  # A163
    counted(people(("Ann", "Ben")))
    for path in ("/players/", "/api/v1/players/"):
        assert client.get(f"{path}?{query}").status_code in {400, 404}
    if not query.startswith(("page", "sort", "q")):
        assert client.get(address("Ann", f"?{query}")).status_code == 400


def test_a_missing_number_is_a_dash_and_null(counted, client):  # A126
    counted([log_of([{"type": "bind", "object": "mask"}], players=_table("Ann", "Ben"))])
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


def test_unknown_players_are_not_found(db):
    assert player_reads.find_player("a" * 16) is player_reads.find_player("") is None
