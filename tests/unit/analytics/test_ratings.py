"""Ratings: the same to the last digit however the games came; ranked by what is sure."""

import random

import pytest
from openskill.models import PlackettLuce

from analytics import services as stats_services
from analytics.models import RatingPoint, RatingPool, Standing
from analytics.reads import ratings as rating_reads
from analytics.rollups.ratings import Rated, rate_game, teams_of, unrated
from replays import services as replay_services
from replays.models import Game
from replays.text.names import handle_of

from .gorinto_logs import game_of
from .logs import one_round

pytestmark = pytest.mark.django_db

RESIGN = {
    "goryo": {"type": "resign", "role": "samurai"},
    "samurai": {"type": "resign", "role": "goryo"},
}
NAMES = ("Ann", "Ben", "Cy", "Di")


def game(number: int, goryo: str, samurai: str, won: str, day: str | None = None) -> dict:
    players = [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}]
    dated = {"played_at": day} if day else {}
    return one_round(RESIGN[won], players=players, x_n=number, **dated)


def season(count: int = 40, seed: int = 0) -> list[dict]:
    chance = random.Random(seed)
    days = [None, "2026-01-05", "2026-01-05T18:00", "2026-02-01", "2025-12-31"]
    return [
        game(n, *chance.sample(NAMES, 2), chance.choice(["goryo", "samurai"]), chance.choice(days))
        for n in range(count)
    ]


def ratings() -> dict:
    """Everything that is rated, without what two equal states could differ in: ids of rows."""
    digests = dict(Game.objects.values_list("pk", "digest"))
    points = {
        (p.handle, p.place, digests[p.game_id]): (p.number, p.mu, p.sigma)
        for p in RatingPoint.objects.all()
    }
    return points | {
        (s.handle, s.place): (s.number, s.mu, s.sigma, s.low) for s in Standing.objects.all()
    }


def by_hand(logs: list[dict]) -> dict[tuple[str, str], tuple[float, float]]:
    """The ratings straight from the library, in the documented order."""
    model, have = PlackettLuce(), {}
    order = sorted(enumerate(logs), key=lambda one: (one[1].get("played_at", ""), -one[0]))
    for _, log in order:
        loser = log["events"][-1]["role"]
        keys = [(player["name"], player["role"]) for player in log["players"]]
        teams = [[model.rating(*have[key])] if key in have else [model.rating()] for key in keys]
        best_first = sorted(zip(keys, teams, strict=True), key=lambda one: one[0][1] == loser)
        rated = model.rate([team for _, team in best_first], ranks=[1, 2])
        for (key, _), (new,) in zip(best_first, rated, strict=True):
            have[key] = (new.mu, new.sigma)
    return have


def test_ratings_are_the_librarys_in_the_documented_order(counted):
    logs = season()
    counted(logs)  # the first game of a file has the highest primary key
    assert stats_services.rate_waiting() == len(logs)
    expected = by_hand(logs)
    found = {(s.handle, s.place): (s.mu, s.sigma) for s in Standing.objects.all()}
    assert found == {(handle_of(n.casefold()), role): v for (n, role), v in expected.items()}


def test_late_games_and_deletions_end_as_if_all_had_been_rated_at_once(counted):
    logs = season(30)
    ids = counted(logs)
    stats_services.rate_waiting()
    before = ratings()
    more = counted([game(100 + n, "Ann", "Ed", "goryo", day) for n, day in
                    enumerate(["2020-01-01", "2026-01-20", None])])  # fmt: skip
    stats_services.rate_waiting()
    assert ratings() != before
    with_more = ratings()
    RatingPoint.objects.all().delete()
    Standing.objects.all().delete()
    RatingPool.objects.update(due_played_at="", due_game=0)
    stats_services.rate_waiting()
    assert ratings() == with_more
    replay_services.delete_games(more)
    stats_services.rate_waiting()
    assert ratings() == before
    assert list(stats_services.recount(check_only=True)) == []
    replay_services.delete_games(ids)
    stats_services.rate_waiting()
    assert ratings() == {}


@pytest.mark.parametrize("batch", [1, 7])
def test_batches_do_not_matter(counted, monkeypatch, batch):
    counted(season(20))
    stats_services.rate_waiting()
    whole = ratings()
    monkeypatch.setattr(stats_services.ratings, "BATCH", batch)
    RatingPool.objects.update(due_played_at="", due_game=0)
    assert stats_services.rate_waiting() == 20
    assert ratings() == whole


def test_a_job_may_stop_between_batches(counted, monkeypatch):
    counted(season(20))
    stats_services.rate_waiting()
    whole = ratings()
    monkeypatch.setattr(stats_services.ratings, "BATCH", 3)
    RatingPool.objects.update(due_played_at="", due_game=0)
    for _ in range(7):
        stats_services.rate_waiting(batches=1)
    assert ratings() == whole
    assert rating_reads.count_waiting() == 0


def test_a_recount_finds_and_mends_a_wrong_rating(counted):
    counted(season(15))
    stats_services.rate_waiting()
    right = ratings()
    Standing.objects.filter(handle=handle_of("ann")).update(mu=99.0)
    RatingPoint.objects.filter(handle=handle_of("ben")).first().delete()
    found = list(stats_services.recount(check_only=True))
    assert {d.what for d in found} == {"rating"}
    list(stats_services.recount(check_only=False))
    assert ratings() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_counting_the_same_again_rates_nothing_again(counted):
    ids = counted(season(8))
    stats_services.rate_waiting()
    stats_services.count_games(ids, again=True)
    assert rating_reads.count_waiting() == 0


