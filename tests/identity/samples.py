"""Logs of the tests of single sections."""

import random
from typing import Any

from . import generate
from .driver import Json


def distinctive(seed: int = 0, **header: Any) -> Json:
    """Return a decided game of Goryō with more than eight decisions, on 2026-02-03."""
    log = generate.goryo(random.Random(f"distinctive {seed}"))
    log |= {"players": players("Ann", "Ren"), "played_at": "2026-02-03"}
    return {**log, **header}


def short(**header: Any) -> Json:
    """Return a game that was given up at once, so that its play is not distinctive."""
    log: Json = {
        "format": "goryo-log/1",
        "game": "goryo",
        "ruleset": {"edition": "2024"},
        "players": players("Ann", "Ren"),
        "played_at": "2026-02-03T20:00:00Z",
        "events": [
            {"type": "bind", "object": "mask"},
            {"type": "haunt", "object": "vase", "space": "b4"},
            {"type": "resign", "role": "samurai"},
        ],
    }
    return {**log, **header}


def players(goryo: str | None, samurai: str | None) -> list[Json]:
    """Return the players of a game of Goryō."""
    return [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}]


def noted(log: Json, note: str = "a note", event: int = -1) -> Json:
    """Return a record with a note on an event."""
    events = [dict(each) for each in log["events"]]
    events[event]["note"] = note
    return {**log, "events": events}


def dated(log: Json, played_at: str | None) -> Json:
    """Return a record with another date, or none."""
    rest = {key: value for key, value in log.items() if key != "played_at"}
    return rest if played_at is None else {**rest, "played_at": played_at}


def beginning(log: Json, without: int = 4) -> Json:
    """Return an unfinished record without the last events of a game."""
    return {**log, "events": log["events"][:-without]}
