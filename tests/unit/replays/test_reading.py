"""Leases, batches, budgets and sweeps: whatever happens to a reader, no game is lost or counted
twice.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from replays import services as replay_services
from replays.models import Game, Upload, UploadItem
from replays.services import UploadFault, reading, sweep_uploads
from replays.services.errors import LeaseLost
from replays.services.lease import Lease, release_lease, renew_lease, take_lease
from replays.signals import games_stored
from tests.support.pages import missing

from .failures import fail_after, fail_reading
from .logs import counts, many, queue, read, submit

pytestmark = pytest.mark.django_db
PAST = timedelta(hours=1)


class Killed(BaseException):
    """The process is killed: nothing after this runs, as with SIGKILL."""


def age(upload: Upload, *fields: str) -> None:
    """Move times of an upload into the past."""
    Upload.objects.filter(pk=upload.pk).update(**dict.fromkeys(fields, timezone.now() - PAST))


def taken(upload: Upload) -> Lease:
    """Take the lease of an upload."""
    lease = take_lease(upload.pk)
    assert lease is not None
    return lease


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("batches", [0, 1, 3])
def test_a_reader_killed_at_any_batch_loses_and_doubles_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, enqueued: list[int], batches: int, inside: bool
) -> None:
    settings.UPLOAD_BATCH_GAMES = 5
    announced: list[int] = []

    def record(game_ids: list[int], **_: Any) -> None:
        announced.extend(game_ids)

    games_stored.connect(record)
    upload = queue(many(22))
    with monkeypatch.context() as patch:
        fail_after(patch, batches, Killed(), inside=inside)
        with pytest.raises(Killed):
            read(upload)
    assert counts(upload) == ("reading", 5 * batches, 0, 0)
    assert upload.next_position == Game.objects.count() == 5 * batches
    assert replay_services.read_waiting(upload.pk) is False, "its lease is still valid"
    age(upload, "lease_until")
    assert replay_services.read_waiting(upload.pk) is True
    games_stored.disconnect(record)
    assert (counts(upload), upload.n_games) == (("done", 22, 0, 0), 22)
    assert Game.objects.count() == UploadItem.objects.count() == 22
    if not inside:
        assert sorted(announced) == sorted(Game.objects.values_list("pk", flat=True))


def test_a_repeated_message_reads_once_and_an_unknown_one_nothing(enqueued: list[int]) -> None:
    upload = queue(many(3))
    read(upload)
    assert replay_services.read_waiting(upload.pk) is False
    assert (counts(upload), Game.objects.count()) == (("done", 3, 0, 0), 3)
    assert replay_services.read_waiting(999_999) is False


def test_a_lease_has_one_holder(enqueued: list[int]) -> None:
    upload = queue(many(1))
    first = taken(upload)
    assert take_lease(upload.pk) is None
    age(upload, "lease_until")
    second = taken(upload)
    with pytest.raises(LeaseLost):
        renew_lease(first)
    assert release_lease(first) is False
    renew_lease(second)


def test_a_slow_reader_that_was_replaced_stores_nothing(enqueued: list[int]) -> None:
    upload = queue(many(4))
    slow = taken(upload)
    age(upload, "lease_until")
    read(upload)
    reading.read_with_lease(slow, reading.ReadBudget())
    with pytest.raises(LeaseLost):
        reading.save_batch(slow, [])
    assert counts(upload) == ("done", 4, 0, 0)
    assert UploadItem.objects.count() == 4


def test_a_reader_renews_its_lease_with_every_batch(settings: Any, enqueued: list[int]) -> None:
    settings.UPLOAD_BATCH_GAMES = 1
    until: list[Any] = []

    def add_lease(_: Any) -> None:
        until.append(Upload.objects.get().lease_until)

    replay_services.read_waiting(queue(many(3)).pk, reading.ReadBudget(on_progress=add_lease))
    assert (sorted(set(until)), len(until)) == (until, 3)


@pytest.mark.django_db(transaction=True)
def test_a_large_upload_lets_others_in_between(settings: Any, enqueued: list[int]) -> None:
    """A067: a long file is requeued after its budget, but only if another one waits."""
    settings.UPLOAD_BATCH_GAMES = 2
    settings.UPLOAD_TURN_SECONDS = 0.0
    assert read(queue(many(6)))[0] == "done", "alone it is read to the end"
    large, small = queue(many(6, start=100)), queue(many(1, start=200))
    assert read(large)[0] == "reading"
    assert 0 < large.next_position < 6
    assert enqueued[-1] == large.pk, "it is at the end of the queue"
    for _ in range(20):
        read(small)
        read(large)
    assert (counts(large), counts(small)) == (("done", 6, 0, 0), ("done", 1, 0, 0))


def test_an_internal_error_has_an_id_and_is_not_a_refusal(
    monkeypatch: pytest.MonkeyPatch, caplog: Any, settings: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_ATTEMPTS = 2
    upload = queue(many(3))
    with monkeypatch.context() as patch:
        fail_reading(patch, ZeroDivisionError("an engine that is wrong"))
        with pytest.raises(UploadFault):
            read(upload)
        assert sweep_uploads() == 1, "the sweep retries it"
        with pytest.raises(UploadFault) as caught:
            read(upload)
        assert replay_services.read_waiting(upload.pk) is False
    assert counts(upload) == ("fault", 0, 0, 0)
    assert upload.fault_id == caught.value.fault_id
    assert missing(caplog.text, upload.fault_id, "ZeroDivisionError") == []
    assert replay_services.retry_upload(upload) is True
    assert (read(upload), upload.fault_id) == (("done", 3, 0, 0), "")


def test_a_stop_signal_lets_the_next_reader_in(monkeypatch: Any, enqueued: list[int]) -> None:
    upload = queue(many(3))
    with monkeypatch.context() as patch:
        fail_reading(patch, KeyboardInterrupt("an engine that is wrong"))
        with pytest.raises(KeyboardInterrupt):
            read(upload)
    assert replay_services.read_waiting(upload.pk) is True


def test_the_database_checks_that_counters_add_up(enqueued: list[int]) -> None:
    upload = submit(many(1))
    with pytest.raises(IntegrityError), transaction.atomic():
        Upload.objects.filter(pk=upload.pk).update(n_stored=F("n_stored") + 1)


def test_a_lease_is_renewed_while_games_are_skipped(
    settings: Any, monkeypatch: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_LEASE_SECONDS = 0.0
    upload = queue(many(10))
    Upload.objects.filter(pk=upload.pk).update(next_position=9, n_refused=9)
    renewed: list[Lease] = []
    monkeypatch.setattr(reading, "renew_lease", renewed.append)
    read(upload)
    assert (len(renewed), Game.objects.count()) == (9, 1)


# -------------------------------------------------------------------------------------- sweeps


def test_a_lost_message_is_sent_again_but_not_at_once(enqueued: list[int]) -> None:
    upload = queue(many(2))
    assert sweep_uploads() == 0, "it was queued a moment ago"
    age(upload, "queued_at")
    assert sweep_uploads() == 1
    assert enqueued[-1] == upload.pk
    assert sweep_uploads() == 0


def test_a_sweep_stops_without_a_broker_and_the_next_one_continues(monkeypatch: Any) -> None:
    for _ in range(3):
        age(queue(many(2)), "queued_at")
    tried: list[int] = []
    monkeypatch.setattr("replays.services.sweep.enqueue_reading", tried.append)
    assert (sweep_uploads(), len(tried)) == (0, 1)
    monkeypatch.setattr("replays.services.sweep.enqueue_reading", lambda _: True)
    assert sweep_uploads() == 3


def test_a_dead_reader_is_replaced_once(enqueued: list[int]) -> None:
    upload = queue(many(2))
    taken(upload)
    assert sweep_uploads() == 0, "its reader may be alive"
    Upload.objects.filter(pk=upload.pk).update(lease_until=timezone.now())
    assert (sweep_uploads(), sweep_uploads()) == (1, 0)
    assert read(upload)[0] == "done"
    age(upload, "queued_at", "received_at")
    assert sweep_uploads() == 0


def test_an_upload_that_kills_its_readers_becomes_an_internal_error(
    settings: Any, enqueued: list[int], caplog: Any
) -> None:
    settings.UPLOAD_ATTEMPTS = 3
    upload = queue(many(2))
    for _ in range(3):
        taken(upload)
        age(upload, "lease_until")
    assert take_lease(upload.pk) is None
    sweep_uploads()
    assert counts(upload)[0] == "fault"
    assert upload.fault_id
    assert upload.fault_id in caplog.text
