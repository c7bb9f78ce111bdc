"""Players: every number of a page equals a count from the logs, and links to its games."""

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.models import PlayerCell
from analytics.reads import players as player_reads
from replays import services as replay_services
from replays.text.names import handle_of, name_key
from tests.support.pages import get_json, page

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import NAMES, PAIRS, game, log_of, named, people, two_players

AWKWARD = ("a/b?c#d%2F..", "Dai 🎴", "x" * 200, "<b>&amp;</b>", "..", "\u202eAlice", "İstanbul")


def address(name: str, more: str = "") -> str:
    return f"/players/{handle_of(name_key(name))}/{more}"


def player_cells() -> dict:
    fields = ("games", "won", "shared", "lost", "nobody", "unfinished", "name_key", "sums")
    return {cell.key: [getattr(cell, f) for f in fields] for cell in PlayerCell.objects.all()}


def test_habits_are_next_to_those_of_all_others(client):
    count_logs(game(n, "Cy" if n else "Ann", "Ben", "goryo") for n in range(4))
    body = client.get(f"/api/v1{address('Ann')}").json()
    tables = {(t["key"], t["layer"]): t for t in body["habits"][0]["tables"]}
    route = {row["key"]: row for row in tables["spaces", "route"]["rows"]}
    assert (route["b4"]["player"]["n"], route["b4"]["others"]["n"]) == (1, 3)
    first = [row for row in tables["first-object", None]["rows"] if row["player"]["value"] == 1]
    assert len(first) == 1
    assert all(row["differs"] is None for t in tables.values() for row in t["rows"])  # few games
    assert all("asked" not in (t["layer"] or "") for t in tables.values())  # a Samurai's


def test_any_name_has_an_address(client):
    count_logs(people(*((name, other) for name in AWKWARD for other in ("Ben", "Cy"))))
    listed = {row["handle"] for row in client.get("/api/v1/players/").json()["players"]}
    for name in AWKWARD:
        assert handle_of(name_key(name)) in listed
        for more in ("", "games/"):
            text = page(client, address(name, more))
            assert "<b>&amp;</b></" not in text.replace("&lt;", "")
        assert client.get(f"/api/v1{address(name, 'csv/')}").status_code == 200


def test_a_blank_name_is_not_a_player(client):
    count_logs(people((" ", "Ben"), ("  ", "Ben")))
    assert [row["name"] for row in client.get("/api/v1/players/").json()["players"]] == ["Ben"]
    assert client.get(address("Ben", "games/")).status_code == 200
    assert list(stats_services.recount(check_only=True)) == []


def test_case_and_look_alikes_follow_the_one_rule(client):  # A161, A162
    names = ["Alice", "alice", "Ａlice", "Alice\u200b", "Al\u00edce", "Ali\u0301ce", "\u0410lice"]
    count_logs(people(*[(name, f"Z{n}") for n, name in enumerate(names)]))
    rows = client.get("/api/v1/players/?q=l").json()["players"]
    assert sorted(row["games"] for row in rows) == [1, 2, 4]
    assert "NFKC" in client.get("/players/").content.decode()


def test_bots_are_separate_and_marked(client):
    bots = people(("Bot Kuro", "Ann"), seed=4)
    count_logs([*people(("Ann", "Ben")), *({**log, "x_simulated": True} for log in bots)])
    assert b"Bot Kuro" not in client.get("/players/").content
    assert b"Bot Kuro" in client.get("/players/?simulated=yes").content
    own = client.get(address("Bot Kuro"))
    assert (b"tag-bot" in own.content, own.context["records"]) == (True, [])
    assert client.get(address("Ann")).context["n_games"] == 1
    assert client.get(address("Ann", "?simulated=all")).context["n_games"] == 2
    assert b"bot</span>" not in client.get(address("Ann")).content


