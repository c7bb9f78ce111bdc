"""Statistics of a large set of games, added up a metric at a time and in slices, equal those that
are stored for all games, which equal a recount: every answer about one kind.

A deep run has 5,000 games, every other run 90. A part of them are whole bot games, the others have
one round.
"""

import random
from datetime import date, timedelta
from math import isclose
from typing import Any

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.models import SetSums
from analytics.reads import people, selected
from analytics.services import set_sums
from games.registry import KINDS
from replays import services
from replays.models import Collection, Game, Record
from tests.support import deep
from tests.unit.visibility.owners import key_of, viewer

from .conftest import count_logs
from .logs import game
from .table_logs import NAMES, table_logs
from .test_sets import addresses, key_of_set, plain

KIND = "goryo"
N = 5_000 if deep.IS_DEEP else 90
N_WHOLE = N // 10 if deep.IS_DEEP else 30
A_TIME, ADDED = 500, 200
"""Games of an upload, and games that are put into a collection at a time."""
MAX_REQUESTS = 400


def all_logs() -> list[dict[str, Any]]:
    """Return the logs of the games; those of one round are dated, so that no two are one game."""
    chance, first = random.Random(3), date(2025, 1, 1)
    return [log for log, _ in table_logs(KIND, N_WHOLE)] + [
        game(n, *chance.sample(NAMES, 2), chance.choice(["goryo", "samurai"]),
             f"{first + timedelta(n % 400)}")
        for n in range(N - N_WHOLE)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def collection(module_db: Any) -> Collection:
    logs = all_logs()
    for start in range(0, N, A_TIME):
        count_logs(logs[start : start + A_TIME])
    Record.objects.update(owner=key_of("ann"))
    assert list(stats_services.recount(check_only=True)) == []
    found = services.create_collection(key_of("ann"), services.Texts("All", "", "public"))
    ids = list(Game.objects.filter(not_counted="").values_list("public_id", flat=True))
    assert len(ids) > 0.9 * N
    for start in range(0, len(ids), ADDED):
        services.add_games(found, viewer("ann"), ids[start : start + ADDED])
    return found


def answered(address: str) -> tuple[int, int, Any]:
    """Return the status, the number of requests and the body of an answer, which may need several
    requests.
    """
    client = Client()
    for n in range(1, MAX_REQUESTS):
        answer = client.get(address)
        if answer.status_code != 503:
            return answer.status_code, n, plain(answer.json())
    pytest.fail(f"{address} is never complete")


def is_equal(one: Any, other: Any) -> bool:
    """Return whether two bodies are equal, numbers up to the order in which they are added up."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_equal, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return type(one) is type(other) and bool(one == other)


def questions() -> list[str]:
    """Return the addresses of all answers but lists of games, whose order is another one."""
    return [address for address in addresses(KIND) if "/games/" not in address]


def forget() -> None:
    for cache in (selected._selections, selected._begun, people._crowds, people._answers):
        cache.clear()


def test_every_answer_is_that_of_all_games(
    collection: Collection, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selected, "_BATCH_SIZE", N // 9)
    key, wrong, n_requests = key_of_set(collection), [], 0
    for address in questions():
        status, _, expected = answered(address)
        forget()
        settings.SLICE_MS = 0.001
        found, n, body = answered(f"{address}&set={key}")
        settings.SLICE_MS = 0
        n_requests += n
        if found != status or not is_equal(body, expected):
            wrong.append(address)
    assert wrong == []
    assert n_requests > 2 * len(questions()), "answers in slices"


def test_stored_sums_are_those_of_all_games(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_sums, "MIN_GAMES", 5)
    set_sums.store_set_sums()
    assert SetSums.objects.count() == len(KINDS)
    monkeypatch.setattr(selected, "_select", lambda *_: pytest.fail("read all games again"))
    key, wrong = key_of_set(collection), []
    for address in questions():
        forget()
        if not is_equal(list(answered(f"{address}&set={key}")), list(answered(address))):
            wrong.append(address)
    assert wrong == []


def test_the_pages_of_a_list_are_all_games_of_the_set(collection: Collection) -> None:
    address, listed = f"/api/v1/stats/{KIND}/games/?every=yes&set={key_of_set(collection)}", []
    for page in range(1, 2 + N // 50):
        answer = Client().get(f"{address}&page={page}")
        if answer.status_code == 200:
            listed += [game["id"] for game in answer.json()["games"]]
    human = Game.objects.filter(not_counted="").values_list("public_id", flat=True)
    assert sorted(listed) == sorted(human)
