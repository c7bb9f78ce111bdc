"""Random games of Gorinto in every mode and landscape: engine and naive rules say the same of
every step.

`GORINTO_GAMES` is their number: `GORINTO_GAMES=10000 pytest tests/brute/test_gorinto_games.py`.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import get_kind, judge, simulate
from tests.brute.gorinto import Result, replay
from tests.brute.gorinto_form import FIELDS
from tests.brute.gorinto_games import SHAPES, random_log
from tests.brute.gorinto_header import LANDSCAPES
from tests.support.engine import dump, refusals, states, warnings

GAMES = int(os.environ.get("GORINTO_GAMES", "360"))
# endings that few random games have: the number of a game that has one
RARE = [
    ("solo normal", 475, "solo_tie"),
    ("solo expert", 497, "solo_tie"),
    ("partnership", 54, "fewest_tiles"),
    ("partnership", 72, "shared"),
    ("2p burrow", 32, "shared"),
    ("2p tactical", 26, "fewest_tiles"),
    ("3p clockwise", 78, "shared"),
    ("4p compassionate", 58, "shared"),
]
CODES = {"6.3": "wrong_score", "log-format": "wrong_outcome"}
BATCH = 50


def logs_of(shape: str, count: int) -> Iterator[dict[str, Any]]:
    """Random logs of one mode, every landscape by turns, every other one whole."""
    landscapes = list(LANDSCAPES)
    for number in range(count):
        rng = random.Random(f"gorinto {shape} {number}")
        yield random_log(rng, shape, landscapes[number % 5], whole=number % 2 == 0)


def assert_same(judged: Any, log: dict[str, Any]) -> Result:
    """Every state, the refusal, the warnings; and that every view shows the same states."""
    wanted = replay(log)
    assert refusals(judged) == ([] if wanted.refused is None else [wanted.refused])
    assert [step["state"] for step in states(judged)] == wanted.states
    found = warnings(judged)
    assert [(event, rule) for event, rule, _ in found] == wanted.warnings
    assert all(CODES[rule] == code for _, rule, code in found)
    for view in ("public", "p1"):
        assert [step["state"] for step in states(judged, view)] == wanted.states
    return wanted


@pytest.mark.parametrize("shape", SHAPES)
def test_states_refusals_and_warnings_agree(shape: str) -> None:
    waiting: list[dict[str, Any]] = []
    met: Counter[str | None] = Counter()
    types: Counter[str] = Counter()
    count = max(GAMES // len(SHAPES), 10)
    for number, log in enumerate(logs_of(shape, count), 1):
        waiting.append(log)
        if len(waiting) == BATCH or number == count:
            for judged, one in zip(judge(dump(*waiting)), waiting, strict=True):
                result = assert_same(judged, one)
                refused = result.refused
                met[refused[1] if refused else result.game.state["reason"]] += 1
                types.update(e["type"] for e in one["events"][: len(result.states)])
            waiting = []
    assert met["wisdom"] >= count // 4, met
    # A comparison over games that never get anywhere would show nothing.
    assert set(types) >= due_types(shape), types
    print(shape, sum(met.values()), "games", sum(types.values()), "events", dict(met))


@pytest.mark.parametrize(("shape", "number", "reason"), RARE)
def test_rare_endings_agree(shape: str, number: int, reason: str) -> None:
    rng = random.Random(f"gorinto {shape} {number}")
    log = random_log(rng, shape, list(LANDSCAPES)[number % 5], whole=True)
    (judged,) = judge(dump(log))
    assert assert_same(judged, log).game.state["reason"] == reason


def due_types(shape: str) -> set[str]:
    """The event types that a legal game of this mode may hold, those that stop it left out."""
    types = set(FIELDS) - {"resign", "abandon"}
    if not shape.startswith("solo"):
        types -= {"kitsune", "chit", "coin"}
    if shape != "2p burrow":
        types -= {"burrow"}
    if shape != "2p tactical":
        types -= {"remove"}
    return types


def test_the_random_games_meet_every_ending_and_most_refusals() -> None:
    met: Counter[str | None] = Counter()
    for shape in SHAPES:
        for log in logs_of(shape, 40):
            result = replay(log)
            refused = result.refused
            met[refused[1] if refused else result.game.state["reason"]] += 1
    endings = {"wisdom", "fewest_tiles", "shared", "resign", "abandon", None}
    rules = {"6.1", "3.1", "4.1", "4.2", "4.6", "5.2", "8.3", "log-format"}
    assert endings | rules <= set(met), met


@pytest.mark.parametrize("ruleset", get_kind("gorinto").identity.rulesets)
def test_games_that_bots_play_are_games_by_the_naive_rules(ruleset: str) -> None:
    record = simulate("gorinto", ruleset, "brute", random.Random(f"bots {ruleset}"))
    log = json.loads(record.canonical())
    (judged,) = judge(record.canonical().encode())
    result = assert_same(judged, log)
    assert result.refused is None
    assert result.warnings == []
    assert result.game.state["phase"] == "over"
