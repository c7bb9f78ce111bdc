"""Games that are shared."""

import pytest

from replays.models import Game
from replays.web import share_answers
from tests.unit.replay_page.samples import SPIRITS, first_chase, replay_of, stored


@pytest.fixture
def finished(db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "finished0001")


@pytest.fixture
def unfinished(db: None) -> Game:
    """A game whose log stops in its first chase."""
    return stored(replay_of(first_chase()), "unfinished01")


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    """Tests store different games under one id."""
    share_answers._kept.clear()
