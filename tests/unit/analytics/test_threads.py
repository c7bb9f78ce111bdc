"""Concurrent counting, on PostgreSQL."""

import random
import threading
from collections.abc import Callable

import pytest
from django.db import connections

from analytics import services as stats_services
from analytics.models import Contribution
from replays import services as replay_services

from .logs import varied
from .snapshot import statistics

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def run_all(jobs: list[Callable[[], object]]) -> None:
    """Run all jobs at the same time; fail if any of them raised."""
    errors: list[BaseException] = []
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> None:
        try:
            gate.wait()
            job()
        except Exception as error:  # noqa: BLE001 - asserted below
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_concurrent_counting_of_the_same_games_counts_them_once(store):
    ids = store(varied(40))
    run_all(
        [lambda: stats_services.count_games(ids), lambda: stats_services.count_games(ids[::-1])]
    )
    assert Contribution.objects.count() == 40
    assert list(stats_services.recount(check_only=True)) == []


def test_counters_of_mixed_cells_do_not_lose_each_others_sums(store):
    ids = store(varied(60))
    chance = random.Random(4)

    def one_by_one(mine):
        for pk in mine:
            stats_services.count_games([pk])

    shuffled = [chance.sample(ids, len(ids)) for _ in range(4)]
    run_all([lambda mine=mine: one_by_one(mine) for mine in shuffled])
    right = statistics()
    stats_services.uncount_games(ids)
    stats_services.count_games(ids)
    assert statistics() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_counting_withdrawing_restoring_and_deleting_at_once(store):
    ids = store(varied(60))
    stats_services.count_games(ids[:30])

    def each(service, mine):
        for pk in mine:
            service([pk])

    run_all(
        [
            lambda: each(stats_services.count_games, ids),
            lambda: each(replay_services.withdraw_games, ids[:20]),
            lambda: each(replay_services.restore_games, ids[:10]),
            lambda: each(replay_services.delete_games, ids[20:40]),
            lambda: stats_services.count_games(ids),
        ]
    )
    stats_services.sweep_games()
    assert list(stats_services.recount(check_only=True)) == []
    assert not Contribution.objects.filter(pk__in=ids[20:40]).exists()
    assert Contribution.objects.filter(pk__in=ids[40:]).count() == 20
