"""What the tests of statistics share."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from analytics import services as stats_services
from analytics.services import notifications
from replays import services as replay_services
from replays.models import Game, UploadSource

from .logs import ndjson

Log = dict[str, Any]
Store = Callable[[Iterable[Log]], list[int]]


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Return the tasks that were queued, instead of using a broker."""
    queued: list[tuple[str, Any]] = []

    def record_task(task: str, argument: Any) -> bool:
        queued.append((task, argument))
        return True

    monkeypatch.setattr(notifications, "send_task", record_task)
    return queued


@pytest.fixture
def store(db: None) -> Store:
    """Put logs into the keep, uncounted; gives the primary keys of the games that are new."""

    def put(logs: Iterable[Log]) -> list[int]:
        before = set(Game.objects.values_list("pk", flat=True))
        upload = replay_services.submit(
            ndjson(list(logs)), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
        )
        assert upload.n_refused == 0, [i.findings for i in upload.items.filter(status="refused")]
        return sorted(set(Game.objects.values_list("pk", flat=True)) - before)

    return put


@pytest.fixture
def counted(store: Store) -> Store:
    """Put logs into the keep and count them."""

    def put(logs: Iterable[Log]) -> list[int]:
        ids = store(logs)
        stats_services.count_games(ids)
        return ids

    return put
