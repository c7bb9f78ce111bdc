"""How long one game takes from POST to a page that can be watched, over HTTP with gunicorn and
SQLite. Prints a JSON object.
"""

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.logs import read_logs

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES, WARM_UP = 120, 10
START_SECONDS = 30.0


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_site(folder: str, port: int) -> subprocess.Popen[bytes]:
    """The site on a new SQLite database in `folder`; raises TimeoutError where it does not come
    up.
    """
    unlimited = dict.fromkeys(("UPLOAD_RATE", "BELIEF_RATE"), "")
    environment = {**os.environ, **unlimited, "DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
    environment.pop("DATABASE_URL", None)
    python = [sys.executable, "manage.py"]
    subprocess.run([*python, "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
    static = [*python, "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(static, cwd=ROOT, env=environment, check=True)
    command = [sys.executable, "-m", "gunicorn", "--config", "python:goryo_site.runtime.gunicorn"]
    site = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", "goryo_site.wsgi"],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return site
        time.sleep(0.05)
    site.kill()
    raise TimeoutError(f"the site did not answer within {START_SECONDS:g} s")


def ask(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Status and body of one request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def upload(port: int, game: bytes) -> float:
    """Milliseconds from sending a game to its page having arrived. Raises ValueError where
    either fails.
    """
    start = time.perf_counter()
    status, content = ask(port, "POST", "/api/v1/games/", game)
    if status != 201:
        raise ValueError(f"upload answered {status}: {content[:300]!r}")
    status, _ = ask(port, "GET", f"/games/{json.loads(content)['id']}/")
    if status != 200:
        raise ValueError(f"the replay page answered {status}")
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Upload games one after the other, and a floor: the health page by itself."""
    parser = argparse.ArgumentParser()
    parser.add_argument("logs", nargs="*")
    games = read_logs(parser.parse_args().logs).splitlines()[: GAMES + WARM_UP]
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        site = start_site(folder, port)
        try:
            times = [upload(port, game) for game in games][WARM_UP:]
        finally:
            site.terminate()
            site.wait(timeout=30)
    print(
        json.dumps(
            {"p50_ms": statistics.median(times), "p95_ms": statistics.quantiles(times, n=20)[-1]}
        )
    )


if __name__ == "__main__":
    main()
