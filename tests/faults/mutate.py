"""Seeded damage to good logs, sent through the API: `python -m tests.faults.mutate --count 10000`.

As a command it uses a SQLite database in memory (or the empty one in `DATABASE_URL`), sends that
many mutants and prints a summary of the answers. The exit status is 1 after any failure: a 5xx, a
4xx without a finding, or a partly stored game.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import reduce
from operator import getitem
from typing import Any

from tests.brute import gorinto, gorinto_games, gorinto_text
from tests.faults import samples
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


def _json(data: bytes) -> Any:
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
    value = _json(data)
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
    value = _json(data)
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
    value = _json(data)
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


class Sender:
    """Sends mutants in all request formats of the API in turn, and collects failures."""

    def __init__(self) -> None:
        from django.test import Client

        self.client = Client(raise_request_exception=False)
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []

    def send(self, seed: int) -> None:
        """Send one mutant; add to `wrong` if the answer is not a correct one."""
        from django.core.files.uploadedfile import SimpleUploadedFile

        name, data = mutant(seed)
        media_type = (*MEDIA_TYPES, None)[seed % 4]
        if media_type is None:
            answer = self.client.post(API, {"file": SimpleUploadedFile("log", data)})
        else:
            answer = self.client.post(API, data, content_type=media_type)
        self.statuses[answer.status_code] += 1
        self._check(f"seed {seed} ({name}): {answer.status_code}", answer)

    def _check(self, label: str, answer: Any) -> None:
        if answer.status_code >= 500:
            self.wrong.append(f"{label}: {answer.content[:200]!r}")
            return
        body = answer.json()
        if answer.status_code == 422:
            findings = body.get("findings") or []
            if not findings or not all(f["message"] and f["rule"] for f in findings):
                self.wrong.append(f"{label}: no finding")
        elif 400 <= answer.status_code < 500 and not body["error"]["message"]:
            self.wrong.append(f"{label}: no reason")
        elif answer.status_code not in (200, 201, 202, 207, 400, 409, 413, 415):
            self.wrong.append(f"{label}: not expected")

    def check_store(self) -> None:
        """Check that every stored game is an accepted log with everything that belongs to it."""
        from replays.models import Game, Upload, UploadItem
        from replays.pipeline import identity
        from tests.support.engine import judge_one

        for game in Game.objects.select_related("upload"):
            judged = judge_one(game.canonical.encode())
            digest = None if judged.findings else judged.record.digest
            if digest and not game.is_finished:
                digest = identity(digest, is_finished=False, sender=game.upload.sender)
            checks = {
                "not the accepted log": digest == game.digest,
                "seats": game.seats.count() == len(judged.record.players),
                "events": game.n_events == len(judged.record.entries),
            }
            self.wrong += [
                f"game {game.public_id}: {name}"
                for name, is_right in checks.items()
                if not is_right
            ]
        stored = UploadItem.objects.filter(status="stored")
        if stored.count() != Game.objects.count() or stored.filter(game=None).exists():
            self.wrong.append("stored items and games differ in number")
        if Upload.objects.filter(state="fault").exists():
            self.wrong.append("an upload ended with an internal error")


def main() -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    sender, began = Sender(), time.monotonic()
    for seed in range(options.start, options.start + options.count):
        sender.send(seed)
        if (seed + 1) % 1000 == 0:
            print(f"{seed + 1 - options.start} sent, {len(sender.wrong)} wrong", flush=True)
    sender.check_store()
    for line in sender.wrong[:50]:
        print(line)
    counts = ", ".join(f"{status}: {n}" for status, n in sorted(sender.statuses.items()))
    took = time.monotonic() - began
    print(f"{options.count} mutants in {took:.0f} s. Answers {counts}. {len(sender.wrong)} wrong.")
    return int(bool(sender.wrong))


if __name__ == "__main__":
    import logging
    import os
    import sys

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")
    django.setup()
    logging.disable(logging.WARNING)
    sys.exit(main())
