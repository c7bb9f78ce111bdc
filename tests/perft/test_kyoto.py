"""Counts of legal events in Kyoto: compared with recorded counts, and those without a draw with the
naive rules. `stuck` and the ways to stop are not counted.
"""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import perft
from games.kyoto.kind import KIND
from games.kyoto.rules.events import Abandon, Resign, Stuck
from tests.brute.kyoto import Game
from tests.brute.kyoto_legal import legal
from tests.cases.test_kyoto_cases import text_of
from tests.support.engine import judge_one

COUNTS = tomllib.loads((Path(__file__).parent / "kyoto.toml").read_text("utf-8"))["count"]
NOT_COUNTED = ("abandon", "resign", "stuck")


def judged_of(entry: dict[str, Any]) -> Any:
    judged = judge_one(text_of(entry))
    assert judged.findings == ()
    return judged


def is_not_counted(event: Any) -> bool:
    return isinstance(event, Abandon | Resign | Stuck)


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['id']}, {entry['depth']}"


@pytest.mark.parametrize("entry", COUNTS, ids=name_of)
def test_the_engine_matches_the_recorded_counts(entry: dict[str, Any]) -> None:
    final = judged_of(entry).replay.final
    assert perft(KIND.rules.engine, final, entry["depth"], is_not_counted) == entry["count"]


def brute_perft(game: Game, depth: int) -> int:
    """Count with the naive rules."""
    if depth == 0:
        return 1
    total = 0
    for event in legal(game):
        if event["type"] not in NOT_COUNTED:
            after = copy.deepcopy(game)
            after.play(event)
            total += brute_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("entry", [e for e in COUNTS if not e.get("draws")], ids=name_of)
def test_the_naive_rules_match_the_recorded_counts(entry: dict[str, Any]) -> None:
    log = json.loads(judged_of(entry).record.canonical())
    game = Game(log)
    for event in log["events"]:
        game.play(event)
    assert brute_perft(game, entry["depth"]) == entry["count"]
