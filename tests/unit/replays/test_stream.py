"""`/api/v1/games.ndjson`: every public game once, in the order of becoming public."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import jsonschema_rs
import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from replays import services
from replays.models import Game, IntakeLock
from replays.reads import stream
from replays.reads.game_filter import GameFilter
from tests.support.openapi import document
from tests.support.threads import at_once
from tests.unit.visibility.owners import call, play, send, stored, viewer

from .logs import as_json, json_log, many, numbered, submit, whole_game

NDJSON = "application/x-ndjson"
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def lines(query: str = "", status: int = 200) -> list[dict[str, Any]]:
    """Return the lines of a stream."""
    answer = Client().get(f"/api/v1/games.ndjson?{query}")
    assert answer.status_code == status
    assert answer["Content-Type"] == NDJSON
    rows = b"".join(answer).decode().splitlines()
    return [json.loads(row) for row in rows]


def ids(query: str = "") -> list[str]:
    """Return the ids of the games of a stream."""
    return [line["id"] for line in lines(query)]


def test_lines_are_games_of_the_list_in_the_order_of_storing() -> None:
    submit(many(3))
    submit(many(2, start=3))
    rows = lines()
    listed = Client().get("/api/v1/games/").json()["games"]
    by_id = {row["id"]: row for row in rows}
    assert [{**row, "cursor": by_id[row["id"]]["cursor"]} for row in listed] == [
        by_id[row["id"]] for row in listed
    ]
    order = Game.objects.order_by("upload_id", "position").values_list("public_id", flat=True)
    assert [row["id"] for row in rows] == list(order)
    schema = {**document(), "$ref": "#/components/schemas/StreamedGame"}
    jsonschema_rs.validator_for(schema).validate(lines("log=1")[0])


def test_a_client_continues_with_the_last_cursor() -> None:
    submit(many(7))
    whole, found, since = ids(), [], ""
    while rows := lines(f"max=2{since}"):
        found += [row["id"] for row in rows]
        since = f"&since={rows[-1]['cursor']}"
    assert found == whole
    assert len(set(found)) == 7
    submit(as_json(numbered(8)))
    assert len(lines(f"max=2{since}")) == 1


def test_since_a_time() -> None:
    submit(many(2))
    Game.objects.update(public_at=timezone.now() - timedelta(hours=1))
    middle = timezone.now()
    submit(as_json(numbered(3)))
    new = Game.objects.latest("public_number").public_id
    assert ids(f"since={middle:%Y-%m-%dT%H:%M:%S.%fZ}") == [new]
    assert ids("since=2100-01-01T00:00Z") == []
    assert len(ids("since=2000-01-01T00:00%2B01:00")) == len(ids("since=2000-01-01T00:00")) == 3


def test_times_keep_the_order_if_the_clock_goes_back() -> None:
    submit(as_json(numbered(1)))
    ahead = timezone.now() + timedelta(minutes=1)
    Game.objects.update(public_at=ahead)
    submit(as_json(numbered(2)))
    assert set(Game.objects.values_list("public_at", flat=True)) == {ahead}


def test_filters_and_logs() -> None:
    submit(as_json(json_log()))
    log = json_log(event="unfinished")
    submit(as_json({**log, "events": log["events"][:2]}))
    submit(as_json(whole_game() | {"x_simulated": True}))
    finished = ids("finished=yes")
    assert len(finished) == 1
    assert len(ids("finished=yes&simulated=all")) == 2
    assert ids("player=jane&kind=goryo") == ids()
    assert ids("kind=kyoto") == ids("player=unknown") == []
    assert (len(ids()), len(ids("simulated=all")), len(ids("simulated=yes"))) == (2, 3, 1)
    rows = lines("log=1")
    assert [row["id"] in finished for row in rows] == ["log" in row for row in rows]
    game = Game.objects.get(public_id=finished[0])
    assert next(row["log"] for row in rows if "log" in row) == json.loads(game.canonical)


def test_the_migration_numbers_games_in_the_order_of_storing() -> None:
    submit(many(3))
    stored(play(1), "ann", "private")
    submit(as_json(numbered(9)))
    before = ids()
    Game.objects.update(public_number=None, public_at=None)
    IntakeLock.objects.update(n_public=0)
    migration = import_module("replays.migrations.0021_order_of_publication")
    migration.number_games(apps, SimpleNamespace(connection=connection))
    assert ids() == before
    submit(as_json(numbered(10)))
    assert [line["cursor"] for line in lines()] == [f"c{n}" for n in range(1, 6)]


@pytest.mark.parametrize(
    "query",
    [
        "since=x", "since=", "since=c", "since=2026", "since=2026-99-01T00:00Z",
        "since=0001-01-01T00:00%2B01:00", "max=0", "max=x", "max=1001", "refused=yes", "cursor=x",
        "log=2", "kind=x", "max=1&max=2",
    ],
)  # fmt: skip
def test_a_wrong_parameter_is_refused(query: str) -> None:
    answer = Client().get(f"/api/v1/games.ndjson?{query}", headers={"Accept": NDJSON})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_a_client_may_ask_for_lines_or_the_head_only() -> None:
    submit(as_json(json_log()))
    answer = Client().get("/api/v1/games.ndjson", headers={"Accept": NDJSON})
    assert len(b"".join(answer).splitlines()) == 1
    head = Client().head("/api/v1/games.ndjson")
    assert (head.status_code, b"".join(head)) == (200, b"")


def test_streams_are_limited(rates: Callable[..., None]) -> None:
    rates(streams="1/min")
    assert Client().get("/api/v1/games.ndjson")["X-RateLimit-Remaining"] == "0"
    answer = Client().get("/api/v1/games.ndjson")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_games_are_read_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory and the queries before the first line don't depend on the number of games."""
    monkeypatch.setattr(stream, "BATCH_SIZE", 2)
    submit(many(5))
    answer = Client().get("/api/v1/games.ndjson")
    with CaptureQueriesContext(connection) as queries:
        rows = iter(answer)
        next(rows)
        first = len(queries)
        rest = list(rows)
    assert (len(rest), first, len(queries)) == (4, 2, 6)


