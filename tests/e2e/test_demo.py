"""`make demo` from an empty folder to a counted game and a clean stop, twice."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
STOP_SECONDS = 40

pytestmark = [pytest.mark.slow, pytest.mark.embedded]
MAKE = ["make", "--assume-old=.venv/.installed", "demo"]
run = partial(
    subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=START_SECONDS
)
MANAGE = [sys.executable, "manage.py", "demo", "--port"]


def clean_environment(data_dir: Path) -> dict[str, str]:
    """Return PATH, HOME and a data folder, and no other settings of this machine."""
    names = [name for name in ("PATH", "HOME") if name in os.environ]
    return {name: os.environ[name] for name in names} | {
        "DATA_DIR": str(data_dir),
        "PYTHONUNBUFFERED": "1",
    }


@contextmanager
def running(
    command: list[str],
    environment: dict[str, str],
    end: signal.Signals = signal.SIGTERM,
    stderr: int | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Run a command of the project and read its output; at the end, signal it to stop."""
    pipes = {"stdout": subprocess.PIPE, "stderr": stderr}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **pipes)
    try:
        yield process
    finally:
        process.send_signal(end)
        process.communicate(timeout=STOP_SECONDS)


@contextmanager
def demo(command: list[str], data_dir: Path, end: signal.Signals) -> Iterator[str]:
    """Yield the address of a demo that has all its games; at the end, signal it to stop.

    The site must answer before the games are added. `make` reports the signal as a failure,
    `manage.py` must not.
    """
    output = address = ""
    with running(command, clean_environment(data_dir), end, subprocess.STDOUT) as process:
        for line in process.stdout:
            output += line
            if found := re.search(r"Kifu House is at (http://127\.0\.0\.1:\d+/)", line):
                address = found[1]
                assert urllib.request.urlopen(address, timeout=30).status == 200
            if "All games are ready." in line:
                yield address
                break
        else:
            pytest.fail(output)
    assert process.returncode == 0 or command[0] == "make", output


def refused(data_dir: Path) -> str:
    """Return the error message of a second demo in the same folder."""
    done = run([sys.executable, "manage.py", "demo"], env=clean_environment(data_dir))
    assert done.returncode == 1, done.stdout
    return done.stderr


def get(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return dict(json.load(answer))


def wait_until_healthy(address: str) -> None:
    """Wait until database, broker and beat all work."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            assert get(f"{address}healthz")["ok"] is True
            return
        except urllib.error.HTTPError:
            time.sleep(0.2)
    pytest.fail("the site did not become healthy")


def processes_using(folder: Path) -> list[str]:
    """Return the commands of running processes with this data folder."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if os.fsencode(folder) in environment and command:
            commands.append(command.replace(b"\0", b" ").decode())
    return commands


def test_the_demo_counts_its_games_and_stops_cleanly(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with demo([*MAKE, f"PORT={port}"], tmp_path, signal.SIGTERM) as address:
            assert f":{port}/" not in address, "a port in use is skipped"
            wait_until_healthy(address)
            with urllib.request.urlopen(f"{address}api/v1/games/events/", timeout=30) as stream:
                done = run([sys.executable, "scripts/smoke.py", address])
                assert done.returncode == 0, done.stdout
                assert any(line == b"event: game\n" for line in stream)
            games = get(f"{address}api/v1/stats/goryo/roles/?simulated=yes")
            assert games["overall"]["games"]["total"] == 60  # type: ignore[index]
            assert len(processes_using(tmp_path)) >= 3
            error = refused(tmp_path)
            assert f"A demo is already running in {tmp_path} (process " in error
            assert f"at {address})" in error
    assert processes_using(tmp_path) == []
    with pytest.raises(urllib.error.URLError):
        get(f"{address}healthz")

    began = time.monotonic()
    with demo([*MANAGE, str(port + 100)], tmp_path, signal.SIGINT) as address:
        wait_until_healthy(address)
        counted = get(f"{address}api/v1/stats/goryo/roles/")
        # The game of smoke.py; the samples are worked examples, which count in no statistics.
        assert counted["overall"]["games"]["total"] == 1  # type: ignore[index]
    assert time.monotonic() - began < START_SECONDS
    assert processes_using(tmp_path) == []
