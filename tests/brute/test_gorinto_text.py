"""Gorinto logs as people type them: the result must be that of the JSON log."""

import json
import random
from collections import Counter

import pytest

from games.registry import judge
from tests.brute.gorinto import replay
from tests.brute.gorinto_games import SHAPES, header, random_log
from tests.brute.gorinto_legal import legal
from tests.brute.gorinto_text import has_text, typed
from tests.brute.verdicts import assert_same
from tests.support.engine import judge_one, refusals, states, warnings

COUNT = 40


@pytest.mark.parametrize("shape", SHAPES)
def test_typed_games_give_the_result_of_the_json_log(shape: str) -> None:
    seen: Counter[str | None] = Counter()
    for number in range(COUNT):
        rng = random.Random(f"typed {shape} {number}")
        log = random_log(rng, shape)
        log["players"].sort(key=lambda player: player["role"])
        if not all(has_text(event) for event in log["events"]):
            continue
        expected, judged = replay(log), judge_one(typed(rng, log).encode())
        assert_same(judged, expected)
        assert [(event, rule) for event, rule, _ in warnings(judged)] == expected.warnings
        seen[expected.refused and expected.refused[1]] += 1
    assert seen[None] > COUNT // 3, seen
    assert sum(seen.values()) > COUNT // 2, seen
    assert len(seen) > 1, seen


def start(shape: str, **path: str) -> str:
    """Return a game's text up to its first fill, with tiles such as `c="fire"`, `s1="void"`."""
    log, bag = header(random.Random("start"), shape, "peak")
    log["players"].sort(key=lambda player: player["role"])
    tiles = dict(zip("abcde12345", bag, strict=False))
    tiles.update({space.removeprefix("s"): tile for space, tile in path.items()})
    log["events"] = [{"type": "fill", "path": tiles}]
    assert replay(log).refused is None
    return typed(random.Random("typed"), log) + "\n"


LEAST = {"void": 1, "wind": 2, "fire": 1, "water": 2, "earth": 1}
WORDS = [(tile, tile[:n]) for tile, least in LEAST.items() for n in range(least, len(tile) + 1)]


@pytest.mark.parametrize(("tile", "word"), WORDS)
def test_unambiguous_abbreviations_of_elements(tile: str, word: str) -> None:
    text = start("4p clockwise", a=tile)
    game = replay(json.loads(judge_one(text.encode()).record.canonical())).game
    event = next(event for event in legal(game) if event["from"] == "a")
    take = " ".join(map(str, event["take"]))
    judged = judge_one(f"{text}{event['player']} {word} a>{event['to']} take {take}".encode())
    assert refusals(judged) == []
    assert states(judged)[-1]["event"] == {**event, "tile": tile}


@pytest.mark.parametrize("word", ["w", "x", "winds", "fires", ""])
def test_unknown_element_is_rejected_at_its_event(word: str) -> None:
    text = start("4p clockwise", a="wind")
    judged = judge_one(f'{text}p1 "{word}" a > a1'.encode())
    assert [event for event, _ in refusals(judged)] == [1]


def test_broken_game_does_not_hide_the_others() -> None:
    good, bad = start("2p burrow"), start("2p burrow").replace('[Goals "', '[Goals "g13 ')
    results = [refusals(judged) for judged in judge((good + bad + good).encode())]
    assert [bool(errors) for errors in results] == [False, True, False]
    assert (None, "2.4") in results[1]
