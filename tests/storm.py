"""The storm: three workers import and count games and are killed again and again, while games are
withdrawn, brought back and deleted, come a second time, and the counting rules change under way.

Run by hand, at full size: `python -m tests.storm --games 1000 --kills 20`. It makes a database of
its own on the PostgreSQL of DATABASE_URL, uses the Redis of REDIS_URL, and prints what was found;
exit status 1 if a game was lost or counted twice, or a recount from the logs finds a difference. A
smaller one is a test: `tests/unit/replays/test_storm.py`.
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

from games.registry import KINDS, judge

ROOT = Path(__file__).resolve().parent.parent
CELERY = (sys.executable, "-m", "celery", "-A", "goryo_site")
QUEUES = "uploads,stats,beat"
WORKERS = 3
RULES = 2  # times that the counting rules change
PATIENCE = 240.0  # seconds without any progress after which the storm gives up
SMALL_FILE = 20  # games


@dataclass
class Found:
    """What was there when the storm was over. `lost`: games that were never deleted and are not
    there; `miscounted`: games counted without being open, or the other way round.
    """

    games: int = 0
    kills: int = 0
    seconds: float = 0.0
    uploads: dict[str, int] = field(default_factory=dict)
    items_missing: int = 0
    withdrawn: int = 0
    deleted: int = 0
    lost: int = 0
    miscounted: int = 0
    uncounted: int = 0
    behind: int = 0
    troubles: int = 0
    reanalyses: int = 0
    reanalyses_open: int = 0
    recount: str = ""

    def is_right(self) -> bool:
        """Nothing lost, nothing doubled, nothing gone that is still counted, all counted by the
        last rules, and statistics as a count from scratch has them.
        """
        faults = (
            self.items_missing,
            self.lost,
            self.miscounted,
            self.uncounted,
            self.behind,
            self.reanalyses_open,
        )
        settled = set(self.uploads) <= {"done", "refused"}  # refused: of withdrawn games only
        return not any(faults) and settled and self.reanalyses > 0 and "agree" in self.recount


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
        self.n_troublemakers = 0

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

    def start_troublemaker(self) -> subprocess.Popen[bytes]:
        """One that withdraws, restores, deletes, sends again and counts again."""
        self.n_troublemakers += 1
        out = (self.folder / "troubles").open("ab")
        err = (self.folder / "troubles.log").open("ab")
        where = (str(self.folder / "logs"), str(self.folder / "deleted"))
        command = [sys.executable, "-m", "tests.support.troubles", *where]
        process = subprocess.Popen(
            [*command, str(self.n_troublemakers)],
            cwd=ROOT, env=self.env, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
        self.running.append(process)
        return process

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
    """Import simulated games in the storm, and say what was found."""
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
    """Kill a worker or the troublemaker each time a share of the games is in, until all kills are
    done; renew the rules on the way, so that old and new workers count side by side.
    """
    it.start("beat", "--pidfile=")
    troubles = it.start_troublemaker()
    workers = [it.start_worker() for _ in range(WORKERS)]
    step = games / (kills + 1)
    n_killed, heard, read = 0, time.monotonic(), -1
    while n_killed < kills:
        now_read = it.number("select sum(next_position) from replays_upload")
        if now_read != read:
            read, heard = now_read, time.monotonic()
        if time.monotonic() - heard > PATIENCE:
            break
        if now_read > min(step * n_killed, games - 1):
            time.sleep(it.chance.uniform(0.0, 0.3))  # anywhere in a batch
            it.env["STORM_RULES"] = str(RULES * n_killed // kills)
            if it.chance.random() < 0.2:
                it.kill(troubles)
                troubles = it.start_troublemaker()
            victim = workers.pop(it.chance.randrange(WORKERS))
            it.kill(victim)
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
    """Until every upload is settled, every game counted, and by the last rules."""
    progress, heard = (-1,) * 5, time.monotonic()
    while time.monotonic() - heard < PATIENCE:
        now = (
            it.number("select count(*) from replays_upload where state in ('received', 'reading')"),
            it.number(UNCOUNTED),
            it.number(BEHIND),
            it.number("select count(*) from analytics_reanalysis where finished_at is null"),
            it.number("select sum(next_position) from replays_upload"),
        )
        if not any(now[:4]):
            return
        if now != progress:
            progress, heard = now, time.monotonic()
        time.sleep(0.2)


UNCOUNTED = (
    "select count(*) from replays_game g where withdrawn_at is null and not exists"
    " (select 1 from analytics_contribution c where c.game_id = g.id)"
)
MISCOUNTED = (
    "select count(*) from analytics_contribution c where not exists"
    " (select 1 from replays_game g where c.game_id = g.id and withdrawn_at is null)"
)
BEHIND = (
    "select count(*) from analytics_contribution where facts_version <"
    f" {KINDS['goryo'].counting.version + RULES}"
)


def _found(it: Storm, kills: int, seconds: float) -> Found:
    logs = (line for path in (it.folder / "logs").iterdir() for line in path.open("rb"))
    sent = {record.digest for line in logs if (record := next(judge(line)).record)}
    there = {digest for (digest,) in it.ask("select digest from replays_game")}
    path = it.folder / "deleted"
    deleted = set(path.read_text().split()) if path.exists() else set()
    off_by = it.number(
        "select (select count(*) from analytics_contribution) - (select sum(games) from"
        " analytics_cell where snapshot_id is null)"
    )
    return Found(
        games=len(there),
        kills=kills,
        seconds=seconds,
        uploads={
            str(state): int(n)
            for state, n in it.ask("select state, count(*) from replays_upload group by state")
        },
        items_missing=it.number(
            "select sum(n_games) - (select count(*) from replays_uploaditem) from replays_upload"
        ),
        withdrawn=it.number("select count(*) from replays_game where withdrawn_at is not null"),
        deleted=len(deleted),
        lost=len(sent - there - deleted),
        miscounted=it.number(MISCOUNTED) + abs(off_by),
        uncounted=it.number(UNCOUNTED),
        behind=it.number(BEHIND),
        troubles=(it.folder / "troubles").stat().st_size,
        reanalyses=it.number("select count(*) from analytics_reanalysis"),
        reanalyses_open=it.number(
            "select count(*) from analytics_reanalysis where finished_at is null"
        ),
        recount=it.manage("recount", "--check").strip()[-2000:],
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
    is_right = found.is_right() and found.kills == chosen.kills
    print("nothing lost, nothing counted twice" if is_right else "SOMETHING IS WRONG")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
