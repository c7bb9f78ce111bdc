"""Gorinto as people type it: the same verdict as of the JSON log that was meant."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.brute.gorinto import replay
from tests.brute.gorinto_games import SHAPES, header, random_log
from tests.brute.gorinto_legal import legal
from tests.brute.gorinto_text import canonical, read_text, typed
from tests.support.engine import judge_one, refusals, states, warnings

COUNT = 40


def says(text: str, log: dict[str, Any]) -> bool:
    """Whether the text says what the log says; not all that is wrong can be said in text."""
    try:
        (read,) = read_text(text)
        read["players"].sort(key=lambda player: player["role"])
        return canonical(read) == canonical(log)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError):
        return False


@pytest.mark.parametrize("shape", SHAPES)
def test_typed_games_are_judged_as_the_json_that_they_mean(shape: str) -> None:
    met: Counter[str | None] = Counter()
    for number in range(COUNT):
        rng = random.Random(f"typed {shape} {number}")
        log = random_log(rng, shape)
        log["players"].sort(key=lambda player: player["role"])
        try:
            text = typed(rng, log)
        except (KeyError, TypeError, AttributeError, IndexError):
            continue  # an event that has no text at all
        if not says(text, log):
            continue
        wanted, judged = replay(log), judge_one(text.encode())
        refused = wanted.refused
        assert refusals(judged) == ([] if refused is None else [refused]), text
        assert [(event, rule) for event, rule, _ in warnings(judged)] == wanted.warnings
        assert [step["state"] for step in states(judged)] == wanted.states
        met[None if refused is None else refused[1]] += 1
    assert met[None] > COUNT // 3, met
    assert sum(met.values()) > COUNT // 2, met
    assert len(met) > 1, met


def start(shape: str, **path: str) -> str:
    """A game on a Mountain of its own, up to its first fill; `path` as `c="fire"`, `s1="void"`."""
    log, bag = header(random.Random("start"), shape, "peak")
    log["players"].sort(key=lambda player: player["role"])
    tiles = dict(zip("abcde12345", bag, strict=False))
    tiles.update({space.removeprefix("s"): tile for space, tile in path.items()})
    log["events"] = [{"type": "fill", "path": tiles}]
    assert replay(log).refused is None
    return typed(random.Random("typed"), log) + "\n"


def verdict(text: str) -> list[tuple[int | None, str]]:
    return refusals(judge_one(text.encode()))


@pytest.mark.parametrize(
    ("tile", "word"),
    [
        (tile, tile[:length])
        for tile in ("void", "wind", "fire", "water", "earth")
        for length in range({"wind": 2, "water": 2}.get(tile, 1), len(tile) + 1)
    ],
)
def test_any_beginning_of_an_element_that_fits_no_other(tile: str, word: str) -> None:
    text = start("4p clockwise", a=tile)
    game = replay(json.loads(judge_one(text.encode()).record.canonical())).game
    event = next(event for event in legal(game) if event["from"] == "a")
    take = " ".join(map(str, event["take"]))
    judged = judge_one(f"{text}{event['player']} {word} a>{event['to']} take {take}".encode())
    assert refusals(judged) == []
    assert states(judged)[-1]["event"] == {**event, "tile": tile}


@pytest.mark.parametrize("word", ["w", "x", "winds", "fires", ""])
def test_a_word_that_is_no_element_is_refused_where_it_stands(word: str) -> None:
    text = start("4p clockwise", a="wind")
    assert [event for event, _ in verdict(f'{text}p1 "{word}" a > a1')] == [1]


def test_one_broken_game_does_not_hide_the_others() -> None:
    from games.registry import judge

    good, bad = start("2p burrow"), start("2p burrow").replace('[Goals "', '[Goals "g13 ')
    found = [refusals(judged) for judged in judge((good + bad + good).encode())]
    assert [bool(errors) for errors in found] == [False, True, False]
    assert (None, "2.4") in found[1]
