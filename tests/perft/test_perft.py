"""Counts of legal events compared with recorded counts, and small ones with the brute force."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import perft
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Abandon, Resign
from tests.brute.legal import perft as brute_perft
from tests.brute.replay import Game
from tests.brute.text import read_text
from tests.support.deep import due
from tests.support.engine import dump, judge_one

COUNTS = tomllib.loads((Path(__file__).parent / "goryo.toml").read_text("utf-8"))["count"]
SMALL = 3000
QUICK = [entry for entry in COUNTS if entry["count"] <= SMALL]
LONG = [entry for entry in COUNTS if entry["count"] > SMALL]


def log_of(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the log of the start position."""
    edition, _, mode = entry["edition"].partition("-")
    advanced = '[Advanced "yes"]' if mode else ""
    text = f'[Game "goryo"] [Edition "{edition}"] {advanced}\n{entry["events"]}\n'
    return read_text(text)[0]


def is_end(event: Any) -> bool:
    return isinstance(event, Abandon | Resign)


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['edition']}, {entry['start']}, {entry['depth']}"


@pytest.mark.parametrize("entry", [*QUICK, *due(LONG)], ids=name_of)
def test_the_engine_matches_the_recorded_counts(entry: dict[str, Any]) -> None:
    judged = judge_one(dump(log_of(entry)))
    assert not judged.findings
    assert perft(ENGINE, judged.replay.final, entry["depth"], is_end) == entry["count"]


@pytest.mark.parametrize("entry", due(QUICK), ids=name_of)
def test_the_brute_force_counts_the_same(entry: dict[str, Any]) -> None:
    game = Game(log_of(entry))
    for event in game.log["events"]:
        game.play(event)
    assert brute_perft(game, entry["depth"]) == entry["count"]
