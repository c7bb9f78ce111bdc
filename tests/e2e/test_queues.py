"""The embedded workers: an upload is read and counted while a long job is running."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from .test_demo import ROOT, clean_environment, processes_using, running

pytestmark = [pytest.mark.slow, pytest.mark.embedded]
PATIENCE_SECONDS = 90
LONG_SECONDS = 600
"""Of a slice of a baseline: longer than the test, so that whatever waits for it is not done."""
START_BASELINE = """
from analytics.services.baselines import begin_baseline, tables_without_baseline
from analytics.services.notifications import MAKE_BASELINE
from replays.services.notifications import send_task
begin_baseline(tables_without_baseline()[0], games=100_000)
assert send_task(MAKE_BASELINE)
"""
UPLOAD = """
import sys
from pathlib import Path
from replays.models import UploadSource
from replays.services import submit
upload = submit(Path(sys.argv[1]).read_bytes(), source=UploadSource.API)
assert not upload.is_settled, "a worker reads it"
"""


class Site:
    """A folder with a site, used through commands and by reading its database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = clean_environment(folder) | {
            "BASELINE_SLICE_SECONDS": str(LONG_SECONDS),
            "DJANGO_SETTINGS_MODULE": "goryo_site.settings",
            "SWEEP_SECONDS": str(LONG_SECONDS),  # no sweep finds what a lost message announced
            "UPLOAD_INLINE_BYTES": "0",
        }

    def run(self, *command: str) -> None:
        subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.environment, check=True, timeout=300
        )

    def script(self, text: str, *arguments: str) -> None:
        self.run("-c", f"import django; django.setup()\n{text}", *arguments)

    def value(self, query: str) -> Any:
        """Return the first value of a query, None without rows."""
        with closing(sqlite3.connect(self.folder / "db.sqlite3")) as database:
            row = database.execute(query).fetchone()
        return row[0] if row else None

    def bot_games(self, number: int, seed: int) -> str:
        path = str(self.folder / f"games-{seed}.ndjson")
        self.run("manage.py", "simulate", "--game", "goryo", "--games", str(number),
                 "--seed", str(seed), "--out", path)  # fmt: skip
        return path


@contextmanager
def workers(site: Site) -> Iterator[None]:
    """Run `manage.py worker` from when its broker answers; stop it at the end."""
    with running([sys.executable, "manage.py", "worker"], site.environment) as process:
        assert process.stdout.readline().startswith("Working.")
        yield
    assert process.returncode == 0


def wait_for(is_true: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not is_true():
        assert time.monotonic() < until, what
        time.sleep(0.1)


def test_an_upload_is_read_and_counted_during_a_long_job(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.run("manage.py", "migrate", "--verbosity", "0")
    site.run("manage.py", "import_logs", site.bot_games(12, seed=1))
    site.run("manage.py", "sweep_games")
    assert site.value("select count(*) from analytics_contribution") == 12
    upload = site.bot_games(3, seed=2)
    with workers(site):
        site.script(START_BASELINE)
        played = "select games from analytics_baseline"
        wait_for(lambda: site.value(played) is not None, "the baseline begins")
        site.script(UPLOAD, upload)
        wait_for(
            lambda: site.value("select count(*) from analytics_contribution") == 15,
            "the upload is counted",
        )
        assert site.value("select state from replays_upload order by id desc") == "done"
        assert site.value(played) == 0, "the job did not end before"
    assert processes_using(tmp_path) == []
    assert os.path.exists(tmp_path / "log" / "worker-slow.log")
