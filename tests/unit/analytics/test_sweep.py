"""Finding what no message told of, and what the doors do."""

import logging
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from kombu.exceptions import OperationalError

from analytics import services as stats_services
from analytics import tasks
from analytics.models import Cell, Contribution
from analytics.reads import counting
from analytics.services import notifications, sweep
from goryo_site.runtime.celery import app as celery_app
from replays.models import Game
from replays.signals import games_stored

from .logs import one_round, varied
from .snapshot import statistics

pytestmark = pytest.mark.django_db


def test_a_sweep_counts_what_waits_and_takes_off_what_is_gone(store):
    ids = store(varied(9))
    stats_services.count_games(ids[:5])
    Game.objects.filter(pk=ids[0]).update(withdrawn_at="2026-01-01T00:00Z")  # no signal was sent
    swept = stats_services.sweep_games()
    assert (swept.settled.added, swept.settled.removed, swept.after) == (4, 1, None)
    assert sorted(Contribution.objects.values_list("pk", flat=True)) == ids[1:]
    assert stats_services.sweep_games().settled == stats_services.Settled()


def test_a_sweep_is_bounded_and_goes_on(store, monkeypatch, enqueued):
    ids = store(varied(7))
    monkeypatch.setattr(sweep, "SWEEP_BATCH_SIZE", 3)
    monkeypatch.setattr(stats_services.sweep_games, "__defaults__", (0, 3))
    tasks.sweep_games()
    assert Contribution.objects.count() == 3
    assert enqueued == [(notifications.SWEEP_GAMES, ids[2])]
    tasks.sweep_games(ids[2])
    tasks.sweep_games(ids[5])
    assert Contribution.objects.count() == 7
    assert len(enqueued) == 2


def test_a_game_we_cannot_read_does_not_make_a_sweep_ring_for_ever(store, enqueued):
    (pk,) = store([one_round()])
    Game.objects.filter(pk=pk).update(canonical="{}")
    tasks.sweep_games()
    assert enqueued == []


def test_the_counting_task(store):
    ids = store(varied(4))
    tasks.count_games(ids)
    tasks.count_games(ids)
    assert sum(cell.games for cell in Cell.objects.all()) == 4


def test_the_doorbell_rings_for_many_games_in_few_messages(
    enqueued, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        games_stored.send(sender=Game, game_ids=list(range(250)))
    assert [len(ids) for _, ids in enqueued] == [100, 100, 50]


def test_nothing_rings_for_what_is_rolled_back(enqueued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        games_stored.send(sender=Game, game_ids=[1])
    assert enqueued == []
    assert len(callbacks) == 1


def test_a_broker_that_is_away_costs_time_only(monkeypatch, caplog):
    def away(*args, **kwargs):
        raise OperationalError("connection refused")

    monkeypatch.setattr(celery_app, "send_task", away)
    with caplog.at_level(logging.WARNING):
        notifications.enqueue_counting(list(range(250)))
    assert caplog.text.count("the broker is unreachable") == 1


def test_the_command_counts_without_a_broker(store):
    store(varied(6))
    out = StringIO()
    call_command("sweep_games", stdout=out)
    assert "6 games counted" in out.getvalue()
    assert counting.count_uncounted() == 0


def test_the_command_fails_loudly_where_a_game_cannot_be_counted(store):
    (pk,) = store([one_round()])
    Game.objects.filter(pk=pk).update(canonical="{}")
    with pytest.raises(CommandError, match="1 stored game can't be counted"):
        call_command("sweep_games")


def test_looking_changes_nothing(counted, client):
    counted(varied(6))
    before = statistics()
    public_id = Game.objects.first().public_id
    for path in (f"/games/{public_id}/", f"/games/{public_id}/?step=3", "/stats/goryo/", "/stats/"):
        assert client.get(path).status_code == 200
    assert statistics() == before
