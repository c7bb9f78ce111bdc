"""Small logs for tests, and archives of them."""

import gzip
import io
import json
import random
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from games.registry import simulate
from replays import services as replay_services
from replays.models import Upload, UploadSource

HEADER = """[Game "goryo"]
[Edition "2024"]
[Goryo "Jane"]
[Samurai "John"]
[Date "2026-11-20"]

"""
MOVES = """bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
"""
UNFINISHED = HEADER + MOVES
FINISHED = UNFINISHED + "resign samurai\n"
REFUSED = UNFINISHED.replace("haunt vase b4", "haunt vase b9")


def text_log(**changes: str) -> bytes:
    """Return a finished game as text, with parts replaced: `text_log(Jane="Ann")`."""
    text = FINISHED
    for old, new in changes.items():
        text = text.replace(old, new)
    return text.encode()


def two_players(goryo: Any, samurai: Any) -> list[dict[str, Any]]:
    """Return the players of a game, by their names."""
    return [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}]


def json_log(**header: Any) -> dict[str, Any]:
    """Return a short finished game as JSON, with other header keys."""
    return {
        "format": "goryo-log/1",
        "game": "goryo",
        "ruleset": {"edition": "2024"},
        "players": two_players("Jane", "John"),
        "events": [
            {"type": "bind", "object": "mask"},
            {"type": "haunt", "object": "vase", "space": "b4"},
            {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"},
            {"type": "resign", "role": "samurai"},
        ],
        **header,
    }


def numbered(number: int, **header: Any) -> dict[str, Any]:
    """Return a game that differs from those with other numbers."""
    return json_log(event=f"game {number}", **header)


def whole_game(seed: int = 1) -> dict[str, Any]:
    """Return the log of a played game that does not repeat by chance."""
    log = simulate("goryo", "2024", str(seed), random.Random(seed)).plain()
    return {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}


def as_json(*games: dict[str, Any]) -> bytes:
    """Return one game as an object, or several as NDJSON."""
    return "\n".join(json.dumps(game) for game in games).encode()


def many(count: int, start: int = 0, **header: Any) -> bytes:
    """Return NDJSON of different games."""
    return as_json(*(numbered(start + number, **header) for number in range(count)))


Member = tuple[str, str | bytes]


def zipped(
    members: Mapping[str, str | bytes] | Iterable[Member], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Return a zip of these members, always the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items() if isinstance(members, Mapping) else members:
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, 20, 12, 0, 0)), data, method)
    return out.getvalue()


def gzipped(data: bytes) -> bytes:
    """Compress with gzip, always to the same bytes."""
    return gzip.compress(data, mtime=0)


def submit(data: bytes, **options: Any) -> Upload:
    """Upload a file as the API does."""
    return replay_services.submit(data, **{"source": UploadSource.API, **options})


def queue(data: bytes) -> Upload:
    """Upload a file that waits for a worker."""
    return submit(data, reading=replay_services.Reading.QUEUED)


def counts(upload: Upload) -> tuple[str, int, int, int]:
    """Return the current state of an upload, and how many games were stored, known and refused."""
    upload.refresh_from_db()
    return upload.state, upload.n_stored, upload.n_duplicate, upload.n_refused


def read(upload: Upload) -> tuple[str, int, int, int]:
    """Let a worker read an upload; return its counts."""
    replay_services.read_waiting(upload.pk)
    return counts(upload)