def test_what_is_not_rated(counted):
    log = game(1, "Ann", "ANN", "goryo")
    nameless = game(2, "Ann", "Ben", "goryo")
    del nameless["players"][1]["name"]
    unfinished = one_round(players=[*log["players"][:1], {"role": "samurai", "name": "Ben"}])
    abandoned = one_round({"type": "abandon"}, players=unfinished["players"], x_n=3)
    solo = game_of("solo-normal")
    counted([log, nameless, unfinished, abandoned, solo])
    assert stats_services.rate_waiting() == 0
    assert not Standing.objects.exists()


def test_people_and_programs_and_rulesets_are_rated_apart(counted):
    simulated = [{**game(n, "Ann", "Ben", "goryo"), "x_simulated": True} for n in range(3)]
    other = [
        {**game(n, "Ann", "Ben", "goryo"), "ruleset": {"edition": "2024", "advanced": True}}
        for n in range(2)
    ]
    counted([*simulated, *other, game(9, "Ann", "Ben", "goryo")])
    stats_services.rate_waiting()
    numbers = Standing.objects.filter(handle=handle_of("ann")).values_list(
        "pool__mode", "pool__is_simulated", "number"
    )
    assert sorted(numbers) == [
        ("advanced", False, 2),
        ("standard", False, 1),
        ("standard", True, 3),
    ]


def test_gorinto_is_rated_by_ranks_one_rating_for_all_seats(counted):
    log = game_of("4p-clockwise", 3)
    for player, name in zip(log["players"], NAMES, strict=True):
        player["name"] = name
    partners = game_of("partnership", 1)
    for player, name in zip(partners["players"], NAMES, strict=True):
        player["name"] = name
    counted([log, partners])
    stats_services.rate_waiting()
    assert set(Standing.objects.values_list("place", flat=True)) == {""}
    alone = Standing.objects.filter(pool__mode="4p-clockwise")
    assert len(set(alone.values_list("mu", flat=True))) == 4
    teams = dict(Standing.objects.filter(pool__mode="partnership").values_list("handle", "mu"))
    assert teams[handle_of("ann")] == teams[handle_of("cy")] != teams[handle_of("ben")]


def test_a_board_is_ranked_by_what_is_sure(counted, client):  # A128
    logs = [
        game(n, "Ann", f"Foe {n % 5}", "goryo" if n % 6 else "samurai", "2026-01-01")
        for n in range(12)
    ]
    logs += [game(100 + n, "Lucky", f"Foe {n % 5}", "goryo", "2026-01-02") for n in range(9)]
    logs += [
        game(200 + n, "Cy", f"Foe {n % 5}", "goryo" if n % 5 else "samurai", "2026-01-03")
        for n in range(60)
    ]
    counted(logs)
    stats_services.rate_waiting()
    page = client.get("/stats/goryo/ratings/")
    rows = page.context["boards"][0]["rows"]
    assert {row["name"] for row in rows} == {"Ann", "Cy"}
    lows = [float(row["low"].replace("−", "-")) for row in rows]
    assert lows == sorted(lows, reverse=True)
    ratings = [float(row["rating"]) for row in rows]
    assert ratings != sorted(ratings, reverse=True)  # who is rated highest is not first
    assert page.context["boards"][0]["n_below"] == 1
    api = client.get("/api/v1/stats/goryo/ratings/").json()["ratings"]
    assert [row["name"] for row in api if row["place"] == "goryo"] == [row["name"] for row in rows]
    assert b"Ann" in client.get("/api/v1/stats/goryo/ratings/csv/").content
    lucky = client.get(f"/players/{handle_of('lucky')}/")
    assert lucky.context["ratings"][0]["is_few"]
    assert lucky.context["ratings"][0]["games"] == 9


@pytest.mark.parametrize("asked", ["rolle=x", "simulated=all", "simulated=maybe", "rules=1999"])
def test_words_that_mean_nothing_are_told(client, db, asked):
    assert client.get(f"/stats/goryo/ratings/?{asked}").status_code == 400
    if "rules" not in asked:
        assert client.get(f"/api/v1/stats/goryo/ratings/?{asked}").status_code == 400
    assert client.get("/stats/chess/ratings/").status_code == 404
    assert client.get("/api/v1/stats/chess/ratings/").status_code == 404


def test_nobody_is_rated_yet(client, db):
    assert b"is rated yet" in client.get("/stats/goryo/ratings/").content
    assert client.get("/api/v1/stats/goryo/ratings/").json()["ratings"] == []


def test_a_rating_begins_where_the_words_say():
    first = unrated()
    assert (round(first.mu, 1), round(1.96 * first.sigma, 1)) == (25.0, 16.3)
    assert "25 ± 16.3" in rating_reads.RATINGS
    seats = [
        {"side": 0, "name": "a", "place": "", "rank": 1},
        {"side": 1, "name": "b", "place": "", "rank": 1},
    ]
    teams = teams_of(seats, {"a": "a", "b": "b"}, apart=False)
    after = rate_game(teams, {("a", ""): Rated(30.0, 5.0, 3)})
    assert after["a", ""].mu < 30 < 25 + after["b", ""].mu  # a tie draws them together
    assert after["a", ""].number == 4
