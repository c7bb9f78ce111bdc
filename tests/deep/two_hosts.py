"""Two hosts import games, and one of them after the other is killed and started again.

`python -m tests.deep.two_hosts --games 10000` creates a database on the PostgreSQL server of
DATABASE_URL and uses the Redis of REDIS_URL. Each host has a data folder, a web server on its own
port and a worker; they share the database, Redis, and a storage of files: a shared folder, or
`--files s3://bucket?endpoint=…`. Files of games are sent over HTTP to both hosts in turn, and sent
again to the other one when a host does not answer, as behind a load balancer.

Exit status 1 if a game was lost or is doubled, if statistics do not count each exactly once, or if
the bytes of an upload can't be read on either host. `tests/unit/replays/test_two_hosts.py` runs a
smaller one.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.storm import CELERY, QUEUES, Storm, database_beside

PORTS = (8171, 8172)
FILE_GAMES = 25
PATIENCE = 300.0
"""Seconds without any progress after which the test gives up."""
UNLIMITED = {
    **dict.fromkeys(("UPLOAD_RATE", "LIST_RATE"), ""),
    **{f"QUOTA_{of}_{unit}": "0" for of in ("KEY", "ADDRESS") for unit in ("BYTES", "GAMES")},
    "CPU_SHARE": "0",
    "UPLOAD_INLINE_BYTES": "4096",  # most files are read by workers of either host
}
NUMBERS = {
    "games": "select count(*) from replays_game",
    "doubled": "select count(*) - count(distinct digest) from replays_game",
    "unread": "select count(*) from replays_upload where state in ('received', 'reading')",
    "faults": "select count(*) from replays_upload where state = 'fault'",
    "in_rows": "select count(*) from replays_rawfile where location = '' and removed_at is null",
    "contributions": "select count(*) from analytics_contribution",
    "counted": "select coalesce(sum(games), 0) from analytics_cell where snapshot_id is null",
}


@dataclass
class Host:
    """A host: its folder, port and processes."""

    it: Storm
    port: int
    has_beat: bool
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        """Start web server and worker, and beat on the host that has it."""
        worker = (*CELERY, "worker", "-Q", QUEUES, "--concurrency", "1", "--without-gossip")
        name = f"host-{self.port}-{time.monotonic_ns()}@%h"
        web = (
            *(sys.executable, "-m", "gunicorn", "--config", "python:goryo_site.runtime.gunicorn"),
            *("--bind", f"127.0.0.1:{self.port}", "goryo_site.asgi"),
        )
        commands = [web, (*worker, "--without-mingle", "-n", name)]
        commands += [(*CELERY, "beat", "--pidfile=")] if self.has_beat else []
        for number, command in enumerate(commands):
            self.running.append(self.it.start(command, f"process-{number}.log"))

    def kill(self) -> None:
        """Kill all processes at once, as when a machine loses power."""
        for process in self.running:
            self.it.kill(process)
        self.running.clear()

    def post(self, data: bytes) -> bool:
        """Send a file of games; return whether the host has stored it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/x-ndjson", "Host": "localhost"}
        try:
            connection.request("POST", "/api/v1/games/", data, headers)
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if status >= 500:
            return False
        if status not in {200, 201, 202}:
            raise ValueError(f"a file was refused with {status}")
        return True


@dataclass
class Found:
    """The result: `sent` games, and `NUMBERS`. `unreadable`: hosts that can't read all bytes."""

    sent: int
    kills: int
    unreadable: int
    numbers: dict[str, int]

    def is_right(self) -> bool:
        """Return whether no game is lost or doubled, each counts once, and all bytes are there."""
        games = {self.numbers[name] for name in ("games", "contributions", "counted")}
        wrong = (self.numbers[name] for name in ("doubled", "unread", "faults", "in_rows"))
        return games == {self.sent} and not any(wrong) and not self.unreadable


