"""Damaged JSON logs: engine and brute force accept the same logs and refuse the others at the same
event.

The engine reports every error of a header, so the brute force's first error must be among them.
"""

import json
import random

import pytest

from tests.brute.board import default_board
from tests.brute.replay import replay
from tests.brute.verdicts import assert_same, within_limits
from tests.faults import mutate, samples
from tests.support.deep import due
from tests.support.engine import judge_one, readable, refusals
from tests.support.playouts import random_log


def damaged(rng: random.Random) -> bytes:
    """Return a log with one or two values swapped, replaced or removed, or events reordered."""
    bases = [samples.log, lambda: random_log(rng), lambda: samples.log(board=default_board())]
    log = rng.choice(bases)()
    if rng.random() < 0.3:
        log["setup"] = {"samurai": {"green": "e2", "red": "b2"}}
    if rng.random() < 0.3:
        log["outcome"] = {"winner": "goryo", "reason": "resign"}
    data = json.dumps(log).encode()
    for _ in range(rng.choice([1, 1, 2])):
        damage = rng.choice([mutate.swapped, mutate.replaced, mutate.shuffled_events])
        data = damage(rng, data)
    return data


@pytest.mark.parametrize("batch", due(range(5)))
def test_damaged_logs_get_the_same_verdict(batch: int) -> None:
    rng = random.Random(f"damaged {batch}")
    refused = accepted = 0
    for _ in range(150):
        data = damaged(rng)
        log = readable(data)
        if log is None or not within_limits(log):
            continue
        expected, judged = replay(log, beliefs=False), judge_one(data)
        if expected.refused is not None:
            refused += 1
            assert expected.refused in refusals(judged), data
        else:
            accepted += 1
            assert_same(judged, expected)
    assert refused > 50
    assert accepted > 0
