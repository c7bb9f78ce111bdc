"""The storm: workers that import and count games are killed again and again, while games are
withdrawn, restored, deleted and uploaded again, and the counting rules change.

`python -m tests.storm --games 1000 --kills 20` creates a database on the PostgreSQL server of
DATABASE_URL and uses the Redis of REDIS_URL. Exit status 1 if a game was lost or counted twice, or
if a recount differs. `tests/unit/replays/test_storm.py` runs a smaller one.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from games.registry import KINDS, judge

ROOT = Path(__file__).resolve().parent.parent
CELERY = (sys.executable, "-m", "celery", "-A", "goryo_site")
QUEUES = "uploads,counting,sweep,beat,slow"
WORKERS = 3
RULES = 2  # times that the counting rules change
PATIENCE = 240.0  # seconds without any progress after which the storm gives up
SMALL_FILE = 20  # games


QUERIES = {
    "games": "select count(*) from replays_game",
    "withdrawn": "select count(*) from replays_game where withdrawn_at is not null",
    "unread": "select count(*) from replays_upload where state in ('received', 'reading')",
    "faults": "select count(*) from replays_upload where state = 'fault'",
    "items_missing": (
        "select sum(n_games) - (select count(*) from replays_uploaditem) from replays_upload"
    ),
    "miscounted": (
        "select count(*) from analytics_contribution c where not exists"
        " (select 1 from replays_game g where c.game_id = g.id and withdrawn_at is null)"
    ),
    "off_by": (
        "select (select count(*) from analytics_contribution) - (select sum(games) from"
        " analytics_cell where snapshot_id is null)"
    ),
    "uncounted": (
        "select count(*) from replays_game g where withdrawn_at is null and not exists"
        " (select 1 from analytics_contribution c where c.game_id = g.id)"
    ),
    "stale": (
        "select count(*) from analytics_contribution where facts_version <"
        f" {KINDS['goryo'].counting.version + RULES}"
    ),
    "reanalyses": "select count(*) from analytics_reanalysis",
    "reanalyses_open": "select count(*) from analytics_reanalysis where finished_at is null",
    "read": "select sum(next_position) from replays_upload",
}
"""Numbers of the database by name. Uploads of withdrawn games only are refused, not faults."""
OPEN = ("unread", "uncounted", "stale", "reanalyses_open")
"""Numbers of work left, 0 at the end."""


@dataclass
class Found:
    """The result. `lost`: games that were neither deleted nor are there. `numbers`: see QUERIES."""

    kills: int
    seconds: float
    numbers: dict[str, int]
    deleted: int
    lost: int
    troubles: int
    recount: str

    def is_right(self) -> bool:
        """Return whether no game is lost or doubled, the statistics count exactly the open games by
        the last rules, and a recount from the logs agrees.
        """
        faults = ("faults", "items_missing", "miscounted", "off_by", *OPEN)
        is_counted = not any(self.numbers[name] for name in faults)
        return (
            is_counted
            and not self.lost
            and self.numbers["reanalyses"] > 0
            and "agree" in self.recount
        )


class Storm:
    """The processes, their environment, and queries of the database."""

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
        self.n_troublemakers = 0

    def manage(self, *words: str) -> str:
        """Run a management command; return its output."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def start(self, command: Sequence[str], out: str, err: str = "") -> subprocess.Popen[bytes]:
        """Start a process in its own process group, with its output in files."""
        files = [(self.folder / name).open("ab") for name in (out, err or out)]
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.env, stdout=files[0], stderr=files[1],
            start_new_session=True,
        )  # fmt: skip
        self.running.append(process)
        return process

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker process with one child."""
        options = ("-Q", QUEUES, "--concurrency", "1", "--without-gossip", "--without-mingle")
        name = f"storm-{self.chance.getrandbits(40)}@%h"
        return self.start((*CELERY, "worker", *options, "-n", name), "worker.log")

    def start_troublemaker(self) -> subprocess.Popen[bytes]:
        """Start a process that withdraws, restores, deletes, uploads and counts games again."""
        self.n_troublemakers += 1
        arguments = (self.folder / "logs", self.folder / "deleted", self.n_troublemakers)
        command = (sys.executable, "-m", "tests.support.troubles", *map(str, arguments))
        return self.start(command, "troubles", "troubles.log")

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Send SIGKILL to a process and its children."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query on a new connection."""
        with psycopg.connect(self.database_url) as connection:
            return connection.execute(statement).fetchall()  # type: ignore[call-overload]

    def number(self, name: str) -> int:
        """Return a number of `QUERIES`."""
        return int(self.query(QUERIES[name])[0][0] or 0)


