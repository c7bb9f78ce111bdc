"""A client may use a share of one core (`replays.access.budget`)."""

import multiprocessing
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from accounts.tokens import create_token
from replays.access import budget
from replays.access.budget import Budget
from replays.access.scopes import READ
from replays.models import Game
from replays.web import replay_drawing, share_pictures
from tests.support import pages
from tests.support.threads import at_once
from tests.unit.replays.branches import store_game

pytestmark = pytest.mark.django_db
SHARE = 1.0  # percent: 600 ms in a minute, of which 240 at once, and 60 more for cached answers
MINUTE_MS, AT_ONCE_MS, RESERVE_MS = 600.0, 240.0, 60.0
OTHER = "203.0.113.9"
Move = Callable[[float], None]


@pytest.fixture(autouse=True)
def move(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Limit clients; return a function that moves the clock, which stands still."""
    settings.CPU_SHARE = SHARE
    replay_drawing._drawings.clear()
    share_pictures._cache.clear()
    budget._waiting.clear()
    now = [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def moved(seconds: float) -> None:
        now[0] += seconds

    return moved


def empty(client: str = "address 127.0.0.1", more: float = 0.0) -> None:
    """Use up what a client has, and more."""
    Budget(client).charge(AT_ONCE_MS + more)


@pytest.fixture
def game() -> Game:
    """A finished game."""
    return store_game()


def test_a_client_gets_no_more_than_its_share(game: Game, client: Client, move: Move) -> None:
    """The processor time of all answers of a minute, measured outside, is within the share. The
    last answer may exceed it, and what is measured includes the test client and the middleware.
    """
    page = f"/api/v1/games/{game.public_id}/steps/?as=samurai&belief=1"
    costs = []
    for _ in range(60):
        for _ in range(100):
            began = time.thread_time()
            answer = client.get(page)
            if answer.status_code == 429:
                break
            costs.append((time.thread_time() - began) * 1000)
        else:
            pytest.fail("never refused")
        move(1)
    assert sum(costs) > AT_ONCE_MS
    assert sum(costs) <= 1.4 * MINUTE_MS + max(costs)
    assert client.get(page, REMOTE_ADDR=OTHER).status_code == 200


def test_refusals_have_the_shape_of_what_was_requested(game: Game, client: Client) -> None:
    empty(more=RESERVE_MS + 500)
    address = f"/games/{game.public_id}/"
    api = pages.get(client, f"/api/v1{address}", 429)
    assert (api["Content-Type"], api.json()["code"]) == ("application/problem+json", "throttled")
    page = pages.get(client, address, 429, headers={"Accept": "text/html"})
    assert "computing time" in page.content.decode()
    picture = pages.get(client, f"{address}step-1.svg", 429)
    assert picture["Content-Type"].startswith("text/plain")
    for answer in (api, page, picture):
        assert int(answer["Retry-After"]) == int(answer["X-RateLimit-Reset"]) > 60
        assert (answer["X-RateLimit-Limit"], answer["X-RateLimit-Remaining"]) == ("600", "0")
    pages.get(client, "/healthz/web")
    assert client.get(address, REMOTE_ADDR=OTHER).status_code == 200


def test_a_bucket_is_refilled(game: Game, client: Client, move: Move) -> None:
    address = f"/games/{game.public_id}/step-1.svg"
    empty(more=100)
    wait = int(pages.get(client, address, 429)["Retry-After"])
    assert wait == pytest.approx(100 / 5, abs=1)
    move(wait - 1)
    assert int(pages.get(client, address, 429)["Retry-After"]) <= 5  # refusals cost a little
    move(10)
    pages.get(client, address)
    move(3600)
    assert Budget("address 127.0.0.1").left() == AT_ONCE_MS, "no more than a full bucket"


def test_charges_too_small_to_be_written_are_refilled(move: Move) -> None:
    budget_of_jane = Budget("jane")
    budget_of_jane.charge(20.0)
    assert budget_of_jane.left() == AT_ONCE_MS - 20
    move(2)
    assert budget_of_jane.left() == pytest.approx(AT_ONCE_MS - 10)
    budget_of_jane.charge(20.0)
    assert budget_of_jane.left() == pytest.approx(AT_ONCE_MS - 30), "written together"
    move(3600)
    budget_of_jane.charge(20.0)
    assert budget_of_jane.left() == pytest.approx(AT_ONCE_MS - 20)


def test_cached_answers_need_only_the_reserve(game: Game, client: Client) -> None:
    address = f"/games/{game.public_id}/step-{{}}.svg".format
    pages.get(client, address(1))
    cache.clear()
    empty(more=1)
    pages.get(client, address(1))
    assert pages.get(client, address(2), 429)["Retry-After"]
    Budget("address 127.0.0.1").charge(RESERVE_MS)
    pages.get(client, address(1), 429)


def test_lines_of_a_stream_are_charged(game: Game, client: Client) -> None:
    answer = client.get("/api/v1/games.ndjson")
    before = Budget("address 127.0.0.1").left()
    assert b"".join(answer)
    assert Budget("address 127.0.0.1").left() < before


def test_an_account_has_its_own_bucket(game: Game, client: Client) -> None:
    user = get_user_model().objects.create_user("jane")
    _, token = create_token(user, "bot", frozenset({READ}), 7)
    empty(more=RESERVE_MS + 1)
    path = f"/api/v1/games/{game.public_id}/"
    for text, status in ((token, 200), (f"{token}x", 429)):
        pages.get(client, path, status, headers={"Authorization": f"Bearer {text}"})
    client.force_login(user)
    pages.get(client, f"/games/{game.public_id}/")
    pages.get(client, path, 429)  # the API ignores cookies
    empty(f"account {user.pk}", more=RESERVE_MS + 1)
    pages.get(client, f"/games/{game.public_id}/", 429)


CACHES = {
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "database": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "costs"},
}


@pytest.mark.parametrize("name", CACHES)
def test_parallel_charges_add_up(name: str, settings: Any) -> None:
    settings.CACHES = {"default": CACHES[name]}
    call_command("createcachetable", verbosity=0)
    bucket = Budget("address 192.0.2.1")
    jobs = 4 if name == "memory" else 1  # another thread does not see the rows of this test
    at_once(*[lambda: [bucket.charge(12) for _ in range(5)]] * jobs) if jobs > 1 else [
        bucket.charge(12) for _ in range(5)
    ]
    assert bucket.left() == pytest.approx(AT_ONCE_MS - 60 * jobs)


def _charge(number: int) -> None:
    for _ in range(10):
        Budget("address 192.0.2.2").charge(30)
    while budget._waiting:
        Budget("address 192.0.2.2").charge(0)


@pytest.mark.redis
def test_charges_of_processes_add_up(settings: Any, move: Move) -> None:
    import os

    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": os.environ["REDIS_URL"]}}
    cache.clear()
    with multiprocessing.get_context("fork").Pool(3) as pool:
        pool.map(_charge, range(3), chunksize=1)
    assert Budget("address 192.0.2.2").left() == pytest.approx(AT_ONCE_MS - 900)
