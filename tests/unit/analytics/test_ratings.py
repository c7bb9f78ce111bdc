"""Ratings: the same as the command's, whatever the order of uploads; leaderboards."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analytics import services as stats_services
from analytics.models import ResultsFit, Standing
from analytics.reads import ratings as rating_reads
from analytics.services import results
from analytics.web import ratings as rating_pages
from replays import services as replay_services
from replays.models import Game
from replays.text.names import handle_of
from tests.support.pages import get

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import NAMES, game, named, one_round, season, two_players
from .results_csv import fitted

API = "/api/v1/stats/goryo/ratings/"


def ratings() -> dict:
    """All ratings, without primary keys."""
    return {
        (row.kind, row.is_simulated, row.handle, row.role): (
            row.games, row.component, row.rating, row.low, row.high, row.curve,
        )
        for row in Standing.objects.all()
    }  # fmt: skip


def rated(logs=()) -> dict:
    count_logs(logs)
    stats_services.fit_results()
    return ratings()


def test_ratings_are_those_of_the_command():
    logs = season()
    stored = rated(logs)
    printed = fitted(logs)["players"]
    assert len(printed) == len(stored)
    for row in printed:
        games, component, *numbers, _ = stored[
            "goryo", False, handle_of(row["player"]), row["role"] or ""
        ]
        assert (games, component) == (row["games"], row["component"])
        assert numbers == pytest.approx([row["rating"], row["low"], row["high"]], abs=1e-5)


def test_late_games_and_deletions_give_the_same_as_fitting_all_at_once():
    before = rated(season(30))
    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    stats_services.count_games(ids[:8], again=True)
    assert stats_services.fit_results() == 0, "counting the same again fits nothing"
    more = count_logs([game(100 + n, "Ann", "Ed", "goryo", day) for n, day in
                    enumerate(["2020-01-01", "2026-01-20", None])])  # fmt: skip
    assert rating_reads.is_waiting("goryo")
    with_more = rated()
    assert not rating_reads.is_waiting("goryo")
    assert with_more != before
    ResultsFit.objects.update(digest="", revision=0)
    assert rated() == with_more
    replay_services.delete_games(more)
    assert rated() == before
    assert list(stats_services.recount(check_only=True)) == []
    replay_services.delete_games(ids)
    assert rated() == {}


def test_a_large_pool_starts_from_its_last_fit_until_the_next_full_one(monkeypatch):
    for name in ("DENSE_PARAMETERS", "REFIT_PARAMETERS"):
        monkeypatch.setattr(f"analytics.results_model.fitted.{name}", 0)
    rated(season(60))
    assert ResultsFit.objects.get().is_full
    count_logs([game(100, "Ann", "Ben", "goryo", "2026-01-20")])
    updated = rated()
    assert not ResultsFit.objects.get().is_full
    assert stats_services.fit_results(full=True) == 1
    assert ResultsFit.objects.get().is_full
    full = ratings()
    assert updated.keys() == full.keys()
    for key, (games, component, rating, *_) in full.items():
        assert updated[key][:2] == (games, component)
        # the bound of large pools is tested with the model; here draws replace few games
        assert updated[key][2] == pytest.approx(rating, abs=0.5)
    assert stats_services.fit_results(full=True) == 0


def test_a_recount_finds_and_corrects_a_wrong_rating():
    right = rated(season(15))
    Standing.objects.filter(handle=handle_of("ann"), role="").update(rating=99.0)
    Standing.objects.filter(handle=handle_of("ben")).first().delete()
    differences = list(stats_services.recount(check_only=True))
    assert {difference.what for difference in differences} == {"fit of results"}
    assert len(differences) == 2
    list(stats_services.recount(check_only=False))
    assert ratings() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_a_later_state_is_not_replaced():
    right = rated(season(15))
    ResultsFit.objects.update(revision=10**6, digest="of a later state")
    assert rated() == right
    assert ResultsFit.objects.get().digest == "of a later state"


def test_a_later_state_is_not_deleted_by_one_without_games(monkeypatch):
    right = rated(season(15))
    ResultsFit.objects.update(revision=10**6)
    monkeypatch.setattr(results, "ranked_games", lambda _: iter(()))
    assert rated() == right


def test_games_that_are_not_rated():
    unfinished = one_round(players=two_players("Ann", "Ben"))
    abandoned = one_round({"type": "abandon"}, players=two_players("Ann", "Ben"), x_n=3)
    assert rated([unfinished, abandoned, game_of("solo-normal")]) == {}


def test_a_nameless_player_is_an_opponent_without_a_rating():
    nameless = game(2, "Ann", "Ben", "goryo")
    del nameless["players"][1]["name"]
    keys = {key[2:] for key in rated([nameless])}
    assert keys == {(handle_of("ann"), ""), (handle_of("ann"), "goryo")}


def test_human_and_bot_games_are_rated_separately_and_rulesets_together():
    bots = [{**game(n, "Ann", "Ben", "goryo"), "x_simulated": True} for n in range(3)]
    advanced = {"edition": "2024", "advanced": True}
    other = [{**game(n, "Ann", "Ben", "goryo"), "ruleset": advanced} for n in range(2)]
    rated([*bots, *other, game(9, "Ann", "Ben", "goryo")])
    of_ann = Standing.objects.filter(handle=handle_of("ann"), role="")
    numbers = of_ann.values_list("is_simulated", "games")
    assert sorted(numbers) == [(False, 3), (True, 3)]


def test_gorinto_is_rated_by_ranks_with_one_leaderboard_for_all_seats(client):
    rated([named(game_of("4p-clockwise", 3), *NAMES)])
    overall = Standing.objects.filter(kind="gorinto", role="")
    assert len(set(overall.values_list("rating", flat=True))) == 4
    rated([named(game_of("partnership", 1), "Ed", "Fay", "Gil", "Hal")])
    teams = dict(
        Standing.objects.filter(kind="gorinto", role="", component=2).values_list(
            "handle", "rating"
        )
    )
    teams |= dict(Standing.objects.filter(kind="gorinto", role="").values_list("handle", "rating"))
    ed, fay, gil = (teams[handle_of(name)] for name in ("ed", "fay", "gil"))
    assert ed == pytest.approx(gil)
    assert ed != pytest.approx(fay, abs=1)
    boards = client.get("/stats/gorinto/ratings/").context["boards"]
    assert [board["role"] for board in boards] == [""]


def wins(start: int, name: str, day: int, n: int, lost_every: int = 99) -> list[dict[str, Any]]:
    """Games of a name against five opponents; every `lost_every`th is lost."""
    return [
        game(start + i, name, f"Foe {i % 5}", "goryo" if (i + 1) % lost_every else "samurai",
             f"2026-01-0{day}")
        for i in range(n)
    ]  # fmt: skip


def test_leaderboards_rank_by_the_lower_bound(client):  # A128
    rated([*wins(0, "Ann", 1, 12), *wins(100, "Lucky", 2, 9), *wins(200, "Cy", 3, 60, 5)])
    overall, *by_role = client.get("/stats/goryo/ratings/").context["boards"]
    assert [board["role"] for board in by_role] == ["goryo", "samurai"]
    rows = overall["rows"]
    assert {"Ann", "Cy"} < {row["name"] for row in rows}
    lows = [float(row["low"].replace("−", "-")) for row in rows]
    assert lows == sorted(lows, reverse=True)
    by_rating = [float(row["rating"]) for row in rows]
    assert by_rating != sorted(by_rating, reverse=True)  # the highest rating is not first
    assert [row["name"] for row in overall["few"]] == ["Lucky"]
    api = client.get(API).json()["ratings"]
    assert [row["name"] for row in api if row["role"] == ""] == [row["name"] for row in rows]
    assert b"Ann" in client.get(f"{API}csv/").content
    lucky = client.get(f"/players/{handle_of('lucky')}/").context["ratings"][0]
    assert (lucky["is_few"], lucky["games"]) == (True, 9)


def test_players_who_are_not_linked_are_not_ranked_together(client):
    rated([*wins(0, "Ann", 1, 60, 3), *(game(900 + n, "Xi", "Yu", "goryo") for n in range(12))])
    page = client.get("/stats/goryo/ratings/")
    assert [tab["title"] for tab in page.context["tabs"]] == ["Main list", "List 2"]
    names = {row["name"] for row in page.context["boards"][0]["rows"]}
    assert "Ann" in names
    assert not names & {"Xi", "Yu"}
    other = client.get("/stats/goryo/ratings/?component=2").context["boards"][0]["rows"]
    assert {row["name"] for row in other} == {"Xi", "Yu"}
    ranks = [(row["component"], row["rank"]) for row in client.get(API).json()["ratings"]
             if row["role"] == "" and row["component"] == 2]  # fmt: skip
    assert ranks == [(2, 1), (2, 2)]
    assert (
        "Not linked to most players" in client.get(f"/players/{handle_of('xi')}/").content.decode()
    )
    get(client, "/stats/goryo/ratings/?component=3", 400)


def test_more_lists_need_no_more_queries(client):
    def lists(first, last):
        return [
            game(1000 * n + k, f"Xi {n}", f"Yu {n}", "goryo")
            for n in range(first, last)
            for k in range(12)
        ]

    rated(lists(0, 2))
    with CaptureQueriesContext(connection) as few:
        client.get(API)
    rated(lists(2, 6))
    with CaptureQueriesContext(connection) as many:
        rows = client.get(API).json()["ratings"]
    assert {row["component"] for row in rows} == set(range(1, 7))
    assert len({row["name"] for row in rows}) == 12
    assert len(many) <= len(few)  # also for the names, which are read together


def test_of_many_lists_the_first_have_tabs(client, monkeypatch):
    pairs = [(f"Xi {n}", f"Yu {n}") for n in range(9)]
    rated(game(1000 * n + k, *pair, "goryo") for n, pair in enumerate(pairs) for k in range(12))
    page = client.get("/stats/goryo/ratings/?component=8")
    titles = ["Main list", *(f"List {n}" for n in range(2, 7)), "List 8"]
    assert [tab["title"] for tab in page.context["tabs"]] == titles
    assert [one["number"] for one in page.context["lists"]] == list(range(1, 10))
    assert '<option value="8" selected>List 8</option>' in " ".join(page.content.decode().split())
    monkeypatch.setattr(rating_pages, "MAX_LISTS", 7)
    page = client.get("/stats/goryo/ratings/?component=9")
    assert [one["number"] for one in page.context["lists"]] == [*range(1, 8), 9]
    assert "2 more lists are linked from the pages of their players." in " ".join(
        page.content.decode().split()
    )
    wrong = get(client, "/stats/goryo/ratings/?component=99", 400).content.decode()
    assert "Use one of: 1, 2, 3, 4, 5, 6, …" in wrong


def test_old_links_with_a_ruleset_work(client):
    rated(season())
    plain, old = (client.get(f"/stats/goryo/ratings/{query}")
                  for query in ("", "?rules=2024-standard"))  # fmt: skip
    assert old.status_code == 200
    assert old.context["boards"] == plain.context["boards"]


def test_a_rating_over_time_ends_with_the_rating(client):
    logs = [game(n, *(("Ann", "Ben") if n % 3 else ("Ben", "Ann")), "goryo",
                 f"2025-{1 + n % 12:02}-10") for n in range(60)]  # fmt: skip
    rated(logs)
    answer = client.get(f"/players/{handle_of('ann')}/")
    assert b"Rating over time" in answer.content
    body = client.get(f"/api/v1/players/{handle_of('ann')}/").json()["ratings"][0]
    assert body["role"] is None
    days = [point["day"] for point in body["curve"]]
    assert days == sorted(days)
    assert days[-1] == "2025-12-10"
    last = body["curve"][-1]
    assert last["rating"] == pytest.approx(body["rating"])
    assert (last["low"], last["high"]) == pytest.approx((body["low"], body["high"]))


def test_opponents_have_the_chance_that_ratings_mean(client):
    rated(wins(0, "Ann", 1, 30, 4))
    row = client.get(f"/players/{handle_of('ann')}/").context["opponents"][0]
    values = dict(Standing.objects.filter(role="").values_list("handle", "rating"))
    against = values[handle_of(row["name"].casefold())]
    expected = 100 / (1 + 10 ** ((against - values[handle_of("ann")]) / 400))
    assert float(row["chance"].removesuffix(" %")) == pytest.approx(expected, abs=0.06)


def test_ratings_and_balance_can_be_cited(client):
    rated(season())
    for path in ("ratings", "balance"):
        text = client.get(f"/stats/goryo/{path}/").context["citing"]["text"]
        assert f"“Goryō: {path}”, 40 games" in text
        assert "joint-1" in text
        assert text.endswith(f"http://testserver/stats/goryo/{path}/")


def test_invalid_parameters_and_empty_leaderboards(client, db):
    assert b"is rated yet" in client.get("/stats/goryo/ratings/").content
    assert client.get(API).json()["ratings"] == []
    for query in ("rolle=x", "simulated=all", "simulated=maybe", "rules=1999", "component=x"):
        assert client.get(f"/stats/goryo/ratings/?{query}").status_code == 400
        if "rules" not in query:
            assert client.get(f"{API}?{query}").status_code == 400
    for prefix in ("", "/api/v1"):
        get(client, f"{prefix}/stats/chess/ratings/", 404)
