"""Damaged JSON logs: engine and brute force accept the same logs and refuse the others at the same
event.

The engine reports every error of a header, so the brute force's first error must be among them.
"""

import json
import random
from typing import Any

import pytest

from tests.brute.board import default_board
from tests.brute.replay import replay
from tests.faults import mutate, samples
from tests.support.deep import due
from tests.support.engine import judge_one, readable, refusals, states
from tests.support.playouts import random_log

NAME_LIMIT = 200  # characters of a player's name
GONG_LIMIT = 1000  # spaces of a gong


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


def within_limits(log: dict[str, Any]) -> bool:
    """Return whether the log is within our limits, which are not part of the format."""
    board, players = log.get("board", ""), log.get("players")
    if not isinstance(board, str | dict):
        return False
    gong = board.get("gong") if isinstance(board, dict) else None
    length = gong.get("spaces") if isinstance(gong, dict) else None
    if isinstance(length, int) and length > GONG_LIMIT:
        return False
    seats = players if isinstance(players, list) else []
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)]
    return all(len(name) <= NAME_LIMIT for name in names if isinstance(name, str))


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
            assert refusals(judged) == [], data
            assert [step["state"] for step in states(judged)] == expected.states
    assert refused > 50
    assert accepted > 0
