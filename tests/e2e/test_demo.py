"""`manage.py demo`, as a visitor's machine runs it: from nothing to a counted game, twice, and
cleanly away.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
STOP_SECONDS = 40

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]


@contextmanager
def demo(data_dir: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A running demo, its address, and what it said on the way."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", str(port)],
        cwd=ROOT,
        env=keep | {"DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if found := re.search(r"Kifu House is at (http://127\.0\.0\.1:\d+/)", line):
                yield process, found[1], said
                break
        else:
            pytest.fail(said)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=STOP_SECONDS)
    assert process.returncode == 0, said


def refused(data_dir: Path) -> str:
    """What a second demo in the same folder is told."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env=keep | {"DATA_DIR": str(data_dir)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    return done.stderr


def get(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return dict(json.load(answer))


def children(of: Path) -> list[str]:
    """Commands of running processes that were given this data folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if os.fsencode(of) in environment and command:
            found.append(command.replace(b"\0", b" ").decode())
    return found


def test_from_nothing_to_a_counted_game_and_cleanly_away(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with demo(tmp_path, port) as (_, address, _said):
            assert f":{port}/" not in address, "a taken port is passed over"
            smoke = [sys.executable, "scripts/smoke.py", address]
            done = subprocess.run(smoke, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout
            games = get(f"{address}api/v1/stats/goryo/roles/?simulated=yes")
            assert games["overall"]["games"]["total"] == 150  # type: ignore[index]
            assert len(children(tmp_path)) >= 3
            told = refused(tmp_path)
            assert f"A demo runs in {tmp_path} already (process " in told
            assert f"at {address})" in told
    assert children(tmp_path) == []

    began = time.monotonic()
    with demo(tmp_path, port + 100) as (_, address, _said):
        assert get(f"{address}healthz")["ok"] is True
        counted = get(f"{address}api/v1/stats/goryo/roles/")
        assert counted["overall"]["games"]["total"] == 6  # type: ignore[index]
    assert time.monotonic() - began < START_SECONDS
    assert children(tmp_path) == []
