"""Logs to count: games played at random by the engine's own legal events, and one whose every
number is known.
"""

import json
import random
from itertools import islice
from typing import Any

from games.goryo.rules.board import default_board
from games.registry import KINDS

KIND = KINDS["goryo"]
STOPS = {"resign", "abandon", "unmask"}

BOUND = {"type": "bind", "object": "mask"}
HAUNT = {"type": "haunt", "object": "vase", "space": "b4"}
FIRST = {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"}
CHASE = [
    {"type": "move", "samurai": "green", "to": "c2"},
    {"type": "sniff", "samurai": "green", "space": "c3", "answer": True},
    {"type": "search", "samurai": "red", "answer": False},
]
SECOND = {"type": "plan", "route": ["c3", "b3", "b2", "c2"], "target": "d2"}
DISCOVER = {"type": "discover"}
ABANDON = {"type": "abandon"}


def log_of(events: list[dict[str, Any]], **header: Any) -> dict[str, Any]:
    """A log with these events, on the default board, in the 2024 edition unless the header says
    otherwise.
    """
    base = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}}
    players = [{"role": "goryo", "name": "Jane"}, {"role": "samurai", "name": "John"}]
    return {**base, "players": players, **header, "events": events}


def one_round(*more: dict[str, Any], **header: Any) -> dict[str, Any]:
    """A game with one discovered round of known counts, and what else is given."""
    return log_of([BOUND, HAUNT, FIRST, *CHASE, DISCOVER, *more], **header)


def playout(seed: int, ending: str | None = None, **header: Any) -> dict[str, Any]:
    """A random game by the rules; `ending` breaks it off after some events: `resign`, `abandon` or
    `unfinished`.
    """
    chance = random.Random(seed)
    log = log_of([], x_seed=seed, **header)
    setup, _ = KIND.log.header.read_setup(log, [])
    state, events = KIND.rules.engine.initial_state(setup), []
    stop_at = chance.randrange(3, 25) if ending else None
    while KIND.rules.engine.outcome(state).reason is None and len(events) != stop_at:
        choices = [
            event
            for event in islice(KIND.rules.engine.legal_events(state), 3000)
            if KIND.log.codec.plain_event(event)["type"] not in STOPS
        ]
        event = chance.choice(choices)
        events.append(event)
        state, _ = KIND.rules.engine.transition(state, event)
    plain = [KIND.log.codec.plain_event(event) for event in events]
    if KIND.rules.engine.outcome(state).reason is None and ending in {"resign", "abandon"}:
        plain.append(
            ABANDON
            if ending == "abandon"
            else {"type": "resign", "role": chance.choice(["goryo", "samurai"])}
        )
    return {**log, "events": plain}


def other_board() -> dict[str, Any]:
    """The default board under another id, so another board; its `name` tries to be markup."""
    return {
        **default_board().data,
        "id": "mine",
        "name": "<b>x</b></script>",
        "provenance": "user",
    }


def varied(count: int, seed: int = 0, **header: Any) -> list[dict[str, Any]]:
    """Random games over editions, modes, months (some unknown) and endings."""
    rulesets = [
        ("2019", False),
        ("2021", False),
        ("2021", True),
        ("2024", False),
        ("2024", True),
    ]
    dates = ["2026-01-31", "2026-03-01T23:30:00-05:00", None, "2025-12-24"]
    endings = [None, None, None, None, "resign", "abandon", "unfinished"]
    chance, logs = random.Random(seed), []
    for number in range(count):
        edition, advanced = chance.choice(rulesets)
        ruleset = {"edition": edition, **({"advanced": True} if advanced else {})}
        date = chance.choice(dates)
        dated = {"played_at": date} if date else {}
        logs.append(
            playout(
                seed * 10_000 + number,
                chance.choice(endings),
                ruleset=ruleset,
                **dated,
                **header,
            )
        )
    return logs


def ndjson(logs: list[dict[str, Any]]) -> bytes:
    """Logs as a file."""
    return "\n".join(json.dumps(log) for log in logs).encode()
