"""The legal events of Kyoto, counted: against recorded counts, and those without a draw among them
against the naive rules again. `stuck` and the ways to stop are left out.
"""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.search import perft
from games.kyoto.kind import KIND
from games.kyoto.rules.events import Abandon, Resign, Stuck
from games.log.judge import judge
from games.registry import KINDS
from tests.brute.kyoto import Game
from tests.brute.kyoto_legal import legal
from tests.cases.test_kyoto_cases import text_of

COUNTS = tomllib.loads((Path(__file__).parent / "kyoto.toml").read_text("utf-8"))["count"]
LEFT_OUT = ("abandon", "resign", "stuck")


def judged_of(entry: dict[str, Any]) -> Any:
    (judged,) = judge(text_of(entry), KINDS)
    assert judged.findings == ()
    return judged


def is_left_out(event: Any) -> bool:
    return isinstance(event, Abandon | Resign | Stuck)


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['id']}, {entry['depth']}"


@pytest.mark.parametrize("entry", COUNTS, ids=name_of)
def test_the_engine_finds_as_many_legal_sequences_as_recorded(entry: dict[str, Any]) -> None:
    final = judged_of(entry).replay.final
    assert perft(KIND.rules.engine, final, entry["depth"], is_left_out) == entry["count"]


def brute_perft(game: Game, depth: int) -> int:
    """The same, by the naive rules."""
    if depth == 0:
        return 1
    total = 0
    for event in legal(game):
        if event["type"] not in LEFT_OUT:
            after = copy.deepcopy(game)
            after.play(event)
            total += brute_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("entry", [e for e in COUNTS if not e.get("draws")], ids=name_of)
def test_the_naive_rules_count_the_same(entry: dict[str, Any]) -> None:
    log = json.loads(judged_of(entry).record.canonical())
    game = Game(log)
    for event in log["events"]:
        game.play(event)
    assert brute_perft(game, entry["depth"]) == entry["count"]
