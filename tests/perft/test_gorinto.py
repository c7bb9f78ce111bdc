"""Counts of legal events of Gorinto: compared with recorded counts, and small ones with the naive
rules.
"""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import perft
from games.gorinto.kind import KIND
from games.gorinto.rules.events import Abandon, Resign
from tests.brute.gorinto import Game
from tests.brute.gorinto_legal import legal
from tests.cases.test_gorinto_cases import log_of, text_of
from tests.support.engine import judge_one

COUNTS = tomllib.loads((Path(__file__).parent / "gorinto.toml").read_text("utf-8"))["count"]
SMALL = 600


def position(entry: dict[str, Any]) -> Any:
    judged = judge_one(text_of({"mode": entry["mode"], "log": entry["events"]}).encode())
    assert judged.findings == ()
    return judged.replay.final


def is_end(event: Any) -> bool:
    return isinstance(event, Abandon | Resign)


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['mode']}, {entry['start']}, {entry['depth']}"


@pytest.mark.parametrize("entry", COUNTS, ids=name_of)
def test_engine_finds_the_recorded_number_of_sequences(entry: dict[str, Any]) -> None:
    assert perft(KIND.rules.engine, position(entry), entry["depth"], is_end) == entry["count"]


def brute_perft(game: Game, depth: int) -> int:
    """Count with the naive rules."""
    if depth == 0:
        return 1
    total = 0
    for event in legal(game):
        after = copy.deepcopy(game)
        after.play(event)
        total += brute_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("entry", [e for e in COUNTS if e["count"] <= SMALL], ids=name_of)
def test_naive_rules_find_the_recorded_number(entry: dict[str, Any]) -> None:
    log = log_of({"mode": entry["mode"], "log": entry["events"]})
    game = Game(log)
    for event in log["events"]:
        game.play(event)
    assert brute_perft(game, entry["depth"]) == entry["count"]
