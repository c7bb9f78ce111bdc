"""Fixtures for the tests of statistics."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from analytics import services as stats_services
from analytics.services import notifications
from replays import services as replay_services
from replays.models import Game, UploadSource

from .logs import ndjson

Log = dict[str, Any]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let every test of this folder use the database."""
    if item.get_closest_marker("django_db") is None:
        item.add_marker(pytest.mark.django_db)


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Return the tasks that were queued, instead of using a broker."""
    queued: list[tuple[str, Any]] = []
    monkeypatch.setattr(notifications, "send_task", lambda *task: queued.append(task) is None)
    return queued


def store_logs(logs: Iterable[Log]) -> list[int]:
    """Store logs without counting them; return the primary keys of the new games."""
    before = set(Game.objects.values_list("pk", flat=True))
    upload = replay_services.submit(
        ndjson(list(logs)), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    assert upload.n_refused == 0, [i.findings for i in upload.items.filter(status="refused")]
    return sorted(set(Game.objects.values_list("pk", flat=True)) - before)


def count_logs(logs: Iterable[Log]) -> list[int]:
    """Store logs and count their games; return the primary keys of the new games."""
    ids = store_logs(logs)
    stats_services.count_games(ids)
    return ids


@pytest.fixture(scope="module")
def module_dumps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of open data for the tests of a module."""
    with override_settings(DUMPS_DIR=tmp_path_factory.mktemp("dumps")):
        yield settings.DUMPS_DIR
