"""Damaged logs of Gorinto: judging never fails, a refusal cites a rule, and engine and naive rules
agree. `GORINTO_MUTANTS` sets the number.

The engine reports all errors of a header, so the first one of the naive rules must be among them.
"""

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
from tests.brute.verdicts import assert_same, within_limits
from tests.faults import mutate
from tests.support.deep import due
from tests.support.engine import judge_one, readable, refusals, states, warnings

MUTANTS = int(os.environ.get("GORINTO_MUTANTS", "1200"))
BATCHES = 6
BOOK = get_kind("gorinto").rules.rulebook
HEADER = ("ruleset", "players", "setup", "outcome")


@functools.cache
def good(number: int) -> str:
    """Return a legal log, complete or cut short, as JSON."""
    rng = random.Random(f"good {number}")
    log = random_log(rng, list(SHAPES)[number % 9], whole=True)
    log["events"] = log["events"][: rng.choice([3, 8, 16, 1000])]
    return json.dumps(log)


def damaged(rng: random.Random) -> bytes:
    """Return a log with one to three values swapped, replaced or removed, or events reordered."""
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
    mutation = rng.choice(
        [mutate.swapped, mutate.replaced, mutate.replaced, mutate.shuffled_events]
    )
    if mutation is mutate.shuffled_events and "events" not in value:
        mutation = mutate.replaced
    data = mutation(rng, json.dumps(value).encode())
    return data if isinstance(mutate.parsed(data), dict) else json.dumps(value).encode()


def assert_reasons(judged: Any) -> None:
    """Check that every finding has a message and a rule, or is about the format."""
    for finding in (*judged.findings, *judged.warnings):
        assert finding.message
        assert finding.rule == "log-format" or (finding.rule in BOOK and finding.citation)


@pytest.mark.parametrize("batch", due(range(BATCHES)))
def test_engine_and_naive_rules_agree_on_damaged_logs(batch: int) -> None:
    rng = random.Random(f"damaged gorinto {batch}")
    in_header = in_events = accepted = 0
    for _ in range(MUTANTS // BATCHES):
        data = damaged(rng)
        judged = judge_one(data)
        assert_reasons(judged)
        log = readable(data)
        if log is None or not within_limits(log) or log.get("game") != "gorinto":
            continue
        expected = replay(log)
        if expected.refused and expected.refused[0] is None:
            in_header += 1
            assert expected.refused in refusals(judged), data
            assert {event for event, _ in refusals(judged)} == {None}
            assert states(judged) == []
        else:
            accepted += expected.refused is None
            in_events += expected.refused is not None
            assert_same(judged, expected)
        assert [(event, rule) for event, rule, _ in warnings(judged)] == expected.warnings
    least = MUTANTS // BATCHES // 50
    assert min(in_header, in_events, accepted) > least, (in_header, in_events, accepted)


def test_damaged_bytes_never_break_the_judge() -> None:
    """Change, cut, insert or repeat bytes of text and JSON. The naive rules must accept what the
    engine accepts.
    """
    rng = random.Random("damaged bytes of gorinto")
    mutations = [mutate.random_bytes, mutate.truncated, mutate.inserted, mutate.repeated]
    accepted = refused = 0
    for _ in range(MUTANTS // 2):
        log = good(rng.randrange(54))
        data = log.encode() if rng.random() < 0.3 else typed(rng, json.loads(log)).encode()
        for judged in judge(rng.choice(mutations)(rng, data) or b"x"):
            assert_reasons(judged)
            if judged.findings:
                refused += 1
                continue
            accepted += 1
            assert_same(judged, replay(json.loads(judged.record.canonical())))
    assert refused > MUTANTS // 8
    assert accepted > MUTANTS // 200
