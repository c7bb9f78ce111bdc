"""Child processes: those that end are restarted, but not forever."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goryo_site.runtime import processes
from goryo_site.runtime.processes import AlreadyRuns, ChildDied, Children, only_one

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
ENDS = [sys.executable, "-c", "print('gone')"]


@pytest.fixture
def children(tmp_path: Path) -> Iterator[Children]:
    with Children(tmp_path / "log", {}) as children:
        yield children


def test_a_killed_child_is_restarted(children: Children) -> None:
    children.start("sleeper", SLEEPS, restart=True)
    first = children._running[0][1]
    first.kill()
    first.wait()
    children.check()
    assert children._running[0][1].pid != first.pid
    children.check()
    assert children._running[0][1].poll() is None


@pytest.mark.parametrize(
    ("restart", "restarts", "text"),
    [(False, 0, "gone"), (True, processes.MAX_RESTARTS, "web ended unexpectedly")],
)
def test_restarts_are_limited(children: Children, restart: bool, restarts: int, text: str) -> None:
    children.start("web", ENDS, restart=restart)
    for _ in range(restarts):
        children._running[0][1].wait()
        children.check()
    children._running[0][1].wait()
    with pytest.raises(ChildDied, match=text):
        children.check()


HOLDS = """
import sys, time
from pathlib import Path
from goryo_site.runtime.processes import only_one
with only_one(Path(sys.argv[1])) as write:
    write("at http://127.0.0.1:1/")
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / "demo.lock"
    command = [sys.executable, "-c", HOLDS, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(AlreadyRuns) as error, only_one(lock):
                pass
            assert str(error.value) == f"process {other.pid} at http://127.0.0.1:1/"
        finally:
            other.kill()
    assert str(other.pid) in lock.read_text(encoding="utf-8"), "its file is still there"
    with only_one(lock):
        assert lock.read_text(encoding="utf-8") == f"process {os.getpid()}\n"
    assert lock.read_text(encoding="utf-8") == ""
