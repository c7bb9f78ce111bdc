"""Running the parts of a site as child processes."""

import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

STOP_SECONDS = 15.0
LOOK_SECONDS, SHOWN_LINES = 0.2, 20
MAX_RESTARTS, RESTART_SECONDS = 5, 60.0
"""A child may end this often within this many seconds before restarting stops."""


class ChildDied(Exception):
    """A child ended unexpectedly; the message contains the last lines of its log."""


class Stopped(Exception):
    """The process received Ctrl-C or a stop signal."""


class AlreadyRuns(Exception):
    """Another process holds the lock; the message is the text in the lock file."""


class Children(AbstractContextManager["Children"]):
    """Child processes with one log file each. As a context manager it stops them at the end."""

    def __init__(self, log_dir: Path, environment: Mapping[str, str]) -> None:
        log_dir.mkdir(parents=True, exist_ok=True)
        self.log_dir, self.environment = log_dir, dict(environment)
        self._running: list[tuple[str, subprocess.Popen[bytes]]] = []
        self._restarted: dict[str, Sequence[str]] = {}
        self._ended: dict[str, list[float]] = {}

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, name: str, command: Sequence[str], *, restart: bool = False) -> None:
        """Start a child in a new session, so that Ctrl-C reaches only this process.

        With `restart` it is started again whenever it ends.
        """
        if restart:
            self._restarted[name] = command
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
        """Return the log file of a child."""
        return self.log_dir / f"{name}.log"

    def check(self) -> None:
        """Restart children that ended. Raise ChildDied for one that is not restarted, or that ends
        too often.
        """
        for name, child in list(self._running):
            if child.poll() is None:
                continue
            if not self._may_restart(name):
                log = self.log_of(name)
                lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
                raise ChildDied(
                    f"{name} ended unexpectedly (status {child.returncode}). "
                    f"Last lines of {log}:\n" + "\n".join(lines[-SHOWN_LINES:])
                )
            self._running.remove((name, child))
            with suppress(ProcessLookupError):  # processes that a dead child left running
                os.killpg(child.pid, signal.SIGKILL)
            self.start(name, self._restarted[name])

    def _may_restart(self, name: str) -> bool:
        now = time.monotonic()
        recent = [when for when in self._ended.get(name, []) if now - when < RESTART_SECONDS]
        self._ended[name] = [*recent, now]
        return name in self._restarted and len(recent) < MAX_RESTARTS

    def wait(self) -> None:
        """Check the children until one fails. Raises ChildDied."""
        while True:
            self.check()
            time.sleep(LOOK_SECONDS)

    def stop(self) -> None:
        """Stop all children, the last started first; kill those that run after `STOP_SECONDS`."""
        until = time.monotonic() + STOP_SECONDS
        for _, child in reversed(self._running):
            if child.poll() is None:
                child.terminate()
        for _, child in reversed(self._running):
            try:
                child.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        self._running.clear()


@contextmanager
def only_one(path: Path) -> Iterator[Callable[[str], None]]:
    """Hold the lock of a file during the block; yield a function that writes text into it.

    The lock ends with the process, however it ends. Raises AlreadyRuns.
    """
    with path.open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise AlreadyRuns(lock.read().strip()) from error

        def write(text: str = "") -> None:
            lock.truncate(0)
            lock.write(f"process {os.getpid()} {text}".strip() + "\n")
            lock.flush()

        write()
        try:
            yield write
        finally:
            lock.truncate(0)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Raise Stopped on the first SIGINT, SIGTERM or SIGHUP in the block; ignore later ones."""

    def stop(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        raise Stopped

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
