"""Fixtures of the tests of replays."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from replays.models import Game

from .branches import Api, store_game


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the uploads that were queued for reading, instead of using a broker."""
    queued: list[int] = []
    for module in ("notifications", "sweep"):
        target = f"replays.services.{module}.enqueue_reading"
        monkeypatch.setattr(target, lambda upload_id: not queued.append(upload_id))
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


@pytest.fixture
def game(db: None) -> Game:
    """Return a stored game, finished in its first chase."""
    return store_game()
