"""The numbers that changed between two snapshots: recounted from the added games."""

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analytics import services as stats_services
from analytics.models import Snapshot
from analytics.reads import people as people_reads
from games.registry import judge
from replays import services as replay_services
from replays.models import Game
from tests.support.pages import get, get_json, get_page, missing, page

from .conftest import count_logs
from .logs import GORYO_WINS, SAMURAI_WIN, named, one_round, varied

pytestmark = pytest.mark.in_turn(2)

API = "/api/v1/stats/goryo/movers/"


def winners(logs):
    """The winners of logs, read again."""
    found = [next(judge(json.dumps(log).encode())).replay.outcome.winner for log in logs]
    return [winner for winner in found if winner]


@pytest.fixture
def states(module_dumps):
    """Two snapshots and later games: (games of the first, of the second, later)."""
    parts = [varied(30, seed=11), varied(25, seed=12)]
    for name, logs in zip(("first", "second"), parts, strict=True):
        count_logs(named(log, f"{name} C{n}", f"{name} D{n}") for n, log in enumerate(logs))
        Snapshot.objects.filter(pk=stats_services.make_dump().pk).update(name=name)
    later = [one_round(SAMURAI_WIN, x_n=n, played_at=f"2026-05-{n + 1:02}") for n in range(20)]
    count_logs(named(log, f"A{n}", f"B{n}") for n, log in enumerate(later))
    return (*parts, later)


def row_of(answer, key):
    return next(row for row in answer["rows"] if row["measure"]["key"] == key)


def test_added_games_are_compared_with_the_earlier_ones(client, states):
    first, second, later = map(winners, states)
    cases = (("first", "second", first, second), ("first", "", first, second + later),
             ("second", "", first + second, later))  # fmt: skip
    for before, after, old, added in cases:
        answer = get_json(client, f"{API}?before={before}&after={after}")
        row = row_of(answer, "roles/goryo")
        k, n = (games.count("goryo") for games in (old, added))
        assert (row["before"]["rate"]["k"], row["before"]["rate"]["n"]) == (k, len(old))
        assert (row["added"]["rate"]["k"], row["added"]["rate"]["n"]) == (n, len(added))
        assert row["after"]["rate"]["k"] == k + n
        change = (k + n) / (len(old) + len(added)) - k / len(old)
        assert row["change"] == pytest.approx(change)
        assert row["difference"] == pytest.approx(n / len(added) - k / len(old))
        assert (answer["before"]["snapshot"], answer["after"]["snapshot"]) == (
            before,
            after or None,
        )
        q_values = [each["q"] for each in answer["rows"]]
        tested = [q for q in q_values if q is not None]
        assert q_values[: len(tested)] == sorted(tested)
    assert "roles/samurai" not in {row["measure"]["key"] for row in answer["rows"]}
    lengths = row_of(answer, "wins-rounds/d1")["added"]["rate"]
    assert (lengths["k"], lengths["n"]) == (0, 20)


def test_live_numbers_have_people_and_wider_intervals(client, module_dumps, monkeypatch):
    """Ann wins all her games, Ben none, so that games are far from independent."""
    won = {"Ann": GORYO_WINS, "Ben": SAMURAI_WIN}
    names = ("Ann", "Ben", "Ann", "Ben", "Cy", "Di")

    def season(first):
        return [
            named(one_round(won.get(name, (GORYO_WINS, SAMURAI_WIN)[n % 2]), x_n=first + n),
                  name, f"Other {n % 3}")
            for n, name in enumerate(names * 8)
        ]  # fmt: skip

    count_logs(season(0))
    snapshot = stats_services.make_dump().name
    count_logs(season(1000)[:24])
    row = row_of(get_json(client, f"{API}?before={snapshot}"), "roles/goryo")
    people = row["people"]
    assert (people["players"], people["drawn"]) == (7, "players")
    text = get_page(client, f"/stats/goryo/movers/?before={snapshot}")
    assert "treat games as independent" not in text
    assert "who played all of them" in text
    monkeypatch.setattr(people_reads, "MAX_GAMES_OF_MANY", 10)
    monkeypatch.setattr(people_reads, "MAX_GAMES", 10)
    people_reads._answers.clear()
    people_reads._crowds.clear()
    plain = row_of(get_json(client, f"{API}?before={snapshot}"), "roles/goryo")
    assert plain["people"] is None
    text = get_page(client, f"/stats/goryo/movers/?before={snapshot}")
    assert "treat games as independent" in text
    widths = [each["difference_high"] - each["difference_low"] for each in (row, plain)]
    assert widths[0] > 1.2 * widths[1]
    assert row["q"] >= plain["q"]


def test_page_and_csv(client, states):
    text = get_page(client, "/stats/goryo/movers/")
    assert missing(text, "Biggest changes", "Win rate: Goryō", "second", "lower", "now") == []
    rows = list(csv.DictReader(io.StringIO(page(client, f"{API}csv/"))))
    assert [row["measure"] for row in rows] == [
        row["measure"]["key"] for row in get_json(client, API)["rows"]
    ]
    assert "Added games" not in get_page(client, "/it/stats/goryo/movers/")
    closed = get_page(client, "/stats/goryo/movers/?winner=goryo")
    assert "Win rate: Goryō" not in closed
    for query in ("before=third", "after=third", "before=first&after=first", "snapshot=first"):
        get(client, f"/stats/goryo/movers/?{query}", 400)
        get_json(client, f"{API}?{query}", 400)
    for row in get_json(client, API)["rows"]:
        get(client, row["games_url"])


def test_without_comparison_if_games_were_removed_or_counted_again(client, states):
    game = Game.objects.filter(winner="samurai").order_by("pk").first()
    assert game is not None
    replay_services.withdraw_games([game.pk])
    stats_services.count_games([game.pk])
    row = row_of(get_json(client, f"{API}?before=second&simulated=no"), "roles/goryo")
    assert row["added"] is None or row["added"]["rate"]["n"] == 19
    snapshot = Snapshot.objects.get(name="second")
    snapshot.versions["goryo"]["facts"] -= 1
    snapshot.save()
    answer = get_json(client, f"{API}?before=second")
    assert answer["is_recounted"]
    assert {row["q"] for row in answer["rows"]} == {None}
    assert "counted by different versions" in get_page(client, "/stats/goryo/movers/?before=second")


def test_by_default_the_newest_snapshot_with_other_numbers(client, states):
    assert get_json(client, API)["before"]["snapshot"] == "second"
    third = stats_services.make_dump().name
    assert get_json(client, API)["before"]["snapshot"] == "second"
    assert get_json(client, f"{API}?after={third}")["before"]["snapshot"] == "second"
    assert get_json(client, f"{API}?after=second")["before"]["snapshot"] == third


def test_without_a_snapshot(client):
    count_logs([one_round(GORYO_WINS)])
    assert "no snapshot yet" in get_page(client, "/stats/goryo/movers/")
    get_json(client, API, 404)


def test_two_states_are_two_queries(client, states):
    with CaptureQueriesContext(connection) as few:
        get_json(client, f"{API}?before=first&after=second")
    sums = [query["sql"] for query in few if "wins-rounds" in query["sql"]]
    assert len(sums) == 2
    assert len(few) < 12