def test_the_index_gives_the_order() -> None:
    """Keyset pagination: no sort, no scan of all games."""
    chosen = GameFilter({"simulated": "all"})
    assert chosen.is_valid()
    if connection.vendor == "postgresql":  # it would scan a small table
        connection.cursor().execute("SET LOCAL enable_seqscan = off")
    plan = stream._batch(5, chosen, with_log=False)[:10].explain()
    assert "game_public_number" in plan
    assert "TEMP B-TREE" not in plan


# -------------------------------------------------------------------------------- visibility


def test_only_listed_games_are_in_it() -> None:
    public = stored(play(1), "ann").public_id
    stored(play(2), "ann", "unlisted")
    stored(play(3), "ann", "private")
    deleted = stored(play(4), "ann")
    services.delete_own(viewer("ann"), [deleted.public_id])
    withdrawn = stored(play(5), "ann")
    services.withdraw_games([withdrawn.pk])
    refused = stored(play(6), "ann")
    Game.objects.filter(pk=refused.pk).update(refused_by="9")
    assert ids() == [public]


def test_hidden_games_leave_no_gap() -> None:
    stored(play(1), "ann")
    stored(play(2), "ben", "private")
    stored(play(3), "ann")
    assert [row["cursor"] for row in lines()] == ["c1", "c2"]


def test_a_game_that_becomes_public_later_appears_then() -> None:
    later = (timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%MZ")
    due = send(play(1), "ann", f"?visibility=private&public_from={later}")["id"]
    private = stored(play(2), "ann", "private").public_id
    stored(play(3), "ann")
    [row] = lines()
    since = f"since={row['cursor']}"
    assert ids(since) == []
    call("PATCH", f"games/{private}/", "ann", visibility="public")
    Game.objects.filter(public_id=due).update(public_from=timezone.now())
    services.publish_due()
    assert ids(since) == [private, due]


def test_a_restored_game_appears_again() -> None:
    """Clients that continued meanwhile have not seen it."""
    first, second = stored(play(1), "ann"), stored(play(2), "ben")
    services.withdraw_games([first.pk])
    [row] = lines()
    services.restore_games([first.pk])
    assert ids(f"since={row['cursor']}") == [first.public_id]
    services.delete_own(viewer("ben"), [second.public_id])
    services.restore_own(viewer("ben"), [second.public_id])
    assert ids() == [first.public_id, second.public_id]


def test_a_game_that_an_engine_accepts_again_appears() -> None:
    game, other = stored(play(1), "ann"), stored(play(2), "ann")
    Game.objects.filter(pk=game.pk).update(refused_by="9")
    [row] = lines()
    walk = services.begin_verification()
    assert list(services.verify_games(walk)) is not None
    assert ids(f"since={row['cursor']}") == [game.public_id]
    assert ids() == [other.public_id, game.public_id]


# ------------------------------------------------------------------------------ at the same time


@pytest.mark.django_db(transaction=True)
def test_concurrent_stores_are_neither_missed_nor_repeated(rates: Callable[..., None]) -> None:
    """A client follows while several workers store games."""
    rates(streams=None)
    writers, each = 5, 12
    found: list[str] = []

    def store(worker: int) -> None:
        for number in range(each):
            submit(as_json(*(numbered(1000 * worker + 2 * number + n) for n in range(2))))

    def follow() -> None:
        since = ""
        for _ in range(400):
            rows = lines(since)
            found.extend(row["id"] for row in rows)
            if rows:
                since = f"since={rows[-1]['cursor']}"
            if len(found) >= 2 * writers * each:
                return

    results = at_once(*(partial(store, worker) for worker in range(writers)), follow)
    assert results == [None] * (writers + 1)
    found += ids(f"since=c{len(found)}")
    assert len(found) == len(set(found)) == Game.objects.count() == 2 * writers * each
    numbers = Game.objects.order_by("public_number").values_list("public_number", flat=True)
    assert list(numbers) == list(range(1, len(found) + 1))
