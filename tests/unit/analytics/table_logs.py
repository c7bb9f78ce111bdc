"""Logs for recounting tables: bot games as if people had played them, with names, dates, times,
uploaders and every ending.
"""

import random
from typing import Any

from games.registry import KINDS, simulate

Log = dict[str, Any]

NAMES = [f"Player {number}" for number in range(14)]
DATES = [None, "2025-12-31", "2026-01-31T23:30:00-05:00", "2026-02-01", "2026-02-14T18:00Z",
         "2026-03-05"]  # fmt: skip
ENDINGS = ["rule"] * 7 + ["resign", "abandon", "unfinished"]
GAPS = [0, 0.25, 2.25, 7, 31.75, 300, 3599.75, 3600, 3600.25, 3601, 9000]
UPLOADERS = [letter * 64 for letter in "aaaaaaaabbcdef"]
MIN_EVENTS = 12
"""Shorter games could repeat each other by chance."""


def table_logs(kind: str, count: int, seed: int = 0) -> list[tuple[Log, str]]:
    """Return logs, each with the key of its uploader."""
    chance = random.Random(f"{kind} {seed}")
    return [_disguise(log, chance) for log in _bot_logs(kind, count, seed)]


def _bot_logs(kind: str, count: int, seed: int) -> list[Log]:
    """Return bot games of all rulesets."""
    rulesets = KINDS[kind].identity.rulesets
    step = 7 if kind == "gorinto" else 1  # so that few games are of several modes
    return [
        simulate(kind, rulesets[n * step % len(rulesets)], f"{seed} {n}", random.Random(n)).plain()
        for n in range(count)
    ]


def _disguise(log: Log, chance: random.Random) -> tuple[Log, str]:
    events = [dict(event) for event in log["events"]]
    log = {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}
    log.pop("source", None)
    names = _names(len(log["players"]), chance)
    log["players"] = [{**player, "name": name}
                      for player, name in zip(log["players"], names, strict=True)]  # fmt: skip
    date = chance.choice(DATES)
    if date:
        log["played_at"] = date
    events = _end(log, events, chance.choice(ENDINGS), chance)
    if chance.random() < 0.6:
        _add_times(events, chance)
    return {**log, "events": events}, chance.choice(UPLOADERS)


def _names(count: int, chance: random.Random) -> list[str | None]:
    """Return names, some of them in capitals or missing; the first names are the most frequent."""
    weights = [1 / (1 + number) for number in range(len(NAMES))]
    names: list[str | None] = []
    while len(names) < count:
        name = chance.choices(NAMES, weights)[0]
        if name not in names:
            names.append(name)
    odd = chance.random()
    if odd < 0.1:
        names[chance.randrange(count)] = None
    elif odd < 0.2:
        names[0] = names[0].upper() if names[0] else None
    return names


def _end(log: Log, events: list[Log], ending: str, chance: random.Random) -> list[Log]:
    """Return the events up to this ending."""
    cannot_resign = log["game"] == "gorinto" and len(log["players"]) > 2
    cannot_resign &= log["ruleset"].get("mode") != "partnership"
    if ending == "rule" or len(events) <= MIN_EVENTS or (ending == "resign" and cannot_resign):
        return events
    events = events[: chance.randrange(MIN_EVENTS, len(events))]
    if ending == "resign":
        role = chance.choice(log["players"])["role"]
        return [*events, {"type": "resign", "role": role}]
    return [*events, {"type": "abandon"}] if ending == "abandon" else events


def _add_times(events: list[Log], chance: random.Random) -> None:
    """Add times to most events."""
    now = 0.0
    for event in events:
        now += chance.choice(GAPS)
        if chance.random() < 0.9:
            event["at"] = now
