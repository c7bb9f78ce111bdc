"""The engine's legal events, counted: against recorded counts, and the small ones against the
brute force again.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.registry import get_kind
from tests.brute.legal import perft as brute_perft
from tests.brute.replay import Game
from tests.brute.text import read_text
from tests.support.deep import due
from tests.support.engine import dump, judge_one

COUNTS = tomllib.loads((Path(__file__).parent / "goryo.toml").read_text("utf-8"))["count"]
SMALL = 3000
QUICK = [entry for entry in COUNTS if entry["count"] <= SMALL]
LONG = [entry for entry in COUNTS if entry["count"] > SMALL]
ENDS = ("resign", "abandon")


def log_of(entry: dict[str, Any]) -> dict[str, Any]:
    """The start position's log."""
    edition, _, mode = entry["edition"].partition("-")
    advanced = '[Advanced "yes"]' if mode else ""
    text = f'[Game "goryo"] [Edition "{edition}"] {advanced}\n{entry["events"]}\n'
    return read_text(text)[0]


def engine_perft(engine: Any, state: Any, depth: int) -> int:
    """Sequences of legal events, the two ways to stop left out."""
    events = [event for event in engine.legal_events(state) if not is_end(event)]
    if depth == 1:
        return len(events)
    return sum(engine_perft(engine, engine.transition(state, e)[0], depth - 1) for e in events)


def is_end(event: Any) -> bool:
    return get_kind("goryo").log.codec.plain_event(event)["type"] in ENDS


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['edition']}, {entry['start']}, {entry['depth']}"


@pytest.mark.parametrize("entry", [*QUICK, *due(LONG)], ids=name_of)
def test_the_engine_finds_as_many_legal_sequences_as_recorded(entry: dict[str, Any]) -> None:
    judged = judge_one(dump(log_of(entry)))
    assert not judged.findings
    count = engine_perft(get_kind("goryo").rules.engine, judged.replay.final, entry["depth"])
    assert count == entry["count"]


@pytest.mark.parametrize("entry", due(QUICK), ids=name_of)
def test_the_brute_force_still_counts_the_same(entry: dict[str, Any]) -> None:
    game = Game(log_of(entry))
    for event in game.log["events"]:
        game.play(event)
    assert brute_perft(game, entry["depth"]) == entry["count"]
