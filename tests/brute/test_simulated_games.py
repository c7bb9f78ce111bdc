"""Whole bot games of every ruleset, half of them on random boards: at every step state and belief
agree with the brute force, and the chances add up.

`GORYO_GAMES` is their number and `GORYO_SEED` their seed; CONTRIBUTING.md has the command.
"""

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from games.goryo.assessment.priors import UNIFORM
from games.registry import get_kind, judge, simulate
from tests.brute.test_assessment import compare
from tests.brute.test_random_games import assert_same
from tests.support.boards import random_board
from tests.support.deep import seed
from tests.support.engine import dump

GAMES = int(os.environ.get("GORYO_GAMES", "5"))
SEED = os.environ.get("GORYO_SEED", seed("suite"))
RULESETS = get_kind("goryo").identity.rulesets
BATCH_SIZE = 5


def simulated(number: int) -> dict[str, Any]:
    """Return a numbered game: rulesets in turn, every second round of them on random boards."""
    rng = random.Random(f"goryo {SEED} {number}")
    has_random_board = number // len(RULESETS) % 2 == 1
    board = json.dumps(random_board(rng)).encode() if has_random_board else None
    ruleset = RULESETS[number % len(RULESETS)]
    record = simulate("goryo", ruleset, f"{SEED} {number}", rng, board)
    return dict(json.loads(record.canonical()))


@pytest.mark.parametrize("first", range(0, GAMES, BATCH_SIZE))
def test_states_and_beliefs_agree_with_the_brute_force(first: int) -> None:
    totals: Counter[str] = Counter()
    for number in range(first, min(first + BATCH_SIZE, GAMES)):
        log = simulated(number)
        (judged,) = judge(dump(log))
        expected = assert_same(judged, log, belief=True)
        assert expected.refused is None
        chase_steps, questions = compare(log, UNIFORM)
        beliefs = sum(block is not None for block in expected.beliefs)
        assert beliefs == chase_steps > 0
        totals.update(games=1, steps=len(expected.states), beliefs=beliefs, questions=questions)
    print(dict(totals))
