"""The storm: games are imported by two worker processes that are killed again and again.

Run by hand, at full size: `python -m tests.storm --games 1000 --kills 20`. It makes a database of
its own on the PostgreSQL of DATABASE_URL, uses the Redis of REDIS_URL, and prints what was found;
exit status 1 if a game was lost or counted twice. A smaller one is a test:
`tests/unit/replays/test_storm.py`.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
CELERY = (sys.executable, "-m", "celery", "-A", "goryo_site")
QUEUES = "uploads,stats,beat"
WORKERS = 2
PATIENCE = 240.0  # seconds without any progress after which the storm gives up
SMALL_FILE = 20  # games


@dataclass
class Found:
    """What was there when the storm was over."""

    games: int = 0
    kills: int = 0
    seconds: float = 0.0
    uploads: dict[str, int] = field(default_factory=dict)
    stored: int = 0
    duplicates: int = 0
    refused: int = 0
    items: int = 0
    seats: int = 0
    contributions: int = 0
    counted: int = 0
    recount: str = ""

    def is_right(self, games: int) -> bool:
        """Nothing lost, nothing doubled, and statistics as a count from scratch has them."""
        numbers = {self.games, self.stored, self.items, self.contributions, self.counted}
        return (
            numbers == {games}
            and self.duplicates == self.refused == 0
            and set(self.uploads) == {"done"}
            and "agree" in self.recount
        )


class Storm:
    """Processes, their environment, and the look into the database."""

    def __init__(self, database_url: str, redis_url: str, folder: Path, seed: int) -> None:
        self.database_url = database_url
        self.folder = folder
        self.chance = random.Random(seed)
        self.env = {
            **os.environ,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "CELERY_BROKER_URL": redis_url,
            "DJANGO_SETTINGS_MODULE": "tests.support.storm_settings",
            "DATA_DIR": str(folder),
            "SECRET_KEY": "storm" * 10,
            "HTTPS": "false",
            "SWEEP_SECONDS": "1",
            "LOG_LEVEL": "WARNING",
        }
        self.running: list[subprocess.Popen[bytes]] = []

    def manage(self, *words: str) -> str:
        """A management command, to its end; its output."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """A Celery process in a group of its own."""
        log = (self.folder / f"{words[0]}.log").open("ab")
        command = [*CELERY, *words]
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.env, stdout=log, stderr=log, start_new_session=True
        )
        self.running.append(process)
        return process

    def start_worker(self) -> subprocess.Popen[bytes]:
        """One worker process with one child."""
        name = f"storm-{self.chance.getrandbits(40)}@%h"
        return self.start(
            "worker",
            "-Q",
            QUEUES,
            "--concurrency",
            "1",
            "-n",
            name,
            "--without-gossip",
            "--without-mingle",
        )

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """SIGKILL to a process and its children: no handler runs, nothing is cleaned up."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Rows of a query on a connection of its own."""
        with psycopg.connect(self.database_url) as connection:
            return connection.execute(question).fetchall()  # type: ignore[call-overload]

    def number(self, question: str) -> int:
        """The one number of a query."""
        return int(self.ask(question)[0][0] or 0)


def storm(database_url: str, redis_url: str, games: int, kills: int, seed: int = 1) -> Found:
    """Import simulated games while workers are killed, and say what was found."""
    with (
        tempfile.TemporaryDirectory(prefix="storm-") as folder,
        _database_beside(database_url) as own_url,
    ):
        it = Storm(own_url, redis_url, Path(folder), seed)
        it.manage("migrate", "--verbosity", "0")
        _write_logs(it, games, seed)
        subprocess.run(
            [*CELERY, "purge", "-f", "-Q", QUEUES],
            cwd=ROOT, env=it.env, capture_output=True, check=False,
        )  # fmt: skip
        it.manage("import_logs", "--queue", str(it.folder / "logs"))
        started = time.monotonic()
        try:
            n_killed = _kill_while_working(it, games, kills)
            _wait_until_quiet(it)
        finally:
            for process in list(it.running):
                it.kill(process)
        return _found(it, n_killed, time.monotonic() - started)


