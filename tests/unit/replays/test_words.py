"""What an upload's page and API say while it is read, and while nobody reads it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.registry import KINDS
from replays import services as replay_services
from replays.models import Upload, UploadSource
from replays.reads.upload_status import state_sentence
from replays.services.lease import take_lease
from replays.services.reading import requeue
from replays.text.terms import result_text

from .logs import many

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def reading(**fields: Any) -> Upload:
    """An upload whose reader said at noon that it reads, for a minute."""
    until = NOON + timedelta(seconds=60)
    return Upload(**{"state": "reading", "lease_token": "x", "lease_until": until, **fields})


@pytest.mark.parametrize("seconds", [0, 1, 15, 19])
def test_a_reader_that_is_heard_of_reads(seconds: int) -> None:
    told = state_sentence(reading(), NOON + timedelta(seconds=seconds))
    assert told == "Your file is being read."


@pytest.mark.parametrize("seconds", [20, 40, 74])
def test_a_silent_reader_is_a_pause_that_ends_by_itself_at_a_time(seconds: int) -> None:
    """A lease of 60 s, and the next sweep 15 s later at the latest."""
    told = state_sentence(reading(), NOON + timedelta(seconds=seconds))
    assert told.startswith("Reading paused")
    assert "continues automatically by 12:01:15 UTC." in told


def test_a_pause_without_a_worker_names_no_time_that_is_over() -> None:
    told = state_sentence(reading(), NOON + timedelta(seconds=76))
    assert "continues automatically when a worker is free." in told


def test_the_pause_follows_the_settings(settings: Any) -> None:
    settings.UPLOAD_LEASE_SECONDS, settings.SWEEP_SECONDS = 6.0, 1.0
    upload = reading(lease_until=NOON + timedelta(seconds=6))
    assert state_sentence(upload, NOON + timedelta(seconds=1)) == "Your file is being read."
    assert "by 12:00:07 UTC" in state_sentence(upload, NOON + timedelta(seconds=3))


@pytest.mark.django_db
def test_one_that_was_left_to_the_workers_waits_for_its_turn(enqueued: list[int]) -> None:
    upload = replay_services.submit(
        many(3), source=UploadSource.PAGE, reading=replay_services.Reading.QUEUED
    )
    lease = take_lease(upload.pk)
    assert lease is not None
    requeue(lease)
    upload.refresh_from_db()
    assert "is waiting to be read" in state_sentence(upload)
    upload.next_position = 2
    assert "Part of your file has been read. Reading continues automatically." in state_sentence(
        upload
    )


@pytest.mark.django_db
def test_page_and_api_say_it_of_a_reader_that_died(client: Client, enqueued: list[int]) -> None:
    upload = replay_services.submit(
        many(3), source=UploadSource.PAGE, reading=replay_services.Reading.QUEUED
    )
    assert take_lease(upload.pk) is not None
    page, api = upload.get_absolute_url(), f"/api/v1/uploads/{upload.public_id}/"
    assert "Your file is being read." in client.get(page).content.decode()
    silent_since = timezone.now() - timedelta(seconds=30)
    Upload.objects.update(lease_until=silent_since + timedelta(seconds=60))
    assert "Reading paused" in client.get(page).content.decode()
    assert client.get(api).json()["message"].startswith("Reading paused")
    assert client.get(api).json()["poll_seconds"] == 1


def test_a_result_is_a_sentence_whoever_won() -> None:
    assert result_text(KINDS["gorinto"], "kitsune", "wisdom")[0] == "The Kitsune won"
    assert result_text(KINDS["gorinto"], "p1+p3", "wisdom")[0] == "Player 1 and Player 3 won"
    assert result_text(KINDS["goryo"], None, "abandon")[0] == "No winner"
    assert result_text(KINDS["goryo"], None, None) == ("Unfinished", "")