def test_few_games_do_not_top_the_list_and_say_so(client):  # A128
    count_logs(people(("Lucky", "Ben"), *[("Ann", "Ben")] * 12))
    answer = client.get("/players/?kind=goryo")
    assert [row["name"] for row in answer.context["rows"]][-1] == "Lucky"
    text = " ".join(answer.content.decode().split())
    assert 'Lucky</bdi></a> <span class="tag tag-warn">few games' in text


def test_deletion_removes_the_name(client):  # A136
    ids = count_logs(people(("Ann", "Ben")))
    assert client.get(address("Ann")).status_code == 200
    replay_services.delete_games(ids)
    assert client.get(address("Ann")).status_code == 404
    assert client.get(f"/api/v1{address('Ann')}").status_code == 404
    assert client.get("/api/v1/players/").json()["players"] == []


def test_missing_numbers_are_null_or_a_dash(client):  # A126
    count_logs([log_of([{"type": "bind", "object": "mask"}], players=two_players("Ann", "Ben"))])
    row = get_json(client, f"/api/v1{address('Ann')}")["records"][0]["whole"]
    assert (row["games"], row["unfinished"], row["rate"]["value"]) == (1, 1, None)
    assert "–" in client.get(address("Ann")).content.decode()


def test_a_gorinto_partner_is_not_an_opponent(client):
    count_logs([named(game_of("partnership", 1), *NAMES)])
    names = {row["name"] for row in client.get(f"/api/v1{address('Ann')}").json()["opponents"]}
    assert names == {"Ben", "Di"}
    for name, there in (("Ben", 1), ("Cy", 0)):
        listed = client.get(address("Ann", f"games/?against={handle_of(name_key(name))}"))
        assert listed.context["page"].n == there


@pytest.fixture(scope="class")
def logs(class_db):
    logs = people(*PAIRS)
    count_logs(logs)
    return logs


class TestManyGames:
    """The same games for all tests."""

    def test_the_numbers_of_a_record_link_to_their_games(self, logs, client):
        """The numbers themselves: test_recounted.py."""
        body = client.get(f"/api/v1{address('ann')}").json()
        assert body["name"] == "Ann"
        (record,) = body["records"]
        for row in record["by_role"]:
            query = row["games_url"].partition("?")[2]
            for end in ("won", "lost", "nobody", "unfinished"):
                listed = client.get(address("ann", f"games/?{query}&result={end}"))
                assert listed.context["page"].n == row[end], (row, end)
        for opponent in body["opponents"]:
            listed = client.get(address("ann", f"games/?against={opponent['handle']}"))
            assert listed.context["page"].n == opponent["ahead"]["n"] + opponent["level"]
        assert record["whole"]["games"] == len(PAIRS)
        assert sum(row["games"] for row in record["by_ruleset"]) == len(PAIRS)
        assert client.get(address("ann")).context["n_games"] == len(PAIRS)

    def test_cells_are_subtracted_exactly_and_the_recount_agrees(self, logs):
        before = player_cells()
        more = count_logs(people(*PAIRS[:6], seed=9))
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


def test_the_list_is_filtered_by_chips_with_counts(client):
    count_logs([game(0, "Jane", "Ben", "goryo")])
    filters = client.get("/players/?q=jane").context["filter"]
    chips = {(chip.label, chip.n, chip.address) for g in filters["groups"] for chip in g["chips"]}
    assert chips >= {
        ("Humans", 1, "/players/?q=jane"),
        ("Bots", 0, "/players/?q=jane&simulated=yes"),
        ("All", 1, "/players/?q=jane"),
        ("Goryō", 1, "/players/?q=jane&kind=goryo"),
        ("Shadows in Kyoto", 0, "/players/?q=jane&kind=kyoto"),
    }
    chosen = client.get("/players/?kind=goryo&edition=2024").context["filter"]
    kyoto = next(chip for chip in chosen["groups"][1]["chips"] if chip.label == "Shadows in Kyoto")
    assert kyoto.address == "/players/?kind=kyoto"  # it has other editions
    assert chosen["others"] == [{"text": "2024", "address": "/players/?kind=goryo"}]
