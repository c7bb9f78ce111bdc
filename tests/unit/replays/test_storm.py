"""A small storm: workers are killed at work while games are withdrawn, deleted and counted by other
rules, and nothing is lost or counted twice (A057, A059, A136, A139).

The full one, 1,000 games and 20 kills, is `make storm`.
"""

import os

import pytest

from tests.storm import storm


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.slow
@pytest.mark.deep
def test_games_survive_workers_that_are_killed_at_work() -> None:
    found = storm(os.environ["DATABASE_URL"], os.environ["REDIS_URL"], games=120, kills=4)
    assert found.kills == 4
    assert found.troubles > 10
    assert found.is_right(), found
