"""Leases, batches, turns: whatever happens to a reader, nothing is lost or counted twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from replays import services as replay_services
from replays.models import Game, Upload, UploadItem, UploadSource
from replays.services import Reading, UploadFault, reading
from replays.services.errors import LeaseLost
from replays.services.lease import Lease, release_lease, renew_lease, take_lease
from replays.signals import games_stored

from .logs import as_json, many, numbered

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """The process is gone: nothing after this runs, as with SIGKILL."""


def received(data: bytes) -> Upload:
    return replay_services.submit(data, source=UploadSource.API, reading=Reading.QUEUED)


def expire(upload: Upload) -> None:
    Upload.objects.filter(pk=upload.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def killed_after(monkeypatch: Any, batches: int, *, inside: bool) -> None:
    """Kill the reader after so many batches: between two of them, or inside the next one's
    transaction.
    """
    whole, done = reading.save_batch, []

    def save_batch(*args: Any, **kwargs: Any) -> None:
        if len(done) == batches and not inside:
            raise Killed
        whole(*args, **kwargs)
        done.append(1)

    monkeypatch.setattr(reading, "save_batch", save_batch)
    if inside:
        store = reading.store_items

        def store_items(*args: Any) -> Any:
            stored = store(*args)
            if len(done) == batches:
                raise Killed
            return stored

        monkeypatch.setattr(reading, "store_items", store_items)


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("batches", [0, 1, 3])
def test_a_reader_killed_at_any_batch_loses_and_doubles_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, enqueued: list[int], batches: int, inside: bool
) -> None:
    settings.UPLOAD_BATCH_GAMES = 5
    told: list[int] = []

    def hear(game_ids: list[int], **_: Any) -> None:
        told.extend(game_ids)

    games_stored.connect(hear)
    upload = received(many(22))
    with monkeypatch.context() as patch:
        killed_after(patch, batches, inside=inside)
        with pytest.raises(Killed):
            replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.next_position, upload.n_stored) == (
        "reading",
        5 * batches,
        5 * batches,
    )
    assert Game.objects.count() == 5 * batches
    assert replay_services.read_waiting(upload.pk) is False, "its lease still holds"
    expire(upload)
    assert replay_services.read_waiting(upload.pk) is True
    games_stored.disconnect(hear)
    upload.refresh_from_db()
    assert (upload.state, upload.n_games, upload.n_stored, upload.n_duplicate) == (
        "done",
        22,
        22,
        0,
    )
    assert Game.objects.count() == UploadItem.objects.count() == 22
    if not inside:
        assert sorted(told) == sorted(Game.objects.values_list("pk", flat=True))


def test_a_message_that_comes_twice_reads_once(enqueued: list[int]) -> None:
    upload = received(many(3))
    replay_services.read_waiting(upload.pk)
    assert replay_services.read_waiting(upload.pk) is False
    upload.refresh_from_db()
    assert (upload.n_stored, upload.n_duplicate, Game.objects.count()) == (3, 0, 3)


def test_a_message_about_nothing_is_nothing() -> None:
    assert replay_services.read_waiting(999_999) is False


def test_a_lease_has_one_holder(enqueued: list[int]) -> None:
    upload = received(many(1))
    first = take_lease(upload.pk)
    assert first is not None
    assert take_lease(upload.pk) is None
    expire(upload)
    second = take_lease(upload.pk)
    assert second is not None
    with pytest.raises(LeaseLost):
        renew_lease(first)
    assert release_lease(first) is False
    renew_lease(second)


def test_a_reader_that_was_replaced_stores_nothing(settings: Any, enqueued: list[int]) -> None:
    """Slow, not dead: it comes back after another took over, and both would store the same."""
    upload = received(many(4))
    slow = take_lease(upload.pk)
    assert slow is not None
    expire(upload)
    replay_services.read_waiting(upload.pk)
    reading.read_with_lease(slow, reading.ReadBudget())
    with pytest.raises(LeaseLost):
        reading.save_batch(slow, [])
    upload.refresh_from_db()
    assert (upload.state, upload.n_stored, upload.n_duplicate) == ("done", 4, 0)
    assert UploadItem.objects.count() == 4


def test_a_reader_renews_its_lease_with_every_batch(
    settings: Any, monkeypatch: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_BATCH_GAMES = 1
    upload = received(many(3))
    until: list[Any] = []
    budget = reading.ReadBudget(
        on_progress=lambda _: until.append(Upload.objects.get().lease_until)
    )
    replay_services.read_waiting(upload.pk, budget)
    assert until == sorted(set(until))
    assert len(until) == 3


@pytest.mark.django_db(transaction=True)
def test_a_big_upload_lets_others_in_between(settings: Any, enqueued: list[int]) -> None:
    """A067: a long file gives its place up after its budget, but only where somebody waits."""
    settings.UPLOAD_BATCH_GAMES = 2
    settings.UPLOAD_TURN_SECONDS = 0.0
    big = received(many(6))
    replay_services.read_waiting(big.pk)
    big.refresh_from_db()
    assert big.state == "done", "alone it reads on"

    big, small = received(many(6, start=100)), received(many(1, start=200))
    replay_services.read_waiting(big.pk)
    big.refresh_from_db()
    assert big.state == "reading"
    assert 0 < big.next_position < 6
    assert enqueued[-1] == big.pk, "it stands at the end of the queue"
    for _ in range(20):
        replay_services.read_waiting(small.pk)
        replay_services.read_waiting(big.pk)
    for upload in (big, small):
        upload.refresh_from_db()
        assert upload.state == "done"
    assert (big.n_stored, big.n_duplicate, small.n_stored) == (6, 0, 1)


def test_a_fault_of_ours_has_an_id_and_is_not_a_refusal(
    monkeypatch: pytest.MonkeyPatch, caplog: Any, settings: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_ATTEMPTS = 2
    upload = received(many(3))

    def broken(data: bytes, sender: str = "") -> Any:
        raise ZeroDivisionError("an engine that is wrong")

    with monkeypatch.context() as patch:
        patch.setattr(reading, "drafts_of", broken)
        for _ in range(2):
            with pytest.raises(UploadFault) as caught:
                replay_services.read_waiting(upload.pk)
        assert replay_services.read_waiting(upload.pk) is False
    upload.refresh_from_db()
    assert (upload.state, upload.n_refused) == ("fault", 0)
    assert upload.fault_id == caught.value.fault_id
    assert upload.fault_id in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert replay_services.retry_upload(upload) is True
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.n_stored, upload.fault_id) == ("done", 3, "")


def test_a_stop_signal_lets_the_next_reader_in_at_once(
    monkeypatch: Any, enqueued: list[int]
) -> None:
    upload = received(many(3))

    def stopped(data: bytes, sender: str = "") -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reading, "drafts_of", stopped)
        with pytest.raises(KeyboardInterrupt):
            replay_services.read_waiting(upload.pk)
    assert replay_services.read_waiting(upload.pk) is True


def test_a_withdrawn_game_does_not_come_back_by_another_upload(enqueued: list[int]) -> None:
    replay_services.submit(as_json(numbered(1)), source=UploadSource.API)
    replay_services.withdraw(Game.objects.get())
    again = replay_services.submit(as_json(numbered(1)), source=UploadSource.API)
    assert again.state == "refused"
    item = again.items.get()
    assert (item.game, item.findings[0]["code"]) == (None, "withdrawn")


def test_counters_always_add_up_by_the_database_itself(enqueued: list[int]) -> None:
    from django.db import IntegrityError, transaction

    upload = replay_services.submit(many(1), source=UploadSource.API)
    with pytest.raises(IntegrityError), transaction.atomic():
        Upload.objects.filter(pk=upload.pk).update(n_stored=F("n_stored") + 1)


def test_a_lease_far_in_a_file_is_renewed_while_the_place_is_found_again(
    settings: Any, monkeypatch: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_LEASE_SECONDS = 0.0
    upload = received(many(10))
    Upload.objects.filter(pk=upload.pk).update(next_position=9, n_refused=9)
    renewed: list[Lease] = []
    monkeypatch.setattr(reading, "renew_lease", renewed.append)
    replay_services.read_waiting(upload.pk)
    assert len(renewed) == 9
    assert Game.objects.count() == 1
