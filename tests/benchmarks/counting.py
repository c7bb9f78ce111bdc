"""Games counted per second by one and by two worker processes on PostgreSQL, from stored logs to
cells: `DATABASE_URL=… python -m tests.benchmarks.counting --games 3000`.

The games are those of all kinds in turn, between 60 names and over 12 months, counted in messages
of 100 games as the workers get them: in any order of kinds and months, so that all workers change
the same sums; with `--sorted` by kind and month, as an import of an archive. Each measurement
starts without any counted game. Other work on the machine changes the rates, so the processor time
per 1,000 games is printed, too: of the workers and of their PostgreSQL processes, which is only
known if the server is on this machine. Prints a JSON object; medians of the rounds.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

DATABASE = "bench_counting"
KINDS = ("goryo", "gorinto", "kyoto")
NAMES, MONTHS = 60, 12
MESSAGE = 100
EMPTY = """
truncate analytics_contribution, analytics_tree, analytics_cell, analytics_playercell,
    analytics_ledger
"""


def main() -> None:
    """Measure in a new database, which is dropped afterwards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--sorted", action="store_true")
    parser.add_argument("--work", nargs="+", type=int, help="for the workers: games to count")
    options = parser.parse_args()
    url = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    if options.work:
        _work(options.work)
        return
    with database(url, DATABASE):
        order = ("kind", "month", "pk") if options.sorted else ("pk",)
        figures = _measure(options.games, options.rounds, options.kinds.split(","), order)
    print(json.dumps(figures))


@contextmanager
def database(url: str, name: str) -> Iterator[None]:
    """Create a database next to that of the address, migrate it and use it; drop it at the end."""
    drop = sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name))
    with psycopg.connect(url, autocommit=True, connect_timeout=3) as admin:
        admin.execute(drop)
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        own = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        os.environ |= {"DATABASE_URL": own, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            connections.close_all()
            admin.execute(drop)


def varied_logs(games: int, kinds: list[str], seed: str = "counting") -> Iterator[dict[str, Any]]:
    """Yield games of these kinds in turn, with names and dates; the same every time."""
    chance = random.Random(seed)
    makers = {kind: _LOGS[kind](games // len(kinds) + 1) for kind in kinds}
    for number in range(games):
        log = next(makers[kinds[number % len(kinds)]])
        for player, name in zip(log["players"], chance.sample(range(NAMES), 4), strict=False):
            player["name"] = f"Player {name:02}"
        month, day = 1 + chance.randrange(MONTHS), 1 + chance.randrange(28)
        log["played_at"] = f"2025-{month:02}-{day:02}T{number % 24:02}:{number % 60:02}:00Z"
        log.pop("simulated", None)
        yield log


def _goryo(games: int) -> Iterator[dict[str, Any]]:
    from games.registry import simulate
    from tests.benchmarks.logs import EDITIONS

    for number in range(games):
        edition, seed = EDITIONS[number % len(EDITIONS)], f"count:{number}"
        yield dict(simulate("goryo", edition, seed, random.Random(seed)).plain())


def _gorinto(games: int) -> Iterator[dict[str, Any]]:
    from tests.support.gorinto import MODES, random_log

    for number in range(games):
        yield random_log(MODES[number % len(MODES)], random.Random(f"count:{number}"))


def _kyoto(games: int) -> Iterator[dict[str, Any]]:
    from tests.support.kyoto_games import random_logs

    yield from random_logs(games)


_LOGS: dict[str, Callable[[int], Iterator[dict[str, Any]]]]
_LOGS = {"goryo": _goryo, "gorinto": _gorinto, "kyoto": _kyoto}


def _measure(games: int, rounds: int, kinds: list[str], order: tuple[str, ...]) -> dict[str, float]:
    from django.db import connection

    from replays import services as replay_services
    from replays.models import Game, UploadSource

    data = "\n".join(map(json.dumps, varied_logs(games, kinds))).encode()
    replay_services.submit(data, source=UploadSource.COMMAND, reading=replay_services.Reading.NOW)
    ids = list(Game.objects.order_by(*order).values_list("pk", flat=True))
    if len(ids) != games:
        raise ValueError(f"{len(ids)} of {games} games were stored")
    samples: dict[str, list[float]] = {}
    for _ in range(rounds):
        for workers in (1, 2):
            with connection.cursor() as cursor:
                cursor.execute(EMPTY)
            for name, value in _run(ids, workers).items():
                samples.setdefault(f"{name}.{workers}", []).append(value)
        ratio = samples["games_per_s.2"][-1] / samples["games_per_s.1"][-1]
        samples.setdefault("ratio", []).append(ratio)
        print({name: round(values[-1], 2) for name, values in samples.items()}, file=sys.stderr)
    return {name: statistics.median(values) for name, values in samples.items()}


def _run(ids: list[int], count: int) -> dict[str, float]:
    """Count the games with so many processes."""
    messages = [ids[start : start + MESSAGE] for start in range(0, len(ids), MESSAGE)]
    shares = [list(chain.from_iterable(messages[number::count])) for number in range(count)]
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.counting", "--work", *map(str, share)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for share in shares
    ]  # fmt: skip
    for worker in workers:
        assert worker.stdout
        worker.stdout.readline()
    began = time.perf_counter()
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("\n")
        worker.stdin.flush()
    outputs = [worker.communicate()[0] for worker in workers]
    if any(worker.returncode for worker in workers):
        raise RuntimeError("a worker failed")
    seconds = max(json.loads(output)["ended"] for output in outputs) - began
    per = 1000 / len(ids)
    figures = {"games_per_s": len(ids) / seconds}
    for name in ("worker_s", "postgres_s"):
        total = sum(json.loads(output)[name] for output in outputs)
        figures[f"{name}_per_1000"] = total * per
    return figures


def _work(ids: list[int]) -> None:
    """Count the games in messages, once a line is read from standard input."""
    import django

    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()
    from django.db import connection

    from analytics import services as stats_services

    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    print("ready", flush=True)
    sys.stdin.readline()
    start, own = time.process_time(), _seconds_of(backend)
    for first in range(0, len(ids), MESSAGE):
        stats_services.count_games(ids[first : first + MESSAGE])
    worker_s = time.process_time() - start
    figures = {"worker_s": worker_s, "postgres_s": _seconds_of(backend) - own}
    print(json.dumps({**figures, "ended": time.perf_counter()}))


def _seconds_of(pid: int) -> float:
    """Return the processor time of a process of this machine; 0 if there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
