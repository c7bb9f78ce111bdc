"""Children that are watched: what ends by itself is started again, but not for ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from goryo_site.runtime import processes
from goryo_site.runtime.processes import AlreadyRuns, ChildDied, Children, only_one

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
ENDS = [sys.executable, "-c", "print('gone')"]


@pytest.fixture
def children(tmp_path: Path):
    made = Children(tmp_path / "log", {})
    yield made
    made.stop()


def pid_of(children: Children) -> int:
    return children._running[0][1].pid


def test_a_child_that_was_killed_is_started_again(children: Children) -> None:
    children.start("sleeper", SLEEPS, restart=True)
    first = children._running[0][1]
    first.kill()
    first.wait()
    children.check()
    assert pid_of(children) != first.pid
    children.check()
    assert children._running[0][1].poll() is None


def test_a_child_that_is_not_started_again_is_told(children: Children) -> None:
    children.start("web", ENDS)
    children._running[0][1].wait()
    with pytest.raises(ChildDied, match="gone"):
        children.check()


def test_a_child_that_ends_again_and_again_is_told(children: Children) -> None:
    children.start("worker", ENDS, restart=True)
    for _ in range(processes.MAX_RESTARTS):
        children._running[0][1].wait()
        children.check()
    children._running[0][1].wait()
    with pytest.raises(ChildDied, match="worker ended unexpectedly"):
        children.check()


HOLDS = """
import sys, time
from pathlib import Path
from goryo_site.runtime.processes import only_one
with only_one(Path(sys.argv[1])) as tell:
    tell("at http://127.0.0.1:1/")
    print("held", flush=True)
    time.sleep(60)
"""


def test_one_that_is_killed_leaves_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / "demo.lock"
    command = [sys.executable, "-c", HOLDS, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(AlreadyRuns) as told, only_one(lock):
                pass
            assert str(told.value) == f"process {other.pid} at http://127.0.0.1:1/"
        finally:
            other.kill()
    assert str(other.pid) in lock.read_text(encoding="utf-8"), "its file is still there"
    with only_one(lock):
        assert lock.read_text(encoding="utf-8") == f"process {os.getpid()}\n"
    assert lock.read_text(encoding="utf-8") == ""
