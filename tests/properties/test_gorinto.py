"""Properties of every game of Gorinto: no tile is lost, Seasons have the right length, and text is
the naive notation. JSON and text: test_spellings.py.

`GORINTO_GAMES` sets the number of random games: `GORINTO_GAMES=10000 pytest
tests/properties/test_gorinto.py`.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from games.registry import write_text
from tests.brute.gorinto_games import SHAPES, random_logs
from tests.brute.gorinto_text import canonical, canonical_lines, typed
from tests.properties.gorinto_strategies import good_logs
from tests.properties.test_spellings import PATIENT
from tests.support.engine import accepted, dump, states

GAMES = int(os.environ.get("GORINTO_GAMES", "90"))
# players: turns of each player in a Season, placements in a Season, tiles left on the Path
TABLE = {1: (3, 3, 2), 2: (3, 6, 0), 3: (3, 9, 1), 4: (2, 8, 2)}
ELEMENTS = ("void", "wind", "fire", "water", "earth")


def whole_games(shape: str) -> Iterator[dict[str, Any]]:
    for _, log in random_logs("whole", shape, max(GAMES // len(SHAPES), 5), True):
        yield log


def count(state: dict[str, Any], element: str) -> int:
    """Return the number of tiles of an element in all places."""
    on_mountain = sum(stack.count(element) for stack in state["mountain"].values())
    on_path = list(state["path"].values()).count(element)
    on_mats = sum(mat[element] for mat in state["mats"].values())
    return int(
        on_mountain + on_path + on_mats + state["bag"][element] + state["discarded"][element]
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_number_of_tiles_and_length_of_seasons(shape: str) -> None:
    players = SHAPES[shape][0]
    turns, placements, left = TABLE[players]
    for log in whole_games(shape):
        steps = states(accepted(dump(log)))
        placed: dict[int, list[str]] = {season: [] for season in (1, 2, 3, 4)}
        before: dict[str, Any] = {"season": 1, "path": {}}
        for step in steps:
            event, state = step["event"], step["state"]
            assert [count(state, element) for element in ELEMENTS] == [20] * 5
            if event["type"] == "place":
                placed[before["season"]].append(event["player"])
            if event["type"] == "fill" and state["season"] == 4:
                assert sum(state["bag"].values()) == (20 if players == 1 else 0)
            if state["season"] != before["season"] or state["phase"] == "over":
                on_path = [tile for tile in before["path"].values() if tile]
                gone = event["type"] in ("place", "burrow", "remove")
                assert event["type"] == "score" or len(on_path) - gone == left
            before = state
        assert before["phase"] == "over"
        for season in placed.values():
            assert len(season) == placements
            assert all(season.count(f"p{n}") == turns for n in range(1, players + 1))


@pytest.mark.parametrize("shape", SHAPES)
def test_text_and_json_match_the_naive_notation(shape: str) -> None:
    for number, log in enumerate(whole_games(shape)):
        log.pop("outcome", None)
        log["players"].sort(key=lambda player: player["role"])
        record = accepted(dump(log)).record
        assert record.canonical() == canonical(log)
        text = write_text(record)
        assert [line for line in text.splitlines() if line] == canonical_lines(log)
        again = accepted(text.encode()).record
        assert again.canonical().encode() == record.canonical().encode()
        assert write_text(again) == text
        by_hand = typed(random.Random(f"{shape} {number}"), log)
        plain = accepted(by_hand.encode()).record.plain()
        plain["players"].sort(key=lambda player: player["role"])
        assert plain == record.plain()


@PATIENT
@given(good_logs())
def test_other_views_hide_only_notes_and_x_fields(log: dict[str, Any]) -> None:
    judged = accepted(dump(log))
    whole = states(judged)
    for view in ("public", "p1"):
        for step, shown in zip(whole, states(judged, view), strict=True):
            event = {k: v for k, v in step["event"].items() if k != "note" and k[:2] != "x_"}
            assert shown == {**step, "event": event}
