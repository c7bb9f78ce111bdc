"""Children that are watched: what ends by itself is started again, but not for ever."""

import sys
from pathlib import Path

import pytest

from goryo_site import processes
from goryo_site.processes import ChildDied, Children

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
    children.start("sleeper", SLEEPS, again=True)
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
    children.start("worker", ENDS, again=True)
    for _ in range(processes.AGAIN_AT_MOST):
        children._running[0][1].wait()
        children.check()
    children._running[0][1].wait()
    with pytest.raises(ChildDied, match="worker ended by itself"):
        children.check()
