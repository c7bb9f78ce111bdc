"""Concurrent counting, on PostgreSQL."""

import random
import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction

from analytics import services as stats_services
from analytics.models import Contribution
from analytics.services.ledger import lock_ledger, lock_shards, share_ledger
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


def counted_while_another_holds(lock: Callable[[], object], ids: list[int]) -> bool:
    """Count games while another connection holds locks; return whether they were counted."""
    result: list[bool] = []

    def count() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("set lock_timeout = '1s'")
            stats_services.count_games(ids)
            result.append(True)
        except OperationalError:
            result.append(False)
        finally:
            connection.close()

    with transaction.atomic():
        lock()
        other = threading.Thread(target=count)
        other.start()
        other.join()
        transaction.set_rollback(True)
    return result == [True]


def test_workers_wait_for_the_same_games_and_months_only():
    of_month = {month: store_logs([varied(1, seed=n)[0] | {"played_at": f"{month}-05"}])
                for n, month in enumerate(("2026-01", "2026-02"), 50)}  # fmt: skip
    (january, february) = of_month.values()
    stats_services.count_games([*january, *february])
    for month, ids in of_month.items():
        row = Contribution.objects.get(pk=ids[0])
        assert row.cell.month == month
        stats_services.uncount_games(ids)

    def at_work() -> None:
        share_ledger([])
        lock_shards([("goryo", "2026-01")])

    assert not counted_while_another_holds(at_work, january)
    assert counted_while_another_holds(at_work, february)
    stats_services.uncount_games(february)
    assert not counted_while_another_holds(partial(share_ledger, february), february)
    assert counted_while_another_holds(partial(share_ledger, january), february)
    stats_services.uncount_games(february)
    assert not counted_while_another_holds(lock_ledger, february)
    assert list(stats_services.recount(check_only=True)) != []  # neither is counted
    stats_services.count_games([*january, *february])
    assert list(stats_services.recount(check_only=True)) == []
