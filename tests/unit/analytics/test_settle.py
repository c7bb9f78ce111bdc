"""Counting: exact under retry, doubles, deletion, withdrawal and re-analysis."""

import json

import pytest
from django.db import transaction

from analytics import services as stats_services
from analytics.models import Cell, Contribution, Ledger
from analytics.reads import counting
from analytics.services.ledger import take_ledger
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game
from tests.support.kinds import changed_kind

from .logs import one_round, varied
from .snapshot import cell_total, statistics

pytestmark = pytest.mark.django_db


def test_a_game_is_counted_once_however_often_the_message_comes(store):
    ids = store(varied(12))
    assert stats_services.count_games(ids).added == 12
    before, revision = statistics(), counting.ledger_revision()
    assert stats_services.count_games([*ids, *ids]) == stats_services.Settled()
    assert stats_services.count_games(reversed(ids)) == stats_services.Settled()
    assert statistics() == before
    assert counting.ledger_revision() == revision  # nothing changed, so "as of" stands


def test_batches_and_order_do_not_matter(store):
    ids = store(varied(30))
    stats_services.count_games(ids)
    whole = statistics()["cells"]
    stats_services.uncount_games(ids)
    assert not Cell.objects.exists()
    for pk in sorted(ids, key=lambda pk: pk * 7919 % 31):
        stats_services.count_games([pk])
    assert statistics()["cells"] == whole


def test_the_same_log_again_changes_nothing(counted):
    logs = varied(10)
    counted(logs)
    before = statistics()
    assert counted(logs) == []
    assert statistics() == before


@pytest.mark.parametrize("way", ["instance", "queryset", "service"])
def test_deleting_takes_off_exactly_what_was_added(counted, way):
    counted(varied(15))
    before = statistics()
    more = counted([*varied(5, seed=1), one_round(played_at="2031-05-01")])
    games = Game.objects.filter(pk__in=more)
    if way == "instance":
        for game in games:
            game.delete()
    elif way == "queryset":
        games.delete()
    else:
        replay_services.delete_games(more)
    assert statistics() == before


def test_a_deletion_that_is_rolled_back_takes_nothing_off(counted):
    ids = counted([one_round()])
    before = statistics()
    with transaction.atomic():
        Game.objects.filter(pk__in=ids).delete()
        assert statistics() != before
        transaction.set_rollback(True)
    assert statistics() == before


def test_withdrawal_and_return(counted, enqueued, django_capture_on_commit_callbacks):
    ids = counted(varied(8))
    before = statistics()
    with django_capture_on_commit_callbacks(execute=True):
        replay_services.withdraw_games(ids[:3])
    assert cell_total() == 5
    assert not Contribution.objects.filter(pk__in=ids[:3]).exists()
    with django_capture_on_commit_callbacks(execute=True):
        replay_services.restore_games(ids[:3])
    assert ("analytics.tasks.count_games", ids[:3]) in [(t, sorted(a)) for t, a in enqueued]
    stats_services.count_games(ids[:3])
    assert statistics() == before


def test_a_message_about_a_withdrawn_game_counts_nothing(store):
    (pk,) = store([one_round()])
    replay_services.withdraw_games([pk])
    stats_services.count_games([pk])
    assert not Cell.objects.exists()


def test_new_counting_rules_take_the_old_value_off(counted, monkeypatch):
    ids = counted(varied(6))

    def fewer(played):
        n = len(played.steps)
        return {"spaces": {"": [1, 1, 1], "route": {"a2": [n, 1, n * n, n]}}}

    old = KINDS["goryo"]
    newer = changed_kind(old, counting={"version": old.counting.version + 1, "facts": fewer})
    monkeypatch.setitem(KINDS, "goryo", newer)
    assert stats_services.sweep_games().settled.changed == len(ids)
    assert {row.facts_version for row in Contribution.objects.all()} == {newer.counting.version}
    assert sum(cell.sums["spaces"][""][1] for cell in Cell.objects.all()) == len(ids)
    assert all(set(cell.sums["spaces"]) == {"", "route"} for cell in Cell.objects.all())
    assert list(stats_services.recount(check_only=True)) == []


def test_a_game_whose_result_moves_changes_its_cell(counted):
    (pk,) = counted([one_round({"type": "resign", "role": "goryo"})])
    Game.objects.filter(pk=pk).update(winner="goryo")
    stats_services.count_games([pk], again=True)
    assert cell_total(winner="goryo") == 1
    assert cell_total() == 1


def test_empty_cells_vanish(counted):
    ids = counted([one_round()])
    assert Cell.objects.count() == 1
    stats_services.uncount_games(ids)
    assert Cell.objects.count() == 0


def test_a_game_we_cannot_read_is_logged_and_holds_nobody_up(store, caplog):
    bad, good = store([one_round(), one_round(played_at="2026-02-02")])
    game = Game.objects.get(pk=bad)
    game.canonical = json.dumps({"format": "goryo-log/1"})
    game.save()
    settled = stats_services.count_games([bad, good])
    assert (settled.added, settled.failed) == (1, 1)
    assert f"game {bad} " in caplog.text
    assert list(Contribution.objects.values_list("pk", flat=True)) == [good]


def test_undated_games_are_kept_apart_not_dropped(counted):
    counted([one_round(), one_round(played_at="2026-01-31"), one_round(played_at="2026-02-01")])
    months = {cell.month: cell.games for cell in Cell.objects.all()}
    assert months == {"": 1, "2026-01": 1, "2026-02": 1}


def test_the_ledger_is_taken_inside_a_transaction_and_is_one_row(counted):
    counted([one_round()])
    assert Ledger.objects.count() == 1
    assert Ledger.objects.get().changed_at is not None


@pytest.mark.django_db(transaction=True)
def test_the_ledger_refuses_to_be_taken_outside():
    with pytest.raises(RuntimeError, match="inside a transaction"):
        take_ledger()
