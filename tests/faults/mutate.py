"""Seeded damage to good logs, sent through the API (test_mutations.py). Failures are a 5xx, a 4xx
without a finding, and a partly stored game.
"""

import json
import random
from collections.abc import Callable
from functools import reduce
from operator import getitem
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Game, Upload, UploadItem
from replays.pipeline import identity
from tests.brute import gorinto, gorinto_games, gorinto_text
from tests.faults import samples
from tests.support.engine import accepted
from tests.support.playouts import random_log

Mutation = Callable[[random.Random, bytes], bytes]
API = "/api/v1/games/"
MEDIA_TYPES = ("application/json", "text/plain", "application/octet-stream")
SNIPPETS = [
    b"NaN", b"Infinity", b"1e999", b"-1", b"null", b"true", b"{}", b"[]", b'""', b"\\ud83d",
    b"\\udc00", b"\\u0000", b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8",
    b"\r", b"\n", b"\\", b'"', b"{", b"}", b"[", b"]", b",", b":", b";", b"#", b"~", b"@", b">",
    b"9" * 400, b"9" * 5000, b"1e308", b"x_", b'"x_a":1,', b"[" * 500, b'{"a":' * 500,
    b"<script>", b"../../x",
]  # fmt: skip


def random_bytes(rng: random.Random, data: bytes) -> bytes:
    """Replace one to eight bytes."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def truncated(rng: random.Random, data: bytes) -> bytes:
    """Remove the end, the beginning or the middle."""
    one, other = sorted(rng.choices(range(len(data)), k=2))
    return rng.choice([data[:one], data[other:], data[:one] + data[other:]])


def inserted(rng: random.Random, data: bytes) -> bytes:
    """Insert one of the snippets."""
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(SNIPPETS) + data[at:]


def repeated(rng: random.Random, data: bytes) -> bytes:
    """Repeat a piece: duplicate keys, events, games."""
    one, other = sorted(rng.choices(range(len(data)), k=2))
    return data[:other] + data[one:other] + data[other:]


def parsed(data: bytes) -> Any:
    """Return the JSON value, or None."""
    try:
        return json.loads(data)
    except ValueError:
        return None


def _paths(value: Any) -> list[tuple[Any, ...]]:
    """Return the paths of all values inside a JSON value."""
    if not isinstance(value, dict | list):
        return []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [(key, *path) for key, inner in items for path in [(), *_paths(inner)]]


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    return reduce(getitem, path, value)


ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 2**63, 10**30, "", "b4", "mask", "x" * 2000, "\u0000", "鬼",
    [], {}, [[]], {"type": "plan"}, ["b4"] * 40, float("nan"), float("inf"), "goryo", "yellow",
    3.0, "c", "fire", "dragon", "g5", "p2", "kitsune",
]  # fmt: skip


def swapped(rng: random.Random, data: bytes) -> bytes:
    """Swap two values of the JSON."""
    value = parsed(data)
    if not isinstance(value, dict):
        return random_bytes(rng, data)
    one, other = rng.choices(_paths(value), k=2)
    if one == other[: len(one)] or other == one[: len(other)]:
        return inserted(rng, data)
    first, second = _at(value, one), _at(value, other)
    _at(value, one[:-1])[one[-1]], _at(value, other[:-1])[other[-1]] = second, first
    return json.dumps(value).encode()


def replaced(rng: random.Random, data: bytes) -> bytes:
    """Replace or delete a value of the JSON."""
    value = parsed(data)
    if not isinstance(value, dict):
        return truncated(rng, data)
    *parent, last = rng.choice(_paths(value))
    holder = _at(value, tuple(parent))
    if rng.random() < 0.2:
        del holder[last]
    else:
        holder[last] = rng.choice(ODD)
    return json.dumps(value).encode()


def shuffled_events(rng: random.Random, data: bytes) -> bytes:
    """Swap two events, or two lines."""
    value = parsed(data)
    events = value.get("events") if isinstance(value, dict) else None
    is_json = isinstance(events, list) and bool(events)
    rows = events if is_json else data.split(b"\n")
    one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return json.dumps(value).encode() if is_json else b"\n".join(rows)


def wrapped(rng: random.Random, data: bytes) -> bytes:
    """Compress with gzip or zip, then damage the archive."""
    is_gzip = rng.random() < 0.5
    made = samples.gzipped(data) if is_gzip else samples.zipped({"a.json": data, "b": data})
    return random_bytes(rng, made) if rng.random() < 0.7 else truncated(rng, made)


MUTATIONS: list[Mutation] = [
    random_bytes, truncated, inserted, repeated, swapped, replaced, shuffled_events, wrapped,
]  # fmt: skip


def good_bytes(rng: random.Random) -> bytes:
    """Return a log of a random game in a random format; most are legal."""
    base = rng.choice(["text", "json", "random", "gorinto text", "gorinto"])
    if base == "text":
        return samples.TEXT.encode()
    if base.startswith("gorinto"):
        log = gorinto_games.random_log(rng, whole=rng.random() < 0.8)
        log["events"] = log["events"][: rng.choice([1, 5, 12, 1000])]
        is_text = base == "gorinto text" and gorinto.replay(log).refused is None
        return gorinto_text.typed(rng, log).encode() if is_text else samples.as_json(log)
    log = random_log(rng) if base == "random" else samples.log()
    return samples.as_json(log if log["events"] else samples.log())


def mutant(seed: int) -> tuple[str, bytes]:
    """Return the names of the mutations and the damaged bytes, the same for the same seed."""
    rng = random.Random(f"mutant {seed}")
    data = good_bytes(rng)
    names = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        mutation = rng.choice(MUTATIONS)
        data = mutation(rng, data) or b"x"
        names.append(mutation.__name__)
    return "+".join(names), data


def send(client: Client, seed: int) -> int:
    """Send a mutant in one of the formats of the API; check the answer and return its status."""
    name, data = mutant(seed)
    media_type = (*MEDIA_TYPES, None)[seed % 4]
    body = data if media_type else {"file": SimpleUploadedFile("log", data)}
    answer = client.post(API, body, **({"content_type": media_type} if media_type else {}))
    label = f"seed {seed} ({name}): {answer.status_code} {answer.content[:200]!r}"
    assert answer.status_code in (200, 201, 202, 207, 400, 409, 413, 415, 422), label
    if answer.status_code == 422:
        findings = answer.json()["findings"]
        assert findings, label
        assert all(finding["message"] and finding["rule"] for finding in findings), label
    elif answer.status_code >= 400:
        assert answer.json()["error"]["message"], label
    return int(answer.status_code)


def check_store() -> None:
    """Check that every stored game is an accepted log with everything that belongs to it."""
    for game in Game.objects.select_related("upload"):
        record = accepted(game.canonical.encode()).record
        digest = record.digest
        if not game.is_finished:
            digest = identity(digest, is_finished=False, uploader=game.upload.uploader)
        assert digest == game.digest, game.public_id
        assert game.seats.count() == len(record.players), game.public_id
        assert game.n_events == len(record.entries), game.public_id
    stored = UploadItem.objects.filter(status="stored")
    assert stored.count() == Game.objects.count()
    assert not stored.filter(game=None).exists()
    assert not Upload.objects.filter(state="fault").exists()
