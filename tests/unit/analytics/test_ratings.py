"""Ratings do not depend on the order of arrival; leaderboards rank by the lower bound."""

from openskill.models import PlackettLuce

from analytics import services as stats_services
from analytics.models import RatingPoint, RatingPool, Standing
from analytics.reads import ratings as rating_reads
from analytics.rollups.ratings import Rated, rate_game, teams_of, unrated
from replays import services as replay_services
from replays.models import Game
from replays.text.names import handle_of
from tests.support.pages import get

from .conftest import count_logs
from .gorinto_logs import game_of
from .logs import NAMES, game, named, one_round, season, two_players

API = "/api/v1/stats/goryo/ratings/"


def ratings() -> dict:
    """All ratings, without primary keys."""
    digests = dict(Game.objects.values_list("pk", "digest"))
    points = {
        (p.handle, p.place, digests[p.game_id]): (p.number, p.mu, p.sigma)
        for p in RatingPoint.objects.all()
    }
    return points | {
        (s.handle, s.place): (s.number, s.mu, s.sigma, s.low) for s in Standing.objects.all()
    }


def rated(logs=()) -> dict:
    count_logs(logs)
    stats_services.rate_waiting()
    return ratings()


def expected_ratings(logs: list[dict]) -> dict[tuple[str, str], tuple[float, float]]:
    """The ratings straight from the library, in the documented order."""
    model, current = PlackettLuce(), {}
    order = sorted(enumerate(logs), key=lambda item: (item[1].get("played_at", "")[:10], item[0]))
    for _, log in order:
        loser = log["events"][-1]["role"]
        keys = [(player["name"], player["role"]) for player in log["players"]]
        keys.sort(key=lambda key: key[1] == loser)  # the winner first
        teams = [[model.rating(*current.get(key, ()))] for key in keys]
        for key, (new,) in zip(keys, model.rate(teams, ranks=[1, 2]), strict=True):
            current[key] = (new.mu, new.sigma)
    return {(handle_of(name.casefold()), role): value for (name, role), value in current.items()}


def test_ratings_are_the_librarys_in_the_documented_order():
    logs = season()
    count_logs(logs)
    assert stats_services.rate_waiting() == len(logs)
    stored = {(s.handle, s.place): (s.mu, s.sigma) for s in Standing.objects.all()}
    assert stored == expected_ratings(logs)


def test_late_games_and_deletions_give_the_same_as_rating_all_at_once():
    before = rated(season(30))
    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    stats_services.count_games(ids[:8], again=True)
    assert rating_reads.count_waiting() == 0, "counting the same again rates nothing"
    more = count_logs([game(100 + n, "Ann", "Ed", "goryo", day) for n, day in
                    enumerate(["2020-01-01", "2026-01-20", None])])  # fmt: skip
    with_more = rated()
    assert with_more != before
    RatingPoint.objects.all().delete()
    Standing.objects.all().delete()
    RatingPool.objects.update(due_time_key="", due_game=0)
    assert rated() == with_more
    replay_services.delete_games(more)
    assert rated() == before
    assert list(stats_services.recount(check_only=True)) == []
    replay_services.delete_games(ids)
    assert rated() == {}


def test_batches_and_interruptions_do_not_matter(monkeypatch):
    whole = rated(season(20))
    for batch in (1, 7):
        monkeypatch.setattr(stats_services.ratings, "BATCH", batch)
        RatingPool.objects.update(due_time_key="", due_game=0)
        assert stats_services.rate_waiting() == 20
        assert ratings() == whole
    monkeypatch.setattr(stats_services.ratings, "BATCH", 3)
    RatingPool.objects.update(due_time_key="", due_game=0)
    for _ in range(7):
        stats_services.rate_waiting(batches=1)
    assert ratings() == whole
    assert rating_reads.count_waiting() == 0


def test_a_recount_finds_and_corrects_a_wrong_rating():
    right = rated(season(15))
    Standing.objects.filter(handle=handle_of("ann")).update(mu=99.0)
    RatingPoint.objects.filter(handle=handle_of("ben")).first().delete()
    differences = list(stats_services.recount(check_only=True))
    assert {difference.what for difference in differences} == {"rating"}
    list(stats_services.recount(check_only=False))
    assert ratings() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_games_that_are_not_rated():
    mixed, nameless = game(1, "Ann", "ANN", "goryo"), game(2, "Ann", "Ben", "goryo")
    del nameless["players"][1]["name"]
    unfinished = one_round(players=two_players("Ann", "Ben"))
    abandoned = one_round({"type": "abandon"}, players=two_players("Ann", "Ben"), x_n=3)
    assert rated([mixed, nameless, unfinished, abandoned, game_of("solo-normal")]) == {}


