"""Damaged logs of Gorinto: judging never fails, a refusal cites a rule, and engine and naive rules
give the same verdict. `GORINTO_MUTANTS` sets the number.

Of a header the engine tells every error, so the naive first one is to be among them.
"""

from __future__ import annotations

import functools
import json
import os
import random
from typing import Any

import pytest

from games.registry import get_kind, judge
from tests.brute.gorinto import replay
from tests.brute.gorinto_damage import spoiled
from tests.brute.gorinto_games import SHAPES, random_log
from tests.brute.gorinto_text import typed
from tests.faults import mutate
from tests.support.engine import judge_one, readable, refusals, states, warnings

MUTANTS = int(os.environ.get("GORINTO_MUTANTS", "1200"))
BATCHES = 6
BOOK = get_kind("gorinto").rules.rulebook
NAME_LIMIT = 200  # characters of a player's name
HEADER = ("ruleset", "players", "setup", "outcome")


@functools.cache
def good(number: int) -> str:
    """A legal log, whole or broken off early, as JSON."""
    rng = random.Random(f"good {number}")
    log = random_log(rng, list(SHAPES)[number % 9], whole=True)
    log["events"] = log["events"][: rng.choice([3, 8, 16, 1000])]
    return json.dumps(log)


def damaged(rng: random.Random) -> bytes:
    """A log in which one to three values are swapped, replaced or gone, or events out of order."""
    log = json.loads(good(rng.randrange(54)))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        chance = rng.random()
        if chance < 0.3 and log["events"]:
            at = rng.randrange(len(log["events"]))
            log["events"][at] = spoiled(rng, log["events"][at])
        elif chance < 0.7:
            key = rng.choice([key for key in HEADER if key in log])
            log[key] = json.loads(_damage(rng, {key: log[key]})).get(key)
        else:
            return _damage(rng, log)
    return json.dumps(log).encode()


def _damage(rng: random.Random, value: dict[str, Any]) -> bytes:
    way = rng.choice([mutate.swapped, mutate.replaced, mutate.replaced, mutate.shuffled_events])
    if way is mutate.shuffled_events and "events" not in value:
        way = mutate.replaced
    data = way(rng, json.dumps(value).encode())
    return data if isinstance(_json(data), dict) else json.dumps(value).encode()


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def within_limits(log: dict[str, Any]) -> bool:
    """Whether the house's own limits, of which the log page says nothing, let the log in."""
    players = log.get("players")
    seats = [p for p in players if isinstance(p, dict)] if isinstance(players, list) else []
    names = [seat.get("name") for seat in seats]
    return all(len(name) <= NAME_LIMIT for name in names if isinstance(name, str))


def assert_reasons(judged: Any) -> None:
    """Every finding names a rule of the book, or the format, and says something."""
    for finding in (*judged.findings, *judged.warnings):
        assert finding.message
        assert finding.rule == "log-format" or (finding.rule in BOOK and finding.citation)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_logs_are_judged_alike(batch: int) -> None:
    rng = random.Random(f"damaged gorinto {batch}")
    in_header = in_events = accepted = 0
    for _ in range(MUTANTS // BATCHES):
        data = damaged(rng)
        judged = judge_one(data)
        assert_reasons(judged)
        log = readable(data)
        if log is None or not within_limits(log) or log.get("game") != "gorinto":
            continue
        wanted = replay(log)
        if wanted.refused is None:
            accepted += 1
            assert refusals(judged) == [], data
        elif wanted.refused[0] is None:
            in_header += 1
            assert wanted.refused in refusals(judged), data
            assert {event for event, _ in refusals(judged)} == {None}
        else:
            in_events += 1
            assert refusals(judged) == [wanted.refused], data
        assert [(event, rule) for event, rule, _ in warnings(judged)] == wanted.warnings
        assert [step["state"] for step in states(judged)] == wanted.states
    least = MUTANTS // BATCHES // 50
    assert min(in_header, in_events, accepted) > least, (in_header, in_events, accepted)


def test_damaged_bytes_never_break_the_judge() -> None:
    """Text and JSON with bytes changed, cut, put in or doubled: what is accepted all the same is
    a log that the naive rules accept too.
    """
    rng = random.Random("damaged bytes of gorinto")
    ways = [mutate.random_bytes, mutate.truncated, mutate.inserted, mutate.repeated]
    accepted = refused = 0
    for _ in range(MUTANTS // 2):
        log = good(rng.randrange(54))
        data = log.encode() if rng.random() < 0.3 else typed(rng, json.loads(log)).encode()
        for judged in judge(rng.choice(ways)(rng, data) or b"x"):
            assert_reasons(judged)
            if judged.findings:
                refused += 1
                continue
            accepted += 1
            wanted = replay(json.loads(judged.record.canonical()))
            assert wanted.refused is None
            assert [step["state"] for step in states(judged)] == wanted.states
    assert refused > MUTANTS // 8
    assert accepted > MUTANTS // 200