def _write_logs(it: Storm, games: int, seed: int) -> None:
    """One file with a third of the games, the others in small ones."""
    logs = it.folder / "logs"
    logs.mkdir()
    whole = it.manage("simulate", "--games", str(games), "--seed", str(seed), "--edition", "2024")
    lines = [line for line in whole.splitlines() if line.startswith("{")]
    assert len(lines) == games, whole[-2000:]
    big = games // 3
    cuts = [0, big, *range(big + SMALL_FILE, games, SMALL_FILE), games]
    for number, (start, end) in enumerate(pairwise(cuts)):
        (logs / f"{number:04}.ndjson").write_text("\n".join(lines[start:end]) + "\n")


def _kill_while_working(it: Storm, games: int, kills: int) -> int:
    """Kill a worker each time a share of the games is in, until all kills are done."""
    it.start("beat", "--pidfile=")
    workers = [it.start_worker() for _ in range(WORKERS)]
    step = games / (kills + 1)
    n_killed, heard, stored = 0, time.monotonic(), -1
    while n_killed < kills:
        now_stored = it.number("select count(*) from replays_game")
        if now_stored != stored:
            stored, heard = now_stored, time.monotonic()
        if now_stored >= games or time.monotonic() - heard > PATIENCE:
            break
        if now_stored > step * n_killed:
            time.sleep(it.chance.uniform(0.0, 0.05))  # anywhere in a batch
            victim = workers.pop(it.chance.randrange(WORKERS))
            it.kill(victim)
            workers.append(it.start_worker())
            n_killed += 1
        time.sleep(0.01)
    return n_killed


def _wait_until_quiet(it: Storm) -> None:
    """Until every upload is settled and every game counted."""
    progress, heard = (-1, -1), time.monotonic()
    while time.monotonic() - heard < PATIENCE:
        unread = it.number(
            "select count(*) from replays_upload where state in ('received', 'reading')"
        )
        missing = it.number(
            "select count(*) from replays_game g where not exists"
            " (select 1 from analytics_contribution c where c.game_id = g.id)"
        )
        if unread == missing == 0:
            return
        stored = it.number("select count(*) from replays_game")
        if (stored, missing) != progress:
            progress, heard = (stored, missing), time.monotonic()
        time.sleep(0.2)


def _found(it: Storm, kills: int, seconds: float) -> Found:
    stored, duplicates, refused = it.ask(
        "select sum(n_stored), sum(n_duplicate), sum(n_refused) from replays_upload"
    )[0]
    return Found(
        games=it.number("select count(*) from replays_game"),
        kills=kills,
        seconds=seconds,
        uploads={
            str(state): int(n)
            for state, n in it.ask("select state, count(*) from replays_upload group by state")
        },
        stored=stored,
        duplicates=duplicates,
        refused=refused,
        items=it.number("select count(*) from replays_uploaditem"),
        seats=it.number("select count(*) from replays_seat"),
        contributions=it.number("select count(*) from analytics_contribution"),
        counted=it.number("select sum(games) from analytics_cell"),
        recount=it.manage("recount", "--check").strip(),
    )


@contextmanager
def _database_beside(url: str) -> Iterator[str]:
    """A new, empty database on the same server; dropped afterwards."""
    parts = urlsplit(url)
    name = f"storm_{os.getpid()}"
    admin = urlunsplit(parts._replace(path="/postgres"))
    drop = sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name))
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            connection.execute(drop)


def main() -> int:
    """The storm from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    urls = (
        os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres"),
        os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/15"),
    )
    found = storm(*urls, chosen.games, chosen.kills, chosen.seed)
    for name, value in vars(found).items():
        print(f"storm.{name} {value}")
    is_right = found.is_right(chosen.games) and found.kills == chosen.kills
    print("nothing lost, nothing counted twice" if is_right else "SOMETHING IS WRONG")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
