"""Pairs of records of one random game (sections 1.4, 3.1, 3.4, 5): two halves merge into the whole
and count once; a pair with one contradicting event stays two games, of which the older counts.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.support import deep

from . import driver, generate
from .driver import Json

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.in_turn(2)]
PAIRS_IN_A_TEST = 10
TESTS = 100 if deep.IS_DEEP else 1
"""Thirty pairs of each kind in a normal run, a thousand in a deep one."""
Make = Callable[[random.Random], Json]


def no_bind(log: Json) -> Json:
    """Return a record of everything but the bound type."""
    if generate.outcome_of(log).reason == "bound":
        return log
    return {**log, "events": [{**log["events"][0], "object": None}, *log["events"][1:]]}


def no_last_plan(log: Json) -> Json:
    """Return a Samurai's record that has the bound type, from after the game."""
    record = generate.samurai_record(log)
    return {**record, "events": [log["events"][0], *record["events"][1:]]}


HALVES: dict[str, tuple[str, Make, Callable[[Json], Json], Callable[[Json], Json]]] = {
    "goryo: full and Samurai's record": (
        "goryo", generate.goryo, lambda log: log, generate.samurai_record,
    ),
    "goryo: no bound type and no last plan": ("goryo", generate.goryo, no_bind, no_last_plan),
    "kyoto: full and table": ("kyoto", generate.kyoto, lambda log: log, generate.table_record),
}  # fmt: skip


def play_of(log: Json) -> list[Json]:
    """Return the events of a log without notes and times, and with sets sorted."""
    return [
        {key: _sorted(event, value) for key, value in event.items() if not _is_remark(key, value)}
        for event in log["events"]
        if event["type"] not in ("unmask", "stuck")
    ]


def _is_remark(key: str, value: Any) -> bool:
    is_default = value is False or value == [] or (value is None and key != "object")
    return key in ("note", "at") or key.startswith("x_") or (is_default and key != "answer")


def _sorted(event: Json, value: Any) -> Any:
    return sorted(value) if event["type"] == "deal" and isinstance(value, list) else value


def stored_log(game_id: str) -> Json:
    """Return the log of a stored game."""
    log: Json = driver.get(f"/api/v1/games/{game_id}/log/?form=json")
    return log


def pairs(name: str, number: int) -> list[tuple[Json, list[Json], random.Random]]:
    """Return random games with two partial records each, in either order."""
    _, make, one, other = HALVES[name]
    rng = random.Random(deep.seed(f"{name} {number}"))
    games = [make(rng) for _ in range(PAIRS_IN_A_TEST)]
    return [(log, rng.sample([one(log), other(log)], 2), rng) for log in games]


CASES = [(name, number) for name in HALVES for number in range(TESTS)]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_two_halves_are_one_game(name: str, number: int) -> None:
    kind = HALVES[name][0]
    merged = []
    for log, records, rng in pairs(name, number):
        first, second = (generate.vary(record, rng) for record in records)
        older, younger = driver.send(first, "a"), driver.send(second, "b")
        if play_of(first) == play_of(second):  # nothing was hidden in this game
            continue
        assert (older.status, younger.status) == ("stored", "merged"), (first, second)
        assert (younger.code, younger.id) == (200, older.id)
        assert play_of(stored_log(older.id)) == play_of(log)
        merged.append(older.id)
        assert_header(stored_log(older.id), first, second)
    assert len(merged) >= PAIRS_IN_A_TEST // 3
    driver.settle()
    games = [game for game in driver.listed() if game["finished"]]
    assert driver.counts(kind)["human"] == len(games)
    assert {*merged} <= {game["id"] for game in games}


def assert_header(log: Json, first: Json, second: Json) -> None:
    """Fail unless a merged log has every name that one of its records knows, in the spelling of the
    older record, and the older date, made more precise where the day is the same.
    """
    for index, player in enumerate(log["players"]):
        names = [record["players"][index]["name"] for record in (first, second)]
        known = [driver.fold(name) for name in names if name is not None]
        assert (player["name"] and driver.fold(player["name"])) == (known[0] if known else None)
    older, younger = (record.get("played_at", "") for record in (first, second))
    allowed = {older or younger}
    if older and younger[:10] == older[:10] and len(younger) > len(older):
        allowed = {younger} if len(older) == 10 else {older, younger}
    assert log.get("played_at", "") in allowed


@pytest.mark.parametrize(("name", "number"), CASES)
def test_one_contradicting_event_keeps_two_games(name: str, number: int) -> None:
    kind = HALVES[name][0]
    n_conflicts = 0
    for _, (first, second), rng in pairs(name, number):
        conflict = generate.contradicting(second, rng)
        if conflict is None:
            continue
        changed, index = conflict
        older, younger = driver.send(first, "a"), driver.send(changed, "b")
        assert (older.status, younger.status) == ("stored", "stored")
        assert older.id != younger.id
        n_conflicts += 1
        driver.assert_conflict(older.id, younger.id, event_number(first, changed, index))
    assert n_conflicts >= PAIRS_IN_A_TEST // 2
    driver.settle()
    assert len(driver.listed()) == 2 * n_conflicts
    assert driver.counts(kind)["human"] == n_conflicts


def event_number(first: Json, second: Json, index: int) -> set[int]:
    """Return the numbers of an event of the second record in either record, counted from 0: a table
    log of Shadows in Kyoto begins four events later.
    """
    depths = [record.get("setup", {}).get("depth", "full") for record in (first, second)]
    shift = {("full", "table"): 4, ("table", "full"): -4}.get((depths[0], depths[1]), 0)
    return {index, index + shift}


class TestGoryosSheet:
    """Her own sheet of the Samurai's turns has the answers only (5.2)."""

    @pytest.mark.parametrize("number", range(TESTS))
    def test_it_is_never_counted_alone(self, number: int) -> None:
        rng = random.Random(deep.seed(f"sheet alone {number}"))
        for _ in range(PAIRS_IN_A_TEST):
            answer = driver.send(generate.goryo_sheet(generate.goryo(rng)), "a")
            assert (answer.status, answer.code) == ("stored", 201)
        driver.settle()
        assert driver.counts("goryo") == {"human": 0, "simulated": 0}

    @pytest.mark.parametrize("number", range(TESTS))
    def test_it_is_merged_with_the_other_half(self, number: int) -> None:
        rng = random.Random(deep.seed(f"sheet {number}"))
        for _ in range(PAIRS_IN_A_TEST):
            log = generate.goryo(rng)
            halves = rng.sample([generate.goryo_sheet(log), generate.samurai_record(log)], 2)
            older, younger = (driver.send(half, "ab"[n]) for n, half in enumerate(halves))
            assert (older.status, younger.status) == ("stored", "merged")
            assert younger.id == older.id
            assert play_of(stored_log(older.id)) == play_of(log)
        driver.settle()
        assert driver.counts("goryo") == {"human": PAIRS_IN_A_TEST, "simulated": 0}
