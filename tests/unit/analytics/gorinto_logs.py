"""Games of Gorinto to count: bots' games of every mode, as if people had played them."""

import random
from functools import cache
from typing import Any

from games.core.record import Record
from games.registry import KINDS, simulate

KIND = KINDS["gorinto"]
RESIGN = {"type": "resign", "role": "p1"}
ABANDON = {"type": "abandon"}


@cache
def record_of(ruleset: str, seed: int) -> Record:
    """A game between bots, played to its end."""
    return simulate("gorinto", ruleset, str(seed), random.Random(seed))


def game_of(ruleset: str, seed: int = 0, stop: int | None = None, *more: Any, **header: Any) -> Any:
    """The log of such a game, perhaps only its first `stop` events, and what else is given."""
    log = record_of(ruleset, seed).plain()
    kept = {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}
    return {**kept, **header, "events": [*log["events"][:stop], *more]}


def of_every_mode(seed: int = 0) -> list[Any]:
    """One game of each mode, dated, on changing landscapes."""
    landscapes = ["", "-waves", "-mesa", "-lake", "-hill"]
    return [
        game_of(f"{mode}{landscapes[(place + seed) % 5]}", seed, played_at=f"2026-0{1 + place}-01")
        for place, mode in enumerate(KIND.identity.modes)
    ]
