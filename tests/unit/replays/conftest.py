"""What the keep's tests share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from replays.services import notifications


@pytest.fixture(autouse=True)
def _no_throttle(settings: Any) -> Iterator[None]:
    """Nobody is too often here, save where a test says so."""
    settings.UPLOAD_RATE = None
    yield
    cache.clear()


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The uploads the doorbell was rung for, instead of a broker."""
    heard: list[int] = []

    def ring(upload_id: int) -> bool:
        heard.append(upload_id)
        return True

    monkeypatch.setattr(notifications, "ring", ring)
    monkeypatch.setattr("replays.services.sweep.ring", ring)
    return heard


@pytest.fixture
def post(client: Client) -> Callable[..., Any]:
    """POST a body to the API."""

    def send(
        data: bytes, query: str = "", content_type: str = "application/json", **more: Any
    ) -> Any:
        return client.post(f"/api/v1/games/{query}", data, content_type=content_type, **more)

    return send
