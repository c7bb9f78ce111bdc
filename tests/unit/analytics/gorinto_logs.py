"""Games of Gorinto to count: bots' games of every mode, as if people had played them."""

from typing import Any

from games.registry import KINDS

from .logs import bot_log

KIND = KINDS["gorinto"]
RESIGN = {"type": "resign", "role": "p1"}
ABANDON = {"type": "abandon"}


def game_of(ruleset: str, seed: int = 0, stop: int | None = None, *more: Any, **header: Any) -> Any:
    """The log of a game, perhaps only its first `stop` events, and what else is given."""
    log = bot_log("gorinto", ruleset, seed)
    return {**log, **header, "events": [*log["events"][:stop], *more]}


def of_every_mode(seed: int = 0) -> list[Any]:
    """One game of each mode, dated, on changing landscapes."""
    landscapes = ["", "-waves", "-mesa", "-lake", "-hill"]
    return [
        game_of(f"{mode}{landscapes[(n + seed) % 5]}", seed, played_at=f"2026-0{1 + n}-01")
        for n, mode in enumerate(KIND.identity.modes)
    ]
