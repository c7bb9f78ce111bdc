"""Legal events and refusals of Gorinto by position: the engine's list against the naive list, and
random events against the naive check. `GORINTO_GAMES` sets the number of games.
"""

import itertools
import math
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import get_kind
from tests.brute.gorinto import Game
from tests.brute.gorinto_damage import any_event, spoiled
from tests.brute.gorinto_games import SHAPES, random_logs
from tests.brute.gorinto_legal import legal, number_of_fills, stopping_events
from tests.brute.verdicts import engine_rule, naive_rule, normal
from tests.support.engine import accepted, dump

KIND = get_kind("gorinto")
GAMES = int(os.environ.get("GORINTO_GAMES", "90"))
POSITIONS = 12  # in each game
WRONG = 20  # random events tried in each position
LISTED = 120  # events tried of the engine's list in phases fill and kitsune


def positions(rng: random.Random, log: dict[str, Any]) -> Iterator[tuple[Any, Game, Any]]:
    """Yield some positions of a game, including the last: the engine's state, the naive game, and
    the next event.
    """
    judged = accepted(dump(log))
    states = [judged.replay.initial, *(step.state for step in judged.replay.steps)]
    chosen = {len(states) - 1, *rng.sample(range(len(states)), min(POSITIONS, len(states)))}
    game = Game(log)
    events = [*log["events"], {"type": "abandon"}]
    for index, (state, event) in enumerate(zip(states, events, strict=True)):
        if index in chosen:
            yield state, game, event
        if index < len(log["events"]):
            game.play(event)


@pytest.mark.parametrize("shape", SHAPES)
def test_engine_and_naive_rules_list_the_same_events(shape: str) -> None:
    seen: Counter[str] = Counter()
    for rng, log in random_logs("legal", shape, max(GAMES // len(SHAPES), 5), True):
        for state, game, _ in positions(rng, log):
            phase = game.state["phase"]
            seen[phase] += 1
            listed = KIND.rules.engine.legal_events(state)
            if phase in ("fill", "kitsune"):
                listed = itertools.islice(listed, LISTED)
            events = [KIND.log.codec.plain_event(event) for event in listed]
            assert all(naive_rule(game, event) is None for event in events)
            assert all(engine_rule(KIND, state, event) is None for event in events)
            assert all(
                KIND.log.codec.plain_event(KIND.log.codec.read_event({**event})) == event
                for event in events
            )
            names = [normal(event) for event in events if event["type"] != "score"]
            assert len(set(names)) == len(names)
            expected = [*legal(game), *stopping_events(game)]
            assert all(engine_rule(KIND, state, event) is None for event in expected)
            if phase in ("fill", "kitsune"):
                count = number_of_fills(game) if phase == "fill" else math.perm(10, 5)
                of_phase = [event for event in events if event["type"] == phase]
                assert len(of_phase) == min(count, LISTED)
            else:
                assert set(names) == {normal(event) for event in expected}
    assert {"fill", "place", "over"} <= set(seen)


@pytest.mark.parametrize("shape", SHAPES)
def test_random_events_are_rejected_by_the_same_rule(shape: str) -> None:
    seen: Counter[str | None] = Counter()
    for rng, log in random_logs("legal", shape, max(GAMES // len(SHAPES), 5), True):
        for state, game, base in positions(rng, log):
            listed = legal(game) or [base]
            for _ in range(WRONG):
                good = rng.choice([base, rng.choice(listed), rng.choice(listed)])
                event = spoiled(rng, good) if rng.random() < 0.8 else any_event(rng)
                rule = naive_rule(game, event)
                seen[rule] += 1
                assert engine_rule(KIND, state, event) == rule, (game.state, event)
    assert {None, "6.1", "log-format", "4.4"} <= set(seen), seen
