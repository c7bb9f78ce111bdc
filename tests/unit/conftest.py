"""Fixtures of all unit tests."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from tests.support import openapi
from tests.unit.replay_page.samples import SPIRITS, first_chase, replay_of, stored


@pytest.fixture(autouse=True)
def _documented_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every answer of the API, in any test, against the OpenAPI document."""
    send = Client.request

    def request(client: Client, **environ: Any) -> Any:
        response = send(client, **environ)
        path, method = environ.get("PATH_INFO", ""), environ.get("REQUEST_METHOD", "GET")
        if path.startswith("/api/v1/") and (operation := openapi.operation_of(method, path)):
            openapi.check(operation, response)
        return response

    monkeypatch.setattr(Client, "request", request)


@pytest.fixture
def finished(db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "finished0001")


@pytest.fixture
def unfinished(db: None) -> Game:
    """A game whose log stops in its first chase."""
    return stored(replay_of(first_chase()), "unfinished01")
