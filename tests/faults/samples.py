"""Small logs, and files that contain them, for the tests of public fault reports."""

from __future__ import annotations

import copy
import gzip
import io
import json
import zipfile
from typing import Any

TEXT = """[Game "goryo"]
[Edition "2024"]
[Goryo "Jane"]
[Samurai "John"]
[Date "2026-11-20"]

bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
plan c3 b3 b2 c2 > d2            { under his nose }
green search +                    # he stands on c2
red move d2
discover
draw helmet; draw urn
resign samurai
"""
OTHER = TEXT.replace("Jane", "Ann").replace("2024", "2021")
LOG: dict[str, Any] = {
    "format": "goryo-log/1",
    "game": "goryo",
    "ruleset": {"edition": "2024"},
    "players": [{"role": "goryo", "name": "Jane"}, {"role": "samurai", "name": "John"}],
    "events": [
        {"type": "bind", "object": "mask"},
        {"type": "haunt", "object": "vase", "space": "b4"},
        {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"},
        {"type": "move", "samurai": "green", "to": "c2"},
        {"type": "sniff", "samurai": "green", "space": "c3", "answer": True},
        {"type": "discover"},
        {"type": "resign", "role": "samurai"},
    ],
}


def log(number: int | None = None, **header: Any) -> dict[str, Any]:
    """Return the small finished game; games with different numbers are different games."""
    site = {} if number is None else {"site": f"table {number}"}
    return {**copy.deepcopy(LOG), **header, **site}


def named(goryo: Any, samurai: Any = "John") -> dict[str, Any]:
    """Return the small game with other names."""
    players = [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}]
    return log(players=players)


def as_json(*logs: Any) -> bytes:
    """Return one game as an object, several as NDJSON."""
    return "\n".join(map(json.dumps, logs)).encode()


def text_named(name: str) -> bytes:
    """Return the text game with another Goryō."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return TEXT.replace("Jane", escaped).encode()


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of these members, always the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (2026, 11, 20, 12, 0, 0))
            archive.writestr(info, data, method)
    return buffer.getvalue()


def gzipped(data: bytes) -> bytes:
    """Compress with gzip, always to the same bytes."""
    return gzip.compress(data, mtime=0)
