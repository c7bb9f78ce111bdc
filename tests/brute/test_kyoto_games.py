"""Random games of Kyoto, of every option and both depths, half of them on random boards: at every
step, engine and naive rules agree on state, belief and event in every view, on the legal events,
and on the rule that refuses events of any content.

`KYOTO_GAMES` is their number and `KYOTO_SEED` their seed: `KYOTO_GAMES=1000 pytest -s
tests/brute/test_kyoto_games.py`.
"""

import functools
import os
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from games.kyoto.kind import KIND
from tests.brute import kyoto_views
from tests.brute.kyoto import Game
from tests.brute.kyoto_any_event import any_event
from tests.brute.kyoto_games import MODES, played
from tests.brute.kyoto_position import Event
from tests.brute.verdicts import engine_rule, naive_rule, normal
from tests.support.deep import due
from tests.support.engine import accepted, dump

NUMBERS = list(range(int(os.environ.get("KYOTO_GAMES", "0")))) or due(range(80))
SEED = os.environ.get("KYOTO_SEED", "suite")
SHAPES = [(mode, depth) for mode in MODES for depth in ("full", "table")]
N_RANDOM = 4  # events of any content, tried at each step
LISTED = 3000  # the number of legal events compared; draws and shown hands may be many
COUNTLESS = ("draw", "show")


def compare_legal(state: Any, game: Game, wanted: list[Event]) -> int:
    """Check that the engine lists what the naive rules allow, each event once, and accepts it.
    Return the number of listed events.
    """
    events = [
        KIND.log.codec.plain_event(e) for e in islice(KIND.rules.engine.legal_events(state), LISTED)
    ]
    assert all(engine_rule(KIND, state, event) is None for event in events)
    names = [normal(event) for event in events]
    assert len(set(names)) == len(names)
    counted = [event for event in events if event["type"] not in COUNTLESS]
    countless = [event for event in events if event["type"] in COUNTLESS]
    assert all(naive_rule(game, event) is None for event in countless)
    expected = {normal(event) for event in wanted if event["type"] != "show"}
    listed = {normal(event) for event in counted}
    assert listed <= expected, sorted(listed - expected)
    if len(events) < LISTED:
        assert listed == expected, sorted(expected - listed)
    else:
        assert all(engine_rule(KIND, state, event) is None for event in wanted)
    shows = {normal(event) for event in wanted if event["type"] == "show"}
    assert shows <= {normal(event) for event in countless}
    return len(events)


def compare(number: int) -> Counter[str]:
    """Compare a game and the legal events of each position. Return what was compared."""
    (log, listed), rng = game_of(number), random.Random(f"any event {SEED} {number}")
    judged = accepted(dump(log))
    seen: Counter[str] = Counter(games=1)
    views = {
        view: list(KIND.display.steps(judged.replay, view, True)) for view in kyoto_views.VIEWS
    }
    game = Game(log)
    for index, step in enumerate(judged.replay.steps):
        event = log["events"][index]
        seen["legal events"] += compare_legal(step.before, game, listed[index])
        for _ in range(N_RANDOM):
            wrong = any_event(rng, game)
            rule = naive_rule(game, wrong)
            assert engine_rule(KIND, step.before, wrong) == rule, (wrong, game.phase)
            seen["refused" if rule else "accepted"] += 1
        shown = {view: kyoto_views.event(game, event, view) for view in views}
        game.play(event)
        beliefs = kyoto_views.beliefs(game)
        for view, steps in views.items():
            assert steps[index]["state"] == kyoto_views.state(game, view), view
            assert steps[index].get("belief") == beliefs.get(view), view
            assert normal(steps[index]["event"]) == normal(shown[view]), view
        seen.update(steps=1, views=len(views), beliefs=len(beliefs))
        seen.update([event["type"], *(["fan"] if event.get("fan") else [])])
    compare_legal(judged.replay.final, game, listed[-1])
    seen[f"ended by {game.reason}"] += 1
    return seen


@functools.cache
def game_of(number: int) -> tuple[dict[str, Any], list[list[Event]]]:
    """Return the game of a number, over all modes and depths, half of them on random boards."""
    rng = random.Random(f"kyoto {SEED} {number}")
    mode, depth = SHAPES[number % len(SHAPES)]
    return played(rng, mode, depth, number // len(SHAPES) % 2 == 1)


@pytest.mark.parametrize("number", NUMBERS)
def test_engine_and_naive_rules_agree_on_every_step(number: int) -> None:
    print(dict(compare(number)))
