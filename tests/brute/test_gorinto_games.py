"""Random games of Gorinto in every mode and landscape: engine and naive rules must agree on every
step.

`GORINTO_GAMES` sets their number: `GORINTO_GAMES=10000 pytest tests/brute/test_gorinto_games.py`.
"""

import json
import os
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from games.registry import get_kind, judge, simulate
from tests.brute.gorinto import Result, replay
from tests.brute.gorinto_games import SHAPES, random_log, random_logs
from tests.brute.gorinto_header import FIELDS, LANDSCAPES
from tests.brute.verdicts import assert_same
from tests.support.engine import dump, warnings

GAMES = int(os.environ.get("GORINTO_GAMES", "360"))
# the number of a game for endings that few random games have
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


def compared(judged: Any, log: dict[str, Any]) -> Result:
    """Check the states, the refusal and the warnings, and that all views show the same states."""
    expected = replay(log)
    assert_same(judged, expected, "public", "p1")
    actual = warnings(judged)
    assert [(event, rule) for event, rule, _ in actual] == expected.warnings
    assert all(CODES[rule] == code for _, rule, code in actual)
    return expected


def ending(result: Result) -> str | None:
    """Return the rule of the refusal, or the reason of the end."""
    return result.refused[1] if result.refused else result.game.state["reason"]


@pytest.mark.parametrize("shape", SHAPES)
def test_states_refusals_and_warnings_agree(shape: str) -> None:
    endings: Counter[str | None] = Counter()
    types: Counter[str] = Counter()
    count = max(GAMES // len(SHAPES), 10)
    logs = (log for _, log in random_logs("gorinto", shape, count))
    while batch := list(islice(logs, BATCH)):
        for judged, raw in zip(judge(dump(*batch)), batch, strict=True):
            result = compared(judged, raw)
            endings[ending(result)] += 1
            types.update(e["type"] for e in raw["events"][: len(result.states)])
    assert endings["wisdom"] >= count // 4, endings
    # A comparison of games that stop early would show nothing.
    assert set(types) >= due_types(shape), types
    print(shape, endings.total(), "games", types.total(), "events", dict(endings))


@pytest.mark.parametrize(("shape", "number", "reason"), RARE)
def test_rare_endings_agree(shape: str, number: int, reason: str) -> None:
    rng = random.Random(f"gorinto {shape} {number}")
    log = random_log(rng, shape, list(LANDSCAPES)[number % 5], whole=True)
    (judged,) = judge(dump(log))
    assert compared(judged, log).game.state["reason"] == reason


def due_types(shape: str) -> set[str]:
    """Return the event types of legal games of this mode, without those that stop the game."""
    special = {
        "solo": {"kitsune", "chit", "coin"},
        "2p burrow": {"burrow"},
        "2p tactical": {"remove"},
    }
    others = [types for mode, types in special.items() if not shape.startswith(mode)]
    return set(FIELDS).difference({"resign", "abandon"}, *others)


@pytest.mark.deep
def test_random_games_have_every_ending_and_most_refusals() -> None:
    seen: Counter[str | None] = Counter()
    for shape in SHAPES:
        for _, log in random_logs("gorinto", shape, 40):
            seen[ending(replay(log))] += 1
    endings = {"wisdom", "fewest_tiles", "shared", "resign", "abandon", None}
    rules = {"6.1", "3.1", "4.1", "4.2", "4.6", "5.2", "8.3", "log-format"}
    assert endings | rules <= set(seen), seen


@pytest.mark.parametrize("ruleset", get_kind("gorinto").identity.rulesets)
def test_games_of_bots_are_legal_by_the_naive_rules(ruleset: str) -> None:
    record = simulate("gorinto", ruleset, "brute", random.Random(f"bots {ruleset}"))
    log = json.loads(record.canonical())
    (judged,) = judge(record.canonical().encode())
    result = compared(judged, log)
    assert (result.refused, result.warnings, result.game.state["phase"]) == (None, [], "over")