def storm(database_url: str, redis_url: str, games: int, kills: int, seed: int = 1) -> Found:
    """Import bot games during the storm, and return the result."""
    with (
        tempfile.TemporaryDirectory(prefix="storm-") as folder,
        database_beside(database_url) as own_url,
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
    """Write a file with a third of the games, and small ones with the others."""
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
    """Kill a worker or the troublemaker each time a share of the games is in, until all kills are
    done; renew the rules on the way, so that old and new workers count side by side.
    """
    it.start((*CELERY, "beat", "--pidfile="), "beat.log")
    troubles = it.start_troublemaker()
    workers = [it.start_worker() for _ in range(WORKERS)]
    step = games / (kills + 1)
    n_killed, changed, read = 0, time.monotonic(), -1
    while n_killed < kills:
        now_read = it.number("read")
        if now_read != read:
            read, changed = now_read, time.monotonic()
        if time.monotonic() - changed > PATIENCE:
            break
        if now_read > min(step * n_killed, games - 1):
            time.sleep(it.chance.uniform(0.0, 0.3))  # anywhere in a batch
            it.env["STORM_RULES"] = str(RULES * n_killed // kills)
            if it.chance.random() < 0.2:
                it.kill(troubles)
                troubles = it.start_troublemaker()
            it.kill(workers.pop(it.chance.randrange(WORKERS)))
            workers.append(it.start_worker())
            n_killed += 1
        time.sleep(0.01)
    it.kill(troubles)
    it.env["STORM_RULES"] = str(RULES)
    for worker in workers:  # the last of the old ones go
        it.kill(worker)
        it.start_worker()
    return n_killed


def _wait_until_quiet(it: Storm) -> None:
    """Wait until every upload is settled, and every game is counted by the last rules."""
    progress, changed = [-1], time.monotonic()
    while time.monotonic() - changed < PATIENCE:
        now = [it.number(name) for name in (*OPEN, "read")]
        if not any(now[:-1]):
            return
        if now != progress:
            progress, changed = now, time.monotonic()
        time.sleep(0.2)


def _found(it: Storm, kills: int, seconds: float) -> Found:
    logs = (line for path in (it.folder / "logs").iterdir() for line in path.open("rb"))
    sent = {record.digest for line in logs if (record := next(judge(line)).record)}
    stored = {digest for (digest,) in it.query("select digest from replays_game")}
    path = it.folder / "deleted"
    deleted = set(path.read_text().split()) if path.exists() else set()
    return Found(
        kills=kills,
        seconds=seconds,
        numbers={name: it.number(name) for name in QUERIES},
        deleted=len(deleted),
        lost=len(sent - stored - deleted),
        troubles=(it.folder / "troubles").stat().st_size,
        recount=it.manage("recount", "--check").strip()[-2000:],
    )


@contextmanager
def database_beside(url: str) -> Iterator[str]:
    """Create an empty database on the same server; drop it afterwards."""
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
    """Run the storm from the command line."""
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
    for name, value in (vars(found) | found.numbers).items():
        print(f"storm.{name} {value}")
    is_right = found.is_right() and found.kills == chosen.kills
    print("nothing lost, nothing counted twice" if is_right else "SOMETHING IS WRONG")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
