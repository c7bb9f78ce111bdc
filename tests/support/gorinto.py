"""Random games of Gorinto for tests, from the engine's own legal events.

The correct results are checked elsewhere (`tests/brute`, the rule cases).
"""

import random
from typing import Any

from games.core.engine import playout
from games.gorinto.bots import at_random
from games.gorinto.kind import KIND
from games.gorinto.rules.editions import RULESETS
from tests.support.engine import dump, judge_one

MODES = tuple(RULESETS)


def header(name: str, rng: random.Random) -> dict[str, Any]:
    """Return a log without events for a mode, such as `2p-burrow` or `2p-burrow-hill`."""
    log = KIND.log.simulated_header(name, None, rng)
    log.pop("source")
    return {**log, "events": []}


def random_log(name: str, rng: random.Random, most: int = 10_000) -> dict[str, Any]:
    """Return a legal log of the mode with at most this many events."""
    log = header(name, rng)
    setup = judge_one(dump(log)).record.setup
    events = playout(KIND.rules.engine, setup, lambda state: at_random(state, rng), most)
    log["events"] = [KIND.log.codec.plain_event(event) for event in events]
    return log
