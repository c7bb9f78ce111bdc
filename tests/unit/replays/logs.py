"""Small logs of one's own for the keep's tests."""

import gzip
import io
import json
import zipfile
from typing import Any

UNFINISHED = """[Game "goryo"]
[Edition "2024"]
[Goryo "Jane"]
[Samurai "John"]
[Date "2026-11-20"]

bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
"""
FINISHED = UNFINISHED + "resign samurai\n"
REFUSED = UNFINISHED.replace("haunt vase b4", "haunt vase b9")


def text_log(**changes: str) -> bytes:
    """A finished game as text, with words replaced: `text_log(Jane="Ann")`."""
    text = FINISHED
    for old, new in changes.items():
        text = text.replace(old, new)
    return text.encode()


def json_log(**header: Any) -> dict[str, Any]:
    """A short finished game as JSON, with header keys laid over it."""
    return {
        "format": "goryo-log/1",
        "game": "goryo",
        "ruleset": {"edition": "2024"},
        "players": [{"role": "goryo", "name": "Jane"}, {"role": "samurai", "name": "John"}],
        "events": [
            {"type": "bind", "object": "mask"},
            {"type": "haunt", "object": "vase", "space": "b4"},
            {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"},
            {"type": "resign", "role": "samurai"},
        ],
        **header,
    }


def numbered(number: int, **header: Any) -> dict[str, Any]:
    """A game unlike any with another number."""
    return json_log(event=f"game {number}", **header)


def as_json(*games: dict[str, Any]) -> bytes:
    """One game as an object, more as NDJSON."""
    return "\n".join(json.dumps(game) for game in games).encode()


def many(count: int, start: int = 0, **header: Any) -> bytes:
    """NDJSON of different games."""
    return as_json(*(numbered(start + number, **header) for number in range(count)))


def zipped(**members: bytes) -> bytes:
    """A zip; `__` in a name stands for a dot."""
    return zip_of({name.replace("__", "."): data for name, data in members.items()})


def zip_of(members: dict[str, bytes]) -> bytes:
    """A zip with members of any name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def gzipped(data: bytes) -> bytes:
    """The bytes as gzip."""
    return gzip.compress(data)
