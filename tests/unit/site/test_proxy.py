"""The proxy of the compose file in front of the site: real Caddy with our `Caddyfile`."""

import os
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from sysconfig import get_path

import pytest

from goryo_site.management.commands.demo import free_port, web_command

from .test_slow_clients import FORMS, HEADERS, ROOT, N, connect, drip

pytestmark = [pytest.mark.slow, pytest.mark.embedded, pytest.mark.deep]
CADDY = Path(get_path("scripts"), "caddy")
TLS = ssl._create_unverified_context()  # Caddy makes the certificate of localhost itself


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The proxy's port, with the site behind it."""
    site, port, http = free_port(18_400), free_port(18_500), free_port(18_600)
    data = str(tmp_path_factory.mktemp("data"))
    path = {"PATH": os.environ["PATH"], "HOME": data}
    web = {
        **path, **FORMS["compose"], "DATA_DIR": data, "BIND": f"127.0.0.1:{site}",
        "LOG_LEVEL": "ERROR", "HTTPS": "true", "SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "localhost",
    }  # fmt: skip
    proxy = {
        **path, "XDG_DATA_HOME": data, "SITE_HOST": f"localhost:{port}",
        "UPSTREAM": f"127.0.0.1:{site}", "HTTP_PORT": str(http),
    }  # fmt: skip
    caddy = [str(CADDY), "run", "--config", str(ROOT / "Caddyfile"), "--adapter", "caddyfile"]
    quiet = subprocess.DEVNULL
    with (
        subprocess.Popen(web_command(), cwd=ROOT, env=web, stderr=quiet) as server,
        subprocess.Popen(caddy, env=proxy, stderr=quiet) as front,
    ):
        try:
            until = time.monotonic() + 60
            while not is_up(port) and time.monotonic() < until:
                time.sleep(0.2)
            yield port
        finally:
            front.terminate()
            server.terminate()


def is_up(port: int) -> bool:
    try:
        return seconds_of_health(port) > 0
    except OSError:
        return False


def seconds_of_health(port: int) -> float:
    began = time.monotonic()
    address = f"https://localhost:{port}/healthz/web"
    with urllib.request.urlopen(address, timeout=10, context=TLS) as answer:
        assert answer.status == 200
    return time.monotonic() - began


def connect_tls(port: int, sent: bytes) -> socket.socket:
    plain = socket.create_connection(("127.0.0.1", port), timeout=10)
    client = TLS.wrap_socket(plain, server_hostname="localhost")
    client.sendall(sent)
    client.setblocking(False)
    return client


def test_slow_clients_stop_nobody(port: int) -> None:
    headers = HEADERS.replace(b"localhost", b"localhost:%d" % port)
    with ExitStack() as stack:
        for _ in range(N):
            stack.enter_context(connect(port, b""))
        dripping = [
            stack.enter_context(connect_tls(port, sent))
            for sent in (headers, headers + b"\r\n")
            for _ in range(N // 2)
        ]
        slowest, until = 0.0, time.monotonic() + 3.0
        while time.monotonic() < until:
            drip(dripping)
            slowest = max(slowest, seconds_of_health(port))
        assert slowest < 1.0


def test_what_is_too_large_is_refused(port: int) -> None:
    request = urllib.request.Request(
        f"https://localhost:{port}/healthz/web", headers={"A": "a" * 40_000}
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10, context=TLS)
    assert caught.value.code == 431
