"""Whole games between bots, of every ruleset, a half on boards of their own: at every step the
engine's state and belief are the brute force's, and chances sum as they must.

`GORYO_GAMES` is their number and `GORYO_SEED` their seed; CONTRIBUTING.md has the command.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from games.goryo.assessment import UNIFORM
from games.registry import get_kind, judge, simulate
from tests.brute.test_assessment import compare
from tests.brute.test_random_games import assert_same
from tests.support.boards import random_board
from tests.support.deep import seed
from tests.support.engine import dump

GAMES = int(os.environ.get("GORYO_GAMES", "5"))
SEED = os.environ.get("GORYO_SEED", seed("suite"))
RULESETS = get_kind("goryo").identity.rulesets
IN_A_BATCH = 5


def simulated(number: int) -> dict[str, Any]:
    """The game of a number: rulesets by turns, every other round of them on boards made for it."""
    rng = random.Random(f"goryo {SEED} {number}")
    has_own_board = number // len(RULESETS) % 2 == 1
    board = json.dumps(random_board(rng)).encode() if has_own_board else None
    ruleset = RULESETS[number % len(RULESETS)]
    record = simulate("goryo", ruleset, f"{SEED} {number}", rng, board)
    return dict(json.loads(record.canonical()))


@pytest.mark.parametrize("first", range(0, GAMES, IN_A_BATCH))
def test_states_and_beliefs_are_the_brute_force_s(first: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, min(first + IN_A_BATCH, GAMES)):
        log = simulated(number)
        (judged,) = judge(dump(log))
        wanted = assert_same(judged, log, belief=True)
        assert wanted.refused is None
        chase_steps, questions = compare(log, UNIFORM)  # chances, and that they sum as they must
        beliefs = sum(block is not None for block in wanted.beliefs)
        assert beliefs == chase_steps > 0
        seen.update(games=1, steps=len(wanted.states), beliefs=beliefs, questions=questions)
    print(dict(seen))
