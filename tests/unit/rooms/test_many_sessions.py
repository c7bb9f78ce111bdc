"""2,000 random sessions of all games and modes: nothing is lost, doubled or illegal. A tenth of a
tenth of them runs on each day; `make test-deep` runs all.
"""

import random
from collections import Counter
from typing import Any

import pytest

from tests.support import deep

from .random_sessions import Session, all_modes

pytestmark = pytest.mark.django_db
SESSIONS, PART = 2000, 20


@pytest.mark.parametrize("part", deep.turn(range(SESSIONS // PART), 100))
def test_random_sessions_lose_and_double_nothing(part: int, rates: Any) -> None:
    rates(writes=None, rooms=None, offers=None, new=None)
    modes, done = all_modes(), Counter[str]()
    for number in range(part * PART, (part + 1) * PART):
        session = Session(modes[number % len(modes)], random.Random(f"session {number}"))
        try:
            session.play()
        except BaseException as error:
            error.add_note(f"session {number}: {session.mode}, {session.room.events}")
            raise
        done.update(session.done)
    assert min(done.values()) > 0, done
