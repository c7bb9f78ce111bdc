"""The embedded broker: a real server, private, shared, and gone when we are."""

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


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path


def test_it_serves_on_a_private_socket_and_ends_with_us(data_dir: Path) -> None:
    with broker.embedded_broker(data_dir) as url:
        assert url == broker.embedded_url(data_dir)
        assert url.startswith("redis+socket://")
        place = broker.run_dir(data_dir)
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
        server = client(data_dir)
        assert server.ping()
        assert server.config_get("port") == {"port": "0"}
        assert server.config_get("save") == {"save": ""}
    assert not is_up(data_dir)


def test_a_second_one_of_the_same_site_shares_it(data_dir: Path) -> None:
    with broker.embedded_broker(data_dir) as first:
        client(data_dir).set("mark", "1")
        with broker.embedded_broker(data_dir) as second:
            assert second == first
            assert client(data_dir).get("mark") == b"1"
        assert is_up(data_dir)
    assert not is_up(data_dir)


def test_one_that_outlived_its_parent_is_replaced(data_dir: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(data_dir)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    assert parent.stdout is not None
    assert parent.stdout.readline().startswith("redis+socket://")
    orphan = client(data_dir).info("server")["process_id"]
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert is_up(data_dir)
    with broker.embedded_broker(data_dir):
        assert client(data_dir).info("server")["process_id"] != orphan
    until = time.monotonic() + 5
    while time.monotonic() < until and Path(f"/proc/{orphan}/cmdline").exists():
        time.sleep(0.05)
    assert not is_up(data_dir)


def test_ctrl_c_in_the_terminal_does_not_reach_it(data_dir: Path) -> None:
    with broker.embedded_broker(data_dir):
        pid = client(data_dir).info("server")["process_id"]
        os.kill(pid, signal.SIGINT)
        time.sleep(0.3)
        assert is_up(data_dir)


def test_a_folder_of_somebody_else_is_refused(data_dir: Path) -> None:
    place = data_dir / "elsewhere"
    place.mkdir()
    link = data_dir / "run"
    link.symlink_to(place)
    with pytest.raises(broker.BrokerAway, match="another user"):
        broker.private_dir(link)


def test_a_path_too_long_for_a_socket_is_moved(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 120)
    place = broker.run_dir(long)
    assert not place.is_relative_to(long)
    assert len(os.fsencode(place / broker.SOCKET_NAME)) <= broker.SOCKET_PATH_MAX
    assert broker.run_dir(tmp_path / ("y" * 120)) != place


def test_without_a_wheel_messages_go_through_files(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker.importlib.util, "find_spec", lambda _: None)
    assert broker.embedded_url(data_dir) == broker.FILES
    with broker.embedded_broker(data_dir) as url:
        assert url == broker.FILES
    options = broker.transport_options(broker.FILES, data_dir, 60)
    assert options["data_folder_in"] == options["data_folder_out"]
    assert stat.S_IMODE(Path(options["data_folder_in"]).stat().st_mode) == 0o700
