"""Whether the time of an answer tells what another side hides: twin tables, which differ only in
one side's secrets, are asked in turns.

`python -m tests.benchmarks.room_times` prints for each request the medians of processor time of
both twins in milliseconds, and how much they differ. `ROOM_REQUESTS=1000` makes more of them.
Caches are emptied before each request.
"""

import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.benchmarks.costs import begin
from tests.benchmarks.rooms import UNLIMITED

REQUESTS = int(os.environ.get("ROOM_REQUESTS", "200"))
WARM_UP = 10
SIDES = {"goryo": "samurai", "kyoto": "government"}
"""The side that must learn nothing."""


class Table(NamedTuple):
    """A table of a twin: its addresses in the API and as a page, and the key of the other side."""

    api: str
    page: str
    key: str


def main() -> None:
    """Print the medians of each request of each game."""
    os.environ |= UNLIMITED
    with tempfile.TemporaryDirectory() as folder:
        begin(Path(folder))
        from tests.support.twins import TWINS
        from tests.unit.replays.kyoto_twins import TWINS as KYOTO_TWINS

        for twins in (TWINS, KYOTO_TWINS):
            compare(twins[0]["game"], [_open(dict(log)) for log in twins])


def compare(game: str, tables: list[Table]) -> None:
    """Print the medians of processor time of the requests to two twins."""
    for name in ("room", "legal", "refused", "page", "public"):
        times: list[list[float]] = [[], []]
        for n in range(-WARM_UP, REQUESTS):
            for table, taken in zip(tables, times, strict=True):
                milliseconds = _request(name, table)
                if n >= 0:
                    taken.append(milliseconds)
        one, two = map(median, times)
        print(
            f"room_times.{game}.{name} {one:.2f} {two:.2f} ({(one - two) / two:+.1%})", flush=True
        )


def _open(log: dict[str, Any]) -> Table:
    """Open a table with several phones, and enter the events of a log."""
    from django.test import Client

    client, other = Client(), SIDES[log["game"]]
    fields = ("game", "ruleset", "players", "setup", "board")
    body = {key: log[key] for key in fields if key in log} | {"several_phones": True}
    opened = client.post("/api/v1/rooms/", json.dumps(body), "application/json").json()
    keys = {seat["role"]: seat["key"] for seat in opened["seat_keys"]}
    api = f"/api/v1/rooms/{opened['code']}/"
    for version, event in enumerate(log["events"]):
        turns = client.get(api).json()["turns"]
        role = next(turn["role"] for turn in turns if event["type"] in turn["types"])
        plain = {k: v for k, v in event.items() if k not in ("note", "at", "answer")}
        answer = client.post(
            f"{api}events/", json.dumps({"event": plain, "version": version}), "application/json",
            headers={"Room-Key": keys[role or other]},
        )  # fmt: skip
        if answer.status_code != 201:
            raise ValueError(f"{plain}: {answer.content!r}")
    return Table(api, f"/record/{opened['code']}/", keys[other])


def _request(name: str, table: Table) -> float:
    """Return the processor time of a request, in milliseconds."""
    from django.core.cache import cache
    from django.test import Client

    from rooms.reads import rooms as room_reads
    from rooms.web import screens

    client = Client(headers={} if name == "public" else {"Room-Key": table.key})
    cache.clear()
    room_reads._replays.clear()
    screens._drawings.clear()
    wrong = json.dumps({"event": {"type": "move", "samurai": "green", "to": "z9"}, "version": 0})
    began = time.thread_time()
    if name == "refused":
        client.post(f"{table.api}events/", wrong, "application/json")
    else:
        client.get({"legal": f"{table.api}legal/", "page": table.page}.get(name, table.api))
    return (time.thread_time() - began) * 1000


if __name__ == "__main__":
    main()
