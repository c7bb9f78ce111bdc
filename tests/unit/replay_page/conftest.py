"""What the page's tests share."""

from typing import Any

import pytest

from replays.models import Game

from .samples import SPIRITS, first_chase, replay_of, stored


@pytest.fixture(autouse=True)
def _plain_static_names(settings: Any) -> None:
    """Static files under their own names: nothing is collected for a test."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture
def finished(db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "finished0001")


@pytest.fixture
def unfinished(db: None) -> Game:
    """A game whose log stops in its first chase."""
    return stored(replay_of(first_chase()), "unfinished01")
