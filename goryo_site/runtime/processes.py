"""Running the parts of a site as children, and ending them with us."""

import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

STOP_SECONDS = 15.0
LOOK_SECONDS = 0.2
TOLD_LINES = 20
AGAIN_AT_MOST, AGAIN_WITHIN = 5, 60.0
"""A child that is started again may end this often within so many seconds; then something is
wrong.
"""


class ChildDied(Exception):
    """A part ended that should run on; the message has the last lines it wrote."""


class Stopped(Exception):
    """We were asked to end: Ctrl-C, or a signal."""


class AlreadyRuns(Exception):
    """Another process holds the lock; `told` is what it wrote into the file."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


class Children:
    """Children of this process, each with a log file of its own, ended in the reverse of the order
    they were started in.
    """

    def __init__(self, log_dir: Path, environment: Mapping[str, str]) -> None:
        log_dir.mkdir(parents=True, exist_ok=True)
        self.log_dir, self.environment = log_dir, dict(environment)
        self._running: list[tuple[str, subprocess.Popen[bytes]]] = []
        self._again: dict[str, Sequence[str]] = {}
        self._ended: dict[str, list[float]] = {}

    def start(self, name: str, command: Sequence[str], *, again: bool = False) -> None:
        """Start one. It gets a session of its own: Ctrl-C reaches us alone, and we end it in our
        order. With `again` it is started anew when it ends by itself.
        """
        if again:
            self._again[name] = command
        with self.log_of(name).open("ab") as log:
            child = subprocess.Popen(  # noqa: S603 - the commands are ours
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._running.append((name, child))

    def log_of(self, name: str) -> Path:
        """Where a child writes."""
        return self.log_dir / f"{name}.log"

    def check(self) -> None:
        """Start anew what should run on and does not. Raise ChildDied if one ended that is not
        started again, or ends again and again.
        """
        for name, child in list(self._running):
            if child.poll() is None:
                continue
            if self._may_start_again(name):
                self._running.remove((name, child))
                self._end_what_it_left(child)
                self.start(name, self._again[name])
            else:
                raise ChildDied(
                    f"{name} ended by itself (status {child.returncode}). "
                    f"The end of {self.log_of(name)}:\n{self._last_words(name)}"
                )

    def _may_start_again(self, name: str) -> bool:
        now = time.monotonic()
        lately = [when for when in self._ended.get(name, []) if now - when < AGAIN_WITHIN]
        self._ended[name] = [*lately, now]
        return name in self._again and len(lately) < AGAIN_AT_MOST

    @staticmethod
    def _end_what_it_left(child: subprocess.Popen[bytes]) -> None:
        """Processes of its own that outlived it must not work beside its successor's."""
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Watch over them for good. Raises ChildDied."""
        while True:
            self.check()
            time.sleep(LOOK_SECONDS)

    def stop(self) -> None:
        """End all: asked first, made to after `STOP_SECONDS`."""
        for _, child in reversed(self._running):
            if child.poll() is None:
                child.terminate()
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        self._running.clear()

    def _last_words(self, name: str) -> str:
        lines = self.log_of(name).read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-TOLD_LINES:])


@contextmanager
def only_one(path: Path) -> Iterator[Callable[[str], None]]:
    """Within the block no other process gets past the lock of this file; gives what writes a line
    about us into it, beside our process id. Raises AlreadyRuns.

    The lock ends with the process, however it ends: a file that a killed one left means nothing.
    """
    with path.open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise AlreadyRuns(lock.read().strip()) from error

        def tell(words: str = "") -> None:
            lock.truncate(0)
            lock.write(f"process {os.getpid()} {words}".strip() + "\n")
            lock.flush()

        tell()
        try:
            yield tell
        finally:
            lock.truncate(0)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Within the block SIGINT, SIGTERM and SIGHUP raise Stopped once; while we clean up, more of
    them change nothing.
    """

    def stop(*_: object) -> None:
        for one in signals:
            signal.signal(one, signal.SIG_IGN)
        raise Stopped

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {one: signal.signal(one, stop) for one in signals}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
