"""Time from the upload of a game to its replay page, over HTTP with gunicorn and SQLite.

Prints a JSON object.
"""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.logs import read_logs

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES, WARM_UP = 120, 10
START_SECONDS = 30.0


@contextmanager
def running_site() -> Iterator[int]:
    """Run the site on a new SQLite database and yield its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        site = _start_site(folder, port)
        try:
            yield port
        finally:
            site.terminate()
            site.wait(timeout=30)


def _start_site(folder: str, port: int) -> subprocess.Popen[bytes]:
    """Start the site; raise TimeoutError if it does not answer in time."""
    unlimited = dict.fromkeys(("UPLOAD_RATE", "BELIEF_RATE"), "")
    names = (f"QUOTA_{of}_{unit}" for of in ("KEY", "ADDRESS") for unit in ("BYTES", "GAMES"))
    unlimited |= dict.fromkeys((*names, "CPU_SHARE"), "0")
    environment = {**os.environ, **unlimited, "DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
    environment.pop("DATABASE_URL", None)
    python = [sys.executable, "manage.py"]
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        quiet = [*python, *command, "--verbosity", "0"]
        subprocess.run(quiet, cwd=ROOT, env=environment, check=True)
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:goryo_site.runtime.gunicorn"]
    gunicorn += ["--bind", f"127.0.0.1:{port}", "goryo_site.asgi"]
    site = subprocess.Popen(gunicorn, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return site
        time.sleep(0.05)
    site.kill()
    raise TimeoutError(f"the site did not answer within {START_SECONDS:g} s")


def ask(
    port: int,
    method: str,
    path: str,
    expected: int,
    body: bytes | None = None,
    more_headers: Mapping[str, str] | None = None,
) -> bytes:
    """Send one request on a new connection; return the body.

    Raises ValueError if the answer has another status than the expected one.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    headers |= more_headers or {}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    if answer.status != expected:
        raise ValueError(f"{method} {path} answered {answer.status}: {content[:300]!r}")
    return content


def upload(port: int, game: bytes) -> float:
    """Upload a game and get its page; return the milliseconds. Raises ValueError on failure."""
    start = time.perf_counter()
    content = ask(port, "POST", "/api/v1/games/", 201, game)
    ask(port, "GET", f"/games/{json.loads(content)['id']}/", 200)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Upload games one after the other."""
    games = read_logs(sys.argv[1:]).splitlines()[: GAMES + WARM_UP]
    with running_site() as port:
        times = [upload(port, game) for game in games][WARM_UP:]
    p95 = statistics.quantiles(times, n=20)[-1]
    print(json.dumps({"p50_ms": statistics.median(times), "p95_ms": p95}))


if __name__ == "__main__":
    main()
