"""The legal events of Gorinto, counted, against recorded counts.

The first level is counted here a second time without the engine's generation: by 4.7 a placement
gathers n of the m tiles that are there, so a cell gives m over n placements (in partnership one
for each different tile among those gathered).
"""

from __future__ import annotations

import tomllib
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from games.core.search import perft
from games.gorinto.codec import plain_state
from games.gorinto.kind import KIND
from games.gorinto.rules.events import Abandon, Resign
from games.gorinto.rules.phase import PLACE
from tests.cases.test_gorinto_cases import text_of
from tests.support.engine import judge_one

COUNTS = tomllib.loads((Path(__file__).parent / "gorinto.toml").read_text("utf-8"))["count"]
DIAGONAL, ORTHOGONAL = {(1, 1), (1, -1), (-1, 1), (-1, -1)}, {(0, 1), (0, -1), (1, 0), (-1, 0)}


def position(entry: dict[str, Any]) -> Any:
    judged = judge_one(text_of({"mode": entry["mode"], "log": entry["events"]}).encode())
    assert judged.findings == ()
    return judged.replay.final


def is_end(event: Any) -> bool:
    return isinstance(event, Abandon | Resign)


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['mode']}, {entry['start']}, {entry['depth']}"


@pytest.mark.parametrize("entry", COUNTS, ids=name_of)
def test_the_engine_finds_as_many_legal_sequences_as_recorded(entry: dict[str, Any]) -> None:
    assert perft(KIND.engine, position(entry), entry["depth"], is_end) == entry["count"]


def reaches(element: str, one: str, other: str) -> bool:
    way = (ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1]))
    if element in ("fire", "water"):
        return one != other and way[0 if element == "fire" else 1] == 0
    return way in (DIAGONAL if element == "void" else ORTHOGONAL)


def tiles_there(state: dict[str, Any], element: str, cell: str) -> list[str]:
    mountain = state["mountain"]
    if element == "earth":
        return list(mountain[cell])
    return [stack[-1] for c, stack in mountain.items() if stack and reaches(element, cell, c)]


def counted_by_hand(state: dict[str, Any], partners: bool) -> int:
    mat, total = state["mats"][state["to_move"]], 0
    for space, element in state["path"].items():
        line = [c for c in state["mountain"] if space in c] if element else []
        for cell in line:
            there = tiles_there(state, element, cell)
            taken = min(1 + mat[element], len(there))
            if partners and taken:
                total += sum(len(set(tiles)) for tiles in combinations(there, taken))
            else:
                total += comb(len(there), taken)
    return total


@pytest.mark.parametrize("entry", [e for e in COUNTS if e["depth"] == 1], ids=name_of)
def test_placements_counted_without_the_engine(entry: dict[str, Any]) -> None:
    final = position(entry)
    if final.phase is PLACE:
        found = counted_by_hand(plain_state(final), final.setup.ruleset.partners)
        assert found == entry["count"]
