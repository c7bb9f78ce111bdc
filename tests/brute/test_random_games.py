"""Random games over editions and random boards: engine and brute force agree on every step.

`GORYO_GAMES` is the number of whole bot games and `GORYO_SEED` their seed (docs/measures.md). In
them the chances are compared too.
"""

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from games.goryo.assessment.priors import UNIFORM
from games.registry import KINDS, judge, simulate
from tests.brute import verdicts
from tests.brute.replay import Result, replay
from tests.brute.test_assessment import compare
from tests.support.boards import random_board
from tests.support.deep import amount, due, seed
from tests.support.engine import dump, states
from tests.support.playouts import random_log

GAMES_EACH = 40
WITH_BELIEF = amount(150)
BOT_GAMES = int(os.environ.get("GORYO_GAMES", "5"))
SEED = os.environ.get("GORYO_SEED", seed("suite"))
RULESETS = KINDS["goryo"].identity.rulesets
BATCH_SIZE = 5


def logs_of(label: str, count: int) -> list[dict[str, Any]]:
    rng = random.Random(label)
    logs = [random_log(rng) for _ in range(count)]
    return [log for log in logs if log["events"]]


def assert_same(judged: Any, log: dict[str, Any], belief: bool) -> Result:
    """Compare every state in every view, the belief on request, the refusal, the warning."""
    expected = replay(log, beliefs=belief)
    verdicts.assert_same(judged, expected, "goryo")
    assert [step["state"] for step in states(judged, "public")] == expected.samurai
    samurai = states(judged, "samurai", belief)
    assert [step["state"] for step in samurai] == expected.samurai
    if belief:
        assert [step.get("belief") for step in samurai] == expected.beliefs
    assert bool(judged.warnings) == expected.warning
    return expected


@pytest.mark.parametrize("batch", due(range(10)))
def test_states_views_refusals_and_warnings_agree(batch: int) -> None:
    logs = logs_of(f"states {batch}", GAMES_EACH)
    results = list(judge(dump(*logs)))
    assert [judged.position for judged in results] == list(range(len(logs)))
    for judged, log in zip(results, logs, strict=True):
        assert_same(judged, log, belief=False)


def test_beliefs_agree() -> None:
    logs = logs_of(seed("beliefs"), WITH_BELIEF)
    blocks = 0
    for judged, log in zip(judge(dump(*logs)), logs, strict=True):
        blocks += sum(b is not None for b in assert_same(judged, log, belief=True).beliefs)
    assert blocks > 2 * WITH_BELIEF


@pytest.mark.deep
def test_the_random_games_have_every_ending_and_most_refusals() -> None:
    """The comparison needs games that end in every way."""
    reached: Counter[str | None] = Counter()
    for batch in range(10):
        for log in logs_of(f"states {batch}", GAMES_EACH):
            result = replay(log, beliefs=False)
            reached[result.refused[1] if result.refused else result.game.result()[1]] += 1
    endings = {"revenge", "spirits", "bound", "exorcism", "stuck", "resign", "abandon"}
    rules = {"2.1", "2.3", "5.3", "5.4", "7.7", "7.8", "log-format"}
    assert endings | rules <= set(reached), reached


def simulated(number: int) -> dict[str, Any]:
    """Return a numbered game: rulesets in turn, every second round of them on random boards."""
    rng = random.Random(f"goryo {SEED} {number}")
    has_random_board = number // len(RULESETS) % 2 == 1
    board = json.dumps(random_board(rng)).encode() if has_random_board else None
    ruleset = RULESETS[number % len(RULESETS)]
    return dict(json.loads(simulate("goryo", ruleset, f"{SEED} {number}", rng, board).canonical()))


@pytest.mark.parametrize("first", range(0, BOT_GAMES, BATCH_SIZE))
def test_states_and_beliefs_of_bot_games_agree(first: int) -> None:
    totals: Counter[str] = Counter()
    for number in range(first, min(first + BATCH_SIZE, BOT_GAMES)):
        log = simulated(number)
        (judged,) = judge(dump(log))
        expected = assert_same(judged, log, belief=True)
        assert expected.refused is None
        chase_steps, questions = compare(log, UNIFORM)
        beliefs = sum(block is not None for block in expected.beliefs)
        assert beliefs == chase_steps > 0
        totals.update(games=1, steps=len(expected.states), beliefs=beliefs, questions=questions)
    print(dict(totals))
