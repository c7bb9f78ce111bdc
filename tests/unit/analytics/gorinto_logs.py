"""Games of Gorinto to count: random legal games of every mode, as human games."""

import random
from dataclasses import replace
from functools import cache
from typing import Any
from unittest import mock

from games.registry import KINDS

from .logs import bot_log

KIND = KINDS["gorinto"]
RANDOM = replace(KIND, rules=replace(KIND.rules, bot=KIND.rules.random_event))
RESIGN = {"type": "resign", "role": "p1"}
ABANDON = {"type": "abandon"}


@cache
def record_of(ruleset: str, seed: int) -> Record:
    """Return a game of random moves, played to its end: much faster than one of bots."""
    with mock.patch.dict(KINDS, gorinto=RANDOM):
        return simulate("gorinto", ruleset, str(seed), random.Random(seed))


def game_of(ruleset: str, seed: int = 0, stop: int | None = None, *more: Any, **header: Any) -> Any:
    """Return the log of a game: its first `stop` events (by default all), more events, header."""
    log = record_of(ruleset, seed).plain()
    human = {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}
    return {**human, **header, "events": [*log["events"][:stop], *more]}


def of_every_mode(seed: int = 0) -> list[Any]:
    """Return one game of each mode, dated, on changing landscapes."""
    landscapes = ["", "-waves", "-mesa", "-lake", "-hill"]
    return [
        game_of(f"{mode}{landscapes[(n + seed) % 5]}", seed, played_at=f"2026-0{1 + n}-01")
        for n, mode in enumerate(KIND.identity.modes)
    ]
