"""Two hosts with a shared database, broker and storage; each is killed once during an import, and
no game is lost or doubled.

The full one, 10,000 games, is `python -m tests.deep.two_hosts`.
"""

import os

import pytest

from tests.deep.two_hosts import two_hosts


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.slow
@pytest.mark.deep
def test_two_hosts_lose_and_double_no_game_when_each_is_killed() -> None:
    found = two_hosts(os.environ["DATABASE_URL"], os.environ["REDIS_URL"], games=150)
    assert found.kills == 2
    assert found.is_right(), found
