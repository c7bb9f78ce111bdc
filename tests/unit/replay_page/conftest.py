"""What the page's tests share."""

import pytest

from replays.models import Game

from .samples import SPIRITS, first_chase, replay_of, stored


@pytest.fixture
def finished(db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "finished0001")


@pytest.fixture
def unfinished(db: None) -> Game:
    """A game whose log stops in its first chase."""
    return stored(replay_of(first_chase()), "unfinished01")