def two_hosts(database_url: str, redis_url: str, games: int, files_url: str = "") -> Found:
    """Import so many games and return the result."""
    with (
        tempfile.TemporaryDirectory(prefix="two-hosts-") as folder,
        database_beside(database_url) as own_url,
    ):
        shared = files_url or f"file://{folder}/shared"
        with _hosts(own_url, redis_url, Path(folder), shared) as hosts:
            files = list(_files(hosts[0].it, games))
            kills = _send(hosts, files)
            _wait_until_quiet(hosts[0].it, games)
            numbers = {name: _number(hosts[0].it, name) for name in NUMBERS}
            unreadable = sum(not _reads_all(host.it) for host in hosts)
        return Found(games, kills, unreadable, numbers)


@contextmanager
def _hosts(url: str, redis_url: str, folder: Path, files_url: str) -> Iterator[list[Host]]:
    hosts = []
    for number, port in enumerate(PORTS):
        own = folder / f"host-{number}"
        own.mkdir()
        it = Storm(url, redis_url, own, seed=number)
        it.env |= {**UNLIMITED, "FILES_URL": files_url, "PYTHONUNBUFFERED": "1"}
        hosts.append(Host(it, port, has_beat=number == 0))
    first = hosts[0].it
    first.manage("migrate", "--verbosity", "0")
    subprocess.run(
        [*CELERY, "purge", "-f", "-Q", QUEUES],
        cwd=Path(__file__).resolve().parent.parent.parent,
        env=first.env, capture_output=True, check=False,
    )  # fmt: skip
    try:
        for host in hosts:
            host.start()
        yield hosts
    finally:
        for host in hosts:
            host.kill()


def _files(it: Storm, games: int) -> Iterator[bytes]:
    whole = it.manage("simulate", "--games", str(games), "--seed", "1", "--edition", "2024")
    lines = [line for line in whole.splitlines() if line.startswith("{")]
    if len(lines) != games:
        raise RuntimeError(f"{len(lines)} of {games} games were made: {whole[-1000:]}")
    for start in range(0, games, FILE_GAMES):
        yield ("\n".join(lines[start : start + FILE_GAMES]) + "\n").encode()


def _send(hosts: list[Host], files: list[bytes]) -> int:
    """Send all files; kill a host after a third and the other one after two thirds, and start each
    again after a tenth more. Return how many were killed.
    """
    n = len(files)
    kill_at = {n // 3: hosts[1], 2 * n // 3: hosts[0]}
    start_at = {n // 3 + max(1, n // 10): hosts[1], 2 * n // 3 + max(1, n // 10): hosts[0]}
    kills = 0
    for number, data in enumerate(files):
        if number in kill_at:
            kill_at[number].kill()
            kills += 1
        if number in start_at:
            start_at[number].start()
        ends, turn = time.monotonic() + PATIENCE, number
        while not hosts[turn % 2].post(data):
            if time.monotonic() > ends:
                raise TimeoutError("no host answers")
            turn += 1
            time.sleep(0.1)
    for host in hosts:
        if not host.running:
            host.start()
    return kills


def _wait_until_quiet(it: Storm, games: int) -> None:
    progress, changed = (-1, -1, -1), time.monotonic()
    while time.monotonic() - changed < PATIENCE:
        now = (_number(it, "unread"), _number(it, "games"), _number(it, "counted"))
        if now == (0, games, games):
            return
        if now != progress:
            progress, changed = now, time.monotonic()
        time.sleep(0.5)


def _number(it: Storm, name: str) -> int:
    return int(it.query(NUMBERS[name])[0][0] or 0)


_READ = """
import hashlib
from replays.models import RawFile
wrong = [f.pk for f in RawFile.objects.all() if hashlib.sha256(f.data()).hexdigest() != f.sha256]
print("bytes agree" if RawFile.objects.exists() and not wrong else f"wrong {wrong}")
"""


def _reads_all(it: Storm) -> bool:
    return "bytes agree" in it.manage("shell", "--command", _READ)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--files", default="", help="FILES_URL of both hosts")
    chosen = parser.parse_args()
    urls = (
        os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres"),
        os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/15"),
    )
    found = two_hosts(*urls, chosen.games, chosen.files)
    for name, value in (vars(found) | found.numbers).items():
        print(f"two_hosts.{name} {value}")
    print("0 lost, 0 doubled" if found.is_right() else "SOMETHING IS WRONG")
    return 0 if found.is_right() else 1


if __name__ == "__main__":
    sys.exit(main())