def test_human_and_bot_games_and_rulesets_are_rated_separately():
    bots = [{**game(n, "Ann", "Ben", "goryo"), "x_simulated": True} for n in range(3)]
    advanced = {"edition": "2024", "advanced": True}
    other = [{**game(n, "Ann", "Ben", "goryo"), "ruleset": advanced} for n in range(2)]
    rated([*bots, *other, game(9, "Ann", "Ben", "goryo")])
    of_ann = Standing.objects.filter(handle=handle_of("ann"))
    numbers = of_ann.values_list("pool__mode", "pool__is_simulated", "number")
    expected = [("advanced", False, 2), ("standard", False, 1), ("standard", True, 3)]
    assert sorted(numbers) == expected


def test_gorinto_is_rated_by_ranks_with_one_rating_for_all_seats():
    rated([named(game_of("4p-clockwise", 3), *NAMES),
                    named(game_of("partnership", 1), *NAMES)])  # fmt: skip
    assert set(Standing.objects.values_list("place", flat=True)) == {""}
    alone = Standing.objects.filter(pool__mode="4p-clockwise")
    assert len(set(alone.values_list("mu", flat=True))) == 4
    teams = dict(Standing.objects.filter(pool__mode="partnership").values_list("handle", "mu"))
    assert teams[handle_of("ann")] == teams[handle_of("cy")] != teams[handle_of("ben")]


def test_leaderboards_rank_by_the_lower_bound(client):  # A128
    def wins(start: int, name: str, day: int, n: int, lost_every: int = 99) -> list[dict]:
        return [
            game(start + i, name, f"Foe {i % 5}", "goryo" if (i + 1) % lost_every else "samurai",
                 f"2026-01-0{day}")
            for i in range(n)
        ]  # fmt: skip

    rated([*wins(0, "Ann", 1, 12, 6), *wins(100, "Lucky", 2, 9), *wins(200, "Cy", 3, 60, 5)])
    board = client.get("/stats/goryo/ratings/").context["boards"][0]
    rows = board["rows"]
    assert {row["name"] for row in rows} == {"Ann", "Cy"}
    lows = [float(row["low"].replace("−", "-")) for row in rows]
    assert lows == sorted(lows, reverse=True)
    by_rating = [float(row["rating"]) for row in rows]
    assert by_rating != sorted(by_rating, reverse=True)  # the highest rating is not first
    assert board["n_below"] == 1
    api = client.get(API).json()["ratings"]
    assert [row["name"] for row in api if row["place"] == "goryo"] == [row["name"] for row in rows]
    assert b"Ann" in client.get(f"{API}csv/").content
    lucky = client.get(f"/players/{handle_of('lucky')}/").context["ratings"][0]
    assert (lucky["is_few"], lucky["games"]) == (True, 9)


def test_invalid_parameters_and_empty_leaderboards(client, db):
    assert b"is rated yet" in client.get("/stats/goryo/ratings/").content
    assert client.get(API).json()["ratings"] == []
    for query in ("rolle=x", "simulated=all", "simulated=maybe", "rules=1999"):
        assert client.get(f"/stats/goryo/ratings/?{query}").status_code == 400
        if "rules" not in query:
            assert client.get(f"{API}?{query}").status_code == 400
    for prefix in ("", "/api/v1"):
        get(client, f"{prefix}/stats/chess/ratings/", 404)


def test_the_initial_rating_and_a_tie():
    first = unrated()
    assert (round(first.mu, 1), round(1.96 * first.sigma, 1)) == (25.0, 16.3)
    assert "25 ± 16.3" in rating_reads.RATINGS
    seats = [{"side": n, "name": name, "place": "", "rank": 1} for n, name in enumerate("ab")]
    teams = teams_of(seats, {"a": "a", "b": "b"}, apart=False)
    after = rate_game(teams, {("a", ""): Rated(30.0, 5.0, 3)})
    assert after["a", ""].mu < 30 < 25 + after["b", ""].mu  # a tie brings them closer
    assert after["a", ""].number == 4
