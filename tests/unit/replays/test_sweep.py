"""The beat finds what was left, however it was left."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from replays import services as replay_services
from replays.models import Upload, UploadSource
from replays.services import Reading, UploadFault, reading
from replays.services.lease import take_lease

from .logs import many

pytestmark = pytest.mark.django_db


def received() -> Upload:
    return replay_services.submit(many(2), source=UploadSource.API, reading=Reading.QUEUED)


def aged(upload: Upload, **fields: Any) -> None:
    past = timezone.now() - timedelta(hours=1)
    Upload.objects.filter(pk=upload.pk).update(**dict.fromkeys(fields, past))


def test_a_lost_message_is_sent_again_but_not_at_once(enqueued: list[int]) -> None:
    upload = received()
    assert replay_services.sweep_uploads() == 0, "it was enqueued for a moment ago"
    aged(upload, queued_at=True)
    assert replay_services.sweep_uploads() == 1
    assert enqueued[-1] == upload.pk
    assert replay_services.sweep_uploads() == 0


def test_while_the_broker_is_away_nothing_rings_and_none_is_said_to(monkeypatch: Any) -> None:
    """What did not ring is due again at once."""
    upload = received()
    aged(upload, queued_at=True)
    monkeypatch.setattr("replays.services.sweep.enqueue_reading", lambda _: False)
    assert replay_services.sweep_uploads() == 0
    monkeypatch.setattr("replays.services.sweep.enqueue_reading", lambda _: True)
    assert replay_services.sweep_uploads() == 1


def test_a_dead_reader_is_replaced_once(enqueued: list[int]) -> None:
    upload = received()
    take_lease(upload.pk)
    assert replay_services.sweep_uploads() == 0, "its reader may live"
    Upload.objects.filter(pk=upload.pk).update(lease_until=timezone.now())
    assert replay_services.sweep_uploads() == 1
    assert replay_services.sweep_uploads() == 0
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert upload.state == "done"
    aged(upload, queued_at=True, received_at=True)
    assert replay_services.sweep_uploads() == 0


def test_an_upload_that_takes_its_readers_down_becomes_a_fault_with_an_id(
    settings: Any, enqueued: list[int], caplog: Any
) -> None:
    settings.UPLOAD_ATTEMPTS = 3
    upload = received()
    for _ in range(3):
        assert take_lease(upload.pk) is not None
        aged(upload, lease_until=True)
    assert take_lease(upload.pk) is None
    replay_services.sweep_uploads()
    upload.refresh_from_db()
    assert upload.state == "fault"
    assert upload.fault_id
    assert upload.fault_id in caplog.text


def test_a_fault_is_tried_again_by_the_next_sweep(monkeypatch: Any, enqueued: list[int]) -> None:
    upload = received()

    def broken(data: bytes) -> Any:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(reading, "drafts_of", broken)
        with pytest.raises(UploadFault):
            replay_services.read_waiting(upload.pk)
    assert replay_services.sweep_uploads() == 1
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.fault_id) == ("done", "")


def test_the_sweep_stops_ringing_where_nobody_answers(monkeypatch: Any) -> None:
    for _ in range(3):
        aged(received(), queued_at=True)
    calls: list[int] = []

    def away(upload_id: int) -> bool:
        calls.append(upload_id)
        return False

    monkeypatch.setattr("replays.services.sweep.enqueue_reading", away)
    replay_services.sweep_uploads()
    assert len(calls) == 1
