"""Concurrent counting, on PostgreSQL."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from analytics import services as stats_services
from analytics.models import Contribution
from replays import services as replay_services
from tests.support.threads import at_once

from .conftest import store_logs
from .logs import varied
from .snapshot import statistics

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def run_all(*jobs: Callable[[], object]) -> None:
    """Run all jobs at the same time; fail if any of them raised."""
    assert [result for result in at_once(*jobs) if isinstance(result, Exception)] == []


def each(service, ids):
    for pk in ids:
        service([pk])


def test_concurrent_counting_of_the_same_games_counts_them_once():
    ids = store_logs(varied(40))
    run_all(*(partial(stats_services.count_games, order) for order in (ids, ids[::-1])))
    assert Contribution.objects.count() == 40
    assert list(stats_services.recount(check_only=True)) == []


def test_counters_of_mixed_cells_do_not_lose_each_others_sums():
    ids = store_logs(varied(60))
    chance = random.Random(4)
    shuffled = [chance.sample(ids, len(ids)) for _ in range(4)]
    run_all(*(partial(each, stats_services.count_games, mine) for mine in shuffled))
    right = statistics()
    stats_services.uncount_games(ids)
    stats_services.count_games(ids)
    assert statistics() == right
    assert list(stats_services.recount(check_only=True)) == []


def test_counting_withdrawing_restoring_and_deleting_at_once():
    ids = store_logs(varied(60))
    stats_services.count_games(ids[:30])

    run_all(
        partial(each, stats_services.count_games, ids),
        partial(each, replay_services.withdraw_games, ids[:20]),
        partial(each, replay_services.restore_games, ids[:10]),
        partial(each, replay_services.delete_games, ids[20:40]),
        partial(stats_services.count_games, ids),
    )
    stats_services.sweep_games()
    assert list(stats_services.recount(check_only=True)) == []
    assert not Contribution.objects.filter(pk__in=ids[20:40]).exists()
    assert Contribution.objects.filter(pk__in=ids[40:]).count() == 20
