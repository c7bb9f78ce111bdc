"""Counting is exact under retries, duplicates, deletions, withdrawals, sweeps and new rules."""

import json
import logging
from functools import partial

import pytest
from django.core.management import CommandError
from django.db import transaction
from kombu.exceptions import OperationalError

from analytics import services as stats_services
from analytics import tasks
from analytics.models import Cell, Contribution
from analytics.reads import counting
from analytics.services import notifications
from games.registry import KINDS
from goryo_site.runtime.celery import app as celery_app
from replays import services as replay_services
from replays.models import Game
from replays.signals import games_stored
from tests.support.commands import run
from tests.support.kinds import changed_kind

from .conftest import count_logs, store_logs
from .logs import GORYO_WINS, SAMURAI_WIN, one_round, varied
from .snapshot import cell_total, statistics

UNCHANGED = stats_services.CountResult()


@pytest.fixture(scope="module")
def ids(module_db):
    """Games that are stored and not counted."""
    return store_logs(varied(20))


@pytest.fixture
def before(ids):
    """The statistics of these games."""
    stats_services.count_games(ids)
    return statistics()


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def counted_ids() -> list[int]:
    return sorted(Contribution.objects.values_list("pk", flat=True))


def test_a_game_is_counted_once_however_often_the_message_arrives(ids, before):
    assert sum(cell.games for cell in Cell.objects.all()) == len(ids)
    revision = counting.ledger_revision()
    for again in ([*ids, *ids], reversed(ids)):
        assert stats_services.count_games(again) == UNCHANGED
    tasks.count_games(ids)
    assert store_logs(varied(20)) == [], "the same logs again"
    assert statistics() == before
    assert counting.ledger_revision() == revision  # nothing changed, so "as of" must not change


def test_batches_and_order_do_not_matter(ids, before):
    assert stats_services.uncount_games(ids).removed == len(ids)
    assert not Cell.objects.exists()
    for pk in sorted(ids, key=lambda pk: pk * 7919 % 31):
        assert stats_services.count_games([pk]).added == 1
    assert statistics()["cells"] == before["cells"]


def test_a_deletion_subtracts_exactly_what_was_added(before):
    more = count_logs([*varied(5, seed=1), one_round(played_at="2031-05-01")])
    games, with_more = Game.objects.filter(pk__in=more), statistics()
    by_service = partial(replay_services.delete_games, more)
    for delete in (lambda: [game.delete() for game in games.all()], games.delete, by_service):
        with transaction.atomic():
            delete()
            assert statistics() == before
            transaction.set_rollback(True)
        assert statistics() == with_more


def test_withdrawn_games_are_uncounted_and_restored_ones_counted(ids, before, enqueued, on_commit):
    with on_commit(execute=True):
        replay_services.withdraw_games(ids[:3])
    assert counted_ids() == ids[3:]
    assert cell_total() == len(ids) - 3
    assert stats_services.count_games(ids[:3]) == UNCHANGED, "a late message"
    with on_commit(execute=True):
        replay_services.restore_games(ids[:3])
    counted = [sorted(a) for task, a in enqueued if task == "analytics.tasks.count_games"]
    assert ids[:3] in counted
    stats_services.count_games(ids[:3])
    assert statistics() == before


def test_new_counting_rules_replace_the_old_values(ids, before, monkeypatch):
    def fewer(played):
        n = len(played.steps)
        return {"spaces": {"": [1, 1, 1], "route": {"a2": [n, 1, n * n, n]}}}

    old = KINDS["goryo"]
    newer = changed_kind(old, counting={"version": old.counting.version + 1, "facts": fewer})
    monkeypatch.setitem(KINDS, "goryo", newer)
    assert stats_services.sweep_games().result.changed == len(ids)
    assert {row.facts_version for row in Contribution.objects.all()} == {newer.counting.version}
    assert sum(cell.sums["spaces"][""][1] for cell in Cell.objects.all()) == len(ids)
    assert all(set(cell.sums["spaces"]) == {"", "route"} for cell in Cell.objects.all())
    assert list(stats_services.recount(check_only=True)) == []


def test_a_changed_result_moves_a_game_to_another_cell_and_empty_cells_are_deleted():
    (pk,) = count_logs([one_round({"type": "resign", "role": "goryo"})])
    assert cell_total(winner="samurai") == 1
    Game.objects.filter(pk=pk).update(winner="goryo")
    stats_services.count_games([pk], again=True)
    assert (cell_total(winner="goryo"), cell_total(), Cell.objects.count()) == (1, 1, 1)
    stats_services.uncount_games([pk])
    assert not Cell.objects.exists()
    assert counting.ledger_state().changed_at is not None


def test_a_sweep_counts_missing_games_and_uncounts_withdrawn_ones(ids):
    stats_services.count_games(ids[:5])
    Game.objects.filter(pk=ids[0]).update(withdrawn_at="2026-01-01T00:00Z")  # no signal was sent
    swept = stats_services.sweep_games()
    assert (swept.result.added, swept.result.removed, swept.after) == (len(ids) - 5, 1, None)
    assert counted_ids() == ids[1:]
    assert stats_services.sweep_games().result == UNCHANGED


def test_a_sweep_has_a_limit_and_continues(ids, monkeypatch, enqueued):
    monkeypatch.setattr(stats_services.sweep_games, "__defaults__", (0, 8))
    tasks.sweep_games()
    assert counted_ids() == ids[:8]
    assert enqueued == [(notifications.SWEEP_GAMES, ids[7])]
    tasks.sweep_games(ids[7])
    tasks.sweep_games(ids[15])
    assert counted_ids() == ids
    assert len(enqueued) == 2


def test_an_unreadable_game_is_logged_and_does_not_block_others(enqueued, caplog):
    bad, good = store_logs([one_round(GORYO_WINS), one_round(SAMURAI_WIN)])
    Game.objects.filter(pk=bad).update(canonical=json.dumps({"format": "goryo-log/1"}))
    settled = stats_services.count_games([bad, good])
    assert (settled.added, settled.failed) == (1, 1)
    assert f"game {bad} " in caplog.text
    assert counted_ids() == [good]
    tasks.sweep_games()
    assert enqueued == []
    with pytest.raises(CommandError, match="1 stored game can't be counted"):
        run("sweep_games")


def test_many_games_are_announced_in_few_messages_after_the_commit(enqueued, on_commit):
    with on_commit() as callbacks:
        games_stored.send(sender=Game, game_ids=list(range(250)))
    assert enqueued == [], "nothing before the commit"
    (callback,) = callbacks
    callback()
    assert [len(batch) for _, batch in enqueued] == [100, 100, 50]


def test_an_unreachable_broker_only_delays_counting(ids, monkeypatch, caplog):
    def unreachable(*args, **kwargs):
        raise OperationalError("connection refused")

    monkeypatch.setattr(celery_app, "send_task", unreachable)
    with caplog.at_level(logging.WARNING):
        notifications.enqueue_counting(list(range(250)))
    assert caplog.text.count("the broker is unreachable") == 1
    assert f"{len(ids)} games counted" in run("sweep_games")[1]
    assert counting.count_pending(["goryo"], "all", settled=0) == {"goryo": (0, 0)}


def test_pages_change_no_statistics(before, client):
    game = f"games/{Game.objects.first().public_id}/"
    for path in (game, f"{game}?step=3", f"api/v1/{game}", "stats/goryo/", "stats/"):
        assert client.get(f"/{path}").status_code == 200
    assert statistics() == before
