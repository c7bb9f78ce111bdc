"""The embedded broker: a private, shared server that ends with its process."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis

from goryo_site.runtime import broker

ROOT = Path(__file__).resolve().parents[3]
HOLD = """
import sys, time
from pathlib import Path
from goryo_site.runtime.broker import embedded_broker
with embedded_broker(Path(sys.argv[1])) as url:
    print(url, flush=True)
    time.sleep(60)
"""


def client(data_dir: Path) -> redis.Redis:
    path = broker.run_dir(data_dir) / broker.SOCKET_NAME
    return redis.Redis(unix_socket_path=str(path), socket_timeout=5)


def is_up(data_dir: Path) -> bool:
    try:
        return bool(client(data_dir).ping())
    except redis.ConnectionError:
        return False


def test_it_serves_on_a_private_socket_and_is_shared_until_the_first_ends(tmp_path: Path) -> None:
    with broker.embedded_broker(tmp_path) as url:
        assert url == broker.embedded_url(tmp_path)
        assert url.startswith("redis+socket://")
        assert stat.S_IMODE(broker.run_dir(tmp_path).stat().st_mode) == 0o700
        server = client(tmp_path)
        assert server.config_get("port") == {"port": "0"}
        assert server.config_get("save") == {"save": ""}
        server.set("mark", "1")
        with broker.embedded_broker(tmp_path) as second:
            assert second == url
            assert client(tmp_path).get("mark") == b"1"
        # Ctrl-C in the terminal does not stop it.
        os.kill(server.info("server")["process_id"], signal.SIGINT)
        time.sleep(0.3)
        assert is_up(tmp_path)
    assert not is_up(tmp_path)


def test_a_server_that_outlived_its_parent_is_replaced(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    assert parent.stdout is not None
    assert parent.stdout.readline().startswith("redis+socket://")
    orphan = client(tmp_path).info("server")["process_id"]
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert is_up(tmp_path)
    with broker.embedded_broker(tmp_path):
        assert client(tmp_path).info("server")["process_id"] != orphan
    until = time.monotonic() + 5
    while time.monotonic() < until and Path(f"/proc/{orphan}/cmdline").exists():
        time.sleep(0.05)
    assert not is_up(tmp_path)


def test_the_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "run"
    link.symlink_to(tmp_path)
    with pytest.raises(broker.BrokerAway, match="another user"):
        broker.private_dir(link)


def test_a_path_too_long_for_a_socket_is_moved(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 120)
    folder = broker.run_dir(long)
    assert not folder.is_relative_to(long)
    assert len(os.fsencode(folder / broker.SOCKET_NAME)) <= broker.SOCKET_PATH_MAX
    assert broker.run_dir(tmp_path / ("y" * 120)) != folder


def test_without_a_wheel_files_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker.importlib.util, "find_spec", lambda _: None)
    assert broker.embedded_url(tmp_path) == broker.FILES
    with broker.embedded_broker(tmp_path) as url:
        assert url == broker.FILES
    options = broker.transport_options(broker.FILES, tmp_path, 60)
    assert options["data_folder_in"] == options["data_folder_out"]
    assert stat.S_IMODE(Path(options["data_folder_in"]).stat().st_mode) == 0o700
