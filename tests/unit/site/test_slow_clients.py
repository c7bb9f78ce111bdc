"""The web server answers while 500 idle and 500 dripping connections are open, as the demo and the
compose file start it; it closes them at their deadlines, and bounds headers and bodies.
"""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from goryo_site.management.commands.demo import free_port, web_command

pytestmark = [pytest.mark.slow, pytest.mark.embedded]
ROOT = Path(__file__).resolve().parents[3]
N = 500
DEADLINE = 8.0
FORMS = {
    "demo": {},
    "compose": {"NUM_PROXIES": "1", "WEB_CONCURRENCY": "2", "LOG_FORMAT": "json"},
}
HEADERS = b"POST /upload/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n"


@pytest.fixture(params=FORMS, scope="module")
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A started server, with shorter deadlines than usual."""
    port = free_port(18_200)
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment |= {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "BIND": f"127.0.0.1:{port}",
        "LOG_LEVEL": "ERROR",
        "WEB_HEADER_SECONDS": str(DEADLINE),
        **FORMS[request.param],
    }
    quiet = subprocess.DEVNULL
    with subprocess.Popen(web_command(), cwd=ROOT, env=environment, stderr=quiet) as server:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and not is_up(port):
                time.sleep(0.2)
            yield port
        finally:
            server.terminate()


def is_up(port: int) -> bool:
    try:
        return seconds_of_health(port) > 0
    except OSError:
        return False


def seconds_of_health(port: int) -> float:
    began = time.monotonic()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz/web", timeout=10) as answer:
        assert answer.status == 200
    return time.monotonic() - began


def connect(port: int, sent: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(sent)
    client.setblocking(False)
    return client


def is_closed(client: socket.socket) -> bool:
    try:
        while data := client.recv(4096):
            assert data.startswith(b"HTTP/1.1 408 "), data
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


def drip(clients: list[socket.socket]) -> None:
    for client in clients:
        try:
            client.send(b"a")
        except OSError:
            continue


def test_slow_clients_stop_nobody(port: int) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(connect(port, b"")) for _ in range(N)]
        in_headers = [stack.enter_context(connect(port, HEADERS)) for _ in range(N // 2)]
        in_body = [stack.enter_context(connect(port, HEADERS + b"\r\n")) for _ in range(N // 2)]
        until = time.monotonic() + 2.0
        while time.monotonic() < until:
            drip(in_headers + in_body)
            assert seconds_of_health(port) < DEADLINE, "it waited for slow clients to be closed"
        until = time.monotonic() + 3 * DEADLINE
        late = idle + in_headers + in_body
        while late and time.monotonic() < until:
            drip(in_headers + in_body)
            late = [client for client in late if not is_closed(client)]
            assert seconds_of_health(port) < DEADLINE
        assert len(late) == 0


def answer(port: int, sent: bytes) -> bytes:
    """Return what the server answers to all of a request, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        received = b""
        try:
            client.sendall(sent)
            while data := client.recv(65536):
                received += data
        except ConnectionError:
            pass
        return received


def test_headers_are_bounded(port: int) -> None:
    start, end = b"GET /healthz/web HTTP/1.1\r\nHost: localhost\r\n", b"Connection: close\r\n\r\n"
    assert answer(port, start + end).startswith(b"HTTP/1.1 200 ")
    for header in (b"A: " + b"a" * 40_000 + b"\r\n", b"A: a\r\n" * 200, b"A: " + b"a" * 40_000):
        assert answer(port, start + header + end).startswith(b"HTTP/1.1 431 ")


def test_a_client_cannot_say_what_another_header_says(port: int) -> None:
    forged = (
        b"GET /api/v1/games/ HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\nConnection: close\r\n\r\n"
    )
    assert answer(port, forged).startswith(b"HTTP/1.1 400 ")
    both = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert answer(port, b"POST / HTTP/1.1\r\nHost: localhost\r\n" + both).startswith(
        b"HTTP/1.1 400 "
    )
