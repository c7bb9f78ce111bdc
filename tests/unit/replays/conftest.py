"""What the keep's tests share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from replays.services import notifications


@pytest.fixture(autouse=True)
def _no_throttle(rates: Any) -> Iterator[None]:
    """Nobody is too often here, save where a test says so."""
    rates(uploads=None)
    yield
    cache.clear()


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the uploads that were queued for reading, instead of using a broker."""
    queued: list[int] = []

    def record(upload_id: int) -> bool:
        queued.append(upload_id)
        return True

    monkeypatch.setattr(notifications, "enqueue_reading", record)
    monkeypatch.setattr("replays.services.sweep.enqueue_reading", record)
    return queued


@pytest.fixture
def post(client: Client) -> Callable[..., Any]:
    """POST a body to the API."""

    def send(
        data: bytes, query: str = "", content_type: str = "application/json", **more: Any
    ) -> Any:
        return client.post(f"/api/v1/games/{query}", data, content_type=content_type, **more)

    return send
