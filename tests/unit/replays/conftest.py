"""Fixtures of the tests of replays."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from replays.services import notifications

from .branches import Api


@pytest.fixture(autouse=True)
def _no_throttle(rates: Any) -> Iterator[None]:
    """Disable the throttle of uploads."""
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
def api() -> Api:
    """Return a client of the API."""
    return Api()


@pytest.fixture
def post(client: Client) -> Callable[..., Any]:
    """POST a body to the API."""

    def send(
        data: bytes, query: str = "", content_type: str = "application/json", **more: Any
    ) -> Any:
        return client.post(f"/api/v1/games/{query}", data, content_type=content_type, **more)

    return send
