"""Small logs, and files that contain them, for the tests of public fault reports."""

import copy
from typing import Any

from tests.unit.replays import logs
from tests.unit.replays.logs import UNFINISHED, json_log, two_players

as_json, gzipped, zipped = logs.as_json, logs.gzipped, logs.zipped
TEXT = (
    UNFINISHED
    + """plan c3 b3 b2 c2 > d2            { under his nose }
green search +                    # he stands on c2
red move d2
discover
draw helmet; draw urn
resign samurai
"""
)
OTHER = TEXT.replace("Jane", "Ann").replace("2024", "2021")
LOG = json_log(
    events=[
        *json_log()["events"][:3],
        {"type": "move", "samurai": "green", "to": "c2"},
        {"type": "sniff", "samurai": "green", "space": "c3", "answer": True},
        {"type": "discover"},
        {"type": "resign", "role": "samurai"},
    ]
)


def log(number: int | None = None, **header: Any) -> dict[str, Any]:
    """Return the small finished game; games with different numbers are different games."""
    site = {} if number is None else {"site": f"table {number}"}
    return {**copy.deepcopy(LOG), **header, **site}


def named(goryo: Any, samurai: Any = "John") -> dict[str, Any]:
    """Return the small game with other names."""
    return log(players=two_players(goryo, samurai))


def text_named(name: str) -> bytes:
    """Return the text game with another Goryō."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return TEXT.replace("Jane", escaped).encode()
