"""Properties of every game of Gorinto: no tile is lost, Seasons have the right length, and JSON and
text are equivalent.

`GORINTO_GAMES` sets the number of random games: `GORINTO_GAMES=10000 pytest
tests/properties/test_gorinto.py`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.registry import get_kind, json_schema, read_replay, write_text
from tests.brute.gorinto_games import SHAPES, random_logs
from tests.brute.gorinto_read import read_text
from tests.brute.gorinto_text import canonical, canonical_lines, typed
from tests.properties.gorinto_strategies import good_logs, played
from tests.properties.strategies import reformatted
from tests.support.engine import dump, judge_one, states

GAMES = int(os.environ.get("GORINTO_GAMES", "90"))
KIND = get_kind("gorinto")
PATIENT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
# players: turns of each player in a Season, placements in a Season, tiles left on the Path
TABLE = {1: (3, 3, 2), 2: (3, 6, 0), 3: (3, 9, 1), 4: (2, 8, 2)}
ELEMENTS = ("void", "wind", "fire", "water", "earth")


def whole_games(shape: str) -> Iterator[dict[str, Any]]:
    for _, log in random_logs("whole", shape, max(GAMES // len(SHAPES), 5), True):
        yield log


def accepted(data: bytes) -> Any:
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


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
def test_text_is_lossless_and_json_fits_the_schema(log: dict[str, Any]) -> None:
    record = accepted(dump(log)).record
    validator = jsonschema.Draft202012Validator(json_schema())
    validator.validate(log)
    validator.validate(record.plain())
    text = write_text(record)
    assert accepted(text.encode()).record.canonical() == record.canonical()
    (read,) = read_text(text)
    read["setup"].setdefault("mountain", {})
    assert accepted(dump(read)).record.canonical() == record.canonical()


@PATIENT
@given(good_logs(), st.integers())
def test_digest_depends_on_content_only(log: dict[str, Any], seed: int) -> None:
    """Key order, blanks, escapes, the order of `take` and default values are not content."""
    rng = random.Random(seed)
    record = accepted(dump(log)).record
    for event in log["events"]:
        if event["type"] == "place":
            event["take"] = rng.sample(event.get("take", []), len(event.get("take", [])))
    for key, default in (("mode", "standard"), ("landscape", "peak"), ("expansions", [])):
        log["ruleset"].setdefault(key, default)
    other = accepted(reformatted(log, rng)).record
    assert (other.canonical(), other.digest) == (record.canonical(), record.digest)
    assert write_text(other) == write_text(record)


@PATIENT
@given(good_logs())
def test_canonical_form_is_an_equivalent_log(log: dict[str, Any]) -> None:
    judged = accepted(dump(log))
    text = judged.record.canonical()
    assert read_replay(text).record.digest == judged.record.digest
    assert write_text(read_replay(text).record) == write_text(judged.record)
    steps = list(KIND.display.steps(read_replay(text), "omniscient", False))
    assert [step["state"] for step in steps] == [step["state"] for step in states(judged)]


@PATIENT
@given(good_logs())
def test_other_views_hide_only_notes_and_x_fields(log: dict[str, Any]) -> None:
    judged = accepted(dump(log))
    whole = states(judged)
    for view in ("public", "p1"):
        for step, shown in zip(whole, states(judged, view), strict=True):
            event = {
                key: value
                for key, value in step["event"].items()
                if key != "note" and not key.startswith("x_")
            }
            assert shown == {**step, "event": event}


@pytest.mark.parametrize("seed", range(9))
def test_steps_do_not_depend_on_later_events(seed: int) -> None:
    log = played(seed)
    long = states(accepted(dump(log)))
    short = states(accepted(dump({**log, "events": log["events"][: len(long) // 2]})))
    assert short == long[: len(long) // 2]
