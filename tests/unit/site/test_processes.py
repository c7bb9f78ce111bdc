"""Processes: children are restarted, but not forever; gunicorn's workers; the embedded broker, a
private, shared server that ends with its process.
"""

import gc
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from goryo_site.runtime import broker, gunicorn, processes
from goryo_site.runtime.processes import AlreadyRuns, ChildDied, Children, only_one

ROOT = Path(__file__).resolve().parents[3]
SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
ENDS = [sys.executable, "-c", "print('gone')"]


@pytest.fixture
def children(tmp_path: Path) -> Iterator[Children]:
    with Children(tmp_path / "log", {}) as children:
        yield children


def test_a_killed_child_is_restarted(children: Children) -> None:
    children.start("sleeper", SLEEPS, restart=True)
    first = children._running[0][1]
    first.kill()
    first.wait()
    children.check()
    assert children._running[0][1].pid != first.pid
    children.check()
    assert children._running[0][1].poll() is None


@pytest.mark.parametrize(
    ("restart", "restarts", "text"),
    [(False, 0, "gone"), (True, processes.MAX_RESTARTS, "web ended unexpectedly")],
)
def test_restarts_are_limited(children: Children, restart: bool, restarts: int, text: str) -> None:
    children.start("web", ENDS, restart=restart)
    for _ in range(restarts):
        children._running[0][1].wait()
        children.check()
    children._running[0][1].wait()
    with pytest.raises(ChildDied, match=text):
        children.check()


HOLDS = """
import sys, time
from pathlib import Path
from goryo_site.runtime.processes import only_one
with only_one(Path(sys.argv[1])) as write:
    write("at http://127.0.0.1:1/")
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / "demo.lock"
    command = [sys.executable, "-c", HOLDS, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout.readline() == "held\n"
            with pytest.raises(AlreadyRuns) as error, only_one(lock):
                pass
            assert str(error.value) == f"process {other.pid} at http://127.0.0.1:1/"
        finally:
            other.kill()
    assert str(other.pid) in lock.read_text(encoding="utf-8"), "its file is still there"
    with only_one(lock):
        assert lock.read_text(encoding="utf-8") == f"process {os.getpid()}\n"
    assert lock.read_text(encoding="utf-8") == ""


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector as it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_permanent_objects_are_excluded_from_garbage_collection() -> None:
    gunicorn.post_worker_init(None)
    assert gc.get_freeze_count() > 50_000
    assert gc.get_threshold()[0] == gunicorn.GC_THRESHOLD


HOLD = """
import sys, time
from pathlib import Path
from goryo_site.runtime.broker import embedded_broker
with embedded_broker(Path(sys.argv[1])) as url:
    print(url, flush=True)
    time.sleep(60)
"""


def redis_client(data_dir: Path) -> redis.Redis:
    path = broker.run_dir(data_dir) / broker.SOCKET_NAME
    return redis.Redis(unix_socket_path=str(path), socket_timeout=5)


def is_up(data_dir: Path) -> bool:
    try:
        return bool(redis_client(data_dir).ping())
    except redis.ConnectionError:
        return False


def test_it_serves_on_a_private_socket_and_is_shared_until_the_first_ends(tmp_path: Path) -> None:
    with broker.embedded_broker(tmp_path) as url:
        assert url == broker.embedded_url(tmp_path)
        assert url.startswith("redis+socket://")
        assert stat.S_IMODE(broker.run_dir(tmp_path).stat().st_mode) == 0o700
        server = redis_client(tmp_path)
        assert server.config_get("port") == {"port": "0"}
        assert server.config_get("save") == {"save": ""}
        server.set("mark", "1")
        with broker.embedded_broker(tmp_path) as second:
            assert second == url
            assert redis_client(tmp_path).get("mark") == b"1"
        # Ctrl-C in the terminal does not stop it.
        os.kill(server.info("server")["process_id"], signal.SIGINT)
        time.sleep(0.3)
        assert is_up(tmp_path)
    assert not is_up(tmp_path)


def test_a_server_that_outlived_its_parent_is_replaced(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=env) as parent:
        assert parent.stdout.readline().startswith("redis+socket://")
        orphan = redis_client(tmp_path).info("server")["process_id"]
        parent.kill()
    assert is_up(tmp_path)
    with broker.embedded_broker(tmp_path):
        assert redis_client(tmp_path).info("server")["process_id"] != orphan
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
