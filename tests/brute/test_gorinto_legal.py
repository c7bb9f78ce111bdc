"""Gorinto's legal events and refusals, position by position: the engine's list against the naive
one, and events of any content against the naive check. `GORINTO_GAMES` sets the number of games.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.errors import LogError
from games.registry import get_kind
from tests.brute.board import Refused
from tests.brute.gorinto import Game
from tests.brute.gorinto_damage import any_event, spoiled
from tests.brute.gorinto_games import SHAPES, random_log
from tests.brute.gorinto_header import LANDSCAPES
from tests.brute.gorinto_legal import legal, number_of_fills, ways_to_stop
from tests.support.engine import dump, judge_one

KIND = get_kind("gorinto")
GAMES = int(os.environ.get("GORINTO_GAMES", "90"))
POSITIONS = 12  # of each game
WRONG = 20  # events of any content tried at each of them
LISTED = 120  # of the fills and Kitsune tiles that the engine lists, so many are tried


def games(shape: str, count: int) -> Iterator[tuple[random.Random, dict[str, Any]]]:
    landscapes = list(LANDSCAPES)
    for number in range(count):
        rng = random.Random(f"legal {shape} {number}")
        yield rng, random_log(rng, shape, landscapes[number % 5], whole=True)


def positions(rng: random.Random, log: dict[str, Any]) -> Iterator[tuple[Any, Game, Any]]:
    """Some positions of a game, the last among them: the engine's state, the naive game, and the
    event that came next.
    """
    judged = judge_one(dump(log))
    assert judged.findings == ()
    states = [judged.replay.initial, *(step.state for step in judged.replay.steps)]
    wanted = {len(states) - 1, *rng.sample(range(len(states)), min(POSITIONS, len(states)))}
    game = Game(log)
    events = [*log["events"], {"type": "abandon"}]
    for index, (state, event) in enumerate(zip(states, events, strict=True)):
        if index in wanted:
            yield state, game, event
        if index < len(log["events"]):
            game.play(event)


def normal(event: dict[str, Any]) -> str:
    """An event as one comparable text: without what may be left out."""
    event = dict(event)
    if event["type"] in ("place", "remove"):
        event.pop("tile", None)
    if event["type"] == "place":
        event["take"] = sorted(event.get("take", []))
    return json.dumps(event, sort_keys=True)


def engine_rule(state: Any, event: Any) -> str | None:
    """The rule with which the engine refuses an event; None where it takes it."""
    try:
        read = KIND.log.codec.read_event(copy.deepcopy(event))
    except LogError as error:
        return error.problem.rule
    violation = KIND.rules.engine.violation(state, read)
    return None if violation is None else violation.rule


def naive_rule(game: Game, event: Any) -> str | None:
    try:
        game.check(event)
    except Refused as refused:
        return refused.rule
    return None


@pytest.mark.parametrize("shape", SHAPES)
def test_the_engine_lists_what_the_naive_rules_list_and_accepts_it(shape: str) -> None:
    seen: Counter[str] = Counter()
    for rng, log in games(shape, max(GAMES // len(SHAPES), 5)):
        for state, game, _ in positions(rng, log):
            phase = game.state["phase"]
            seen[phase] += 1
            listed = KIND.rules.engine.legal_events(state)
            if phase in ("fill", "kitsune"):
                listed = itertools.islice(listed, LISTED)
            found = [KIND.log.codec.plain_event(event) for event in listed]
            assert all(naive_rule(game, event) is None for event in found)
            assert all(engine_rule(state, event) is None for event in found)
            assert all(
                KIND.log.codec.plain_event(KIND.log.codec.read_event({**event})) == event
                for event in found
            )
            names = [normal(event) for event in found if event["type"] != "score"]
            assert len(set(names)) == len(names)
            wanted = [*legal(game), *ways_to_stop(game)]
            assert all(engine_rule(state, event) is None for event in wanted)
            if phase in ("fill", "kitsune"):
                there = number_of_fills(game) if phase == "fill" else math.perm(10, 5)
                of_phase = [event for event in found if event["type"] == phase]
                assert len(of_phase) == min(there, LISTED)
            else:
                assert set(names) == {normal(event) for event in wanted}
    assert {"fill", "place", "over"} <= set(seen)


@pytest.mark.parametrize("shape", SHAPES)
def test_events_of_any_content_are_refused_with_the_same_rule(shape: str) -> None:
    met: Counter[str | None] = Counter()
    for rng, log in games(shape, max(GAMES // len(SHAPES), 5)):
        for state, game, base in positions(rng, log):
            listed = legal(game) or [base]
            for _ in range(WRONG):
                good = rng.choice([base, rng.choice(listed), rng.choice(listed)])
                event = spoiled(rng, good) if rng.random() < 0.8 else any_event(rng)
                rule = naive_rule(game, event)
                met[rule] += 1
                assert engine_rule(state, event) == rule, (game.state, event)
    assert {None, "6.1", "log-format", "4.4"} <= set(met), met
