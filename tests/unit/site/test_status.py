"""`/status/` and `/api/v1/status/`: the parts of the site, since when, and what waits, in words."""

from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from goryo_site import tasks
from goryo_site.models import Heartbeat
from goryo_site.runtime import health, state
from replays import services
from replays.models import Game, Upload, UploadSource, UploadState
from tests.support.pages import get_json, missing, page, present
from tests.unit.replays.logs import many, submit
from tests.unit.visibility.owners import play, stored

pytestmark = pytest.mark.django_db


def as_json(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def test_since_when_workers_work_or_not(client: Client) -> None:
    now = timezone.now()
    tasks.heartbeat()
    tasks.heartbeat()
    began = Heartbeat.objects.get(name=state.BEATING).received_at
    assert 0 <= (began - now).total_seconds() < 5
    parts = {part["key"]: part for part in get_json(client, "/api/v1/status/")["parts"]}
    assert parts["beat"] == {"key": "beat", "works": True, "since": as_json(began)}
    assert parts["database"]["works"]
    assert parts["web"]["since"] == as_json(state.STARTED)
    gone = now - timedelta(seconds=settings.BEAT_STALE_SECONDS + 60)
    Heartbeat.objects.filter(name=health.BEAT).update(received_at=gone)
    body = get_json(client, "/api/v1/status/")
    beat = next(part for part in body["parts"] if part["key"] == "beat")
    assert (body["ok"], beat["works"], beat["since"]) == (False, False, as_json(gone))
    text = page(client, "/status/")
    assert missing(text, "does not answer", f"{gone:%H:%M} UTC") == []
    tasks.heartbeat()
    assert Heartbeat.objects.get(name=state.BEATING).received_at > began


def test_what_waits_is_said_in_words(client: Client) -> None:
    tasks.heartbeat()
    nothing = ("No upload is waiting.", "All games are counted.", "All parts of the site work.")
    assert missing(page(client, "/status/"), *nothing) == []
    submit(many(2))
    earlier = timezone.now() - timedelta(hours=3, minutes=5)
    Game.objects.update(public_at=earlier)
    upload = services.submit(b"log", source=UploadSource.PAGE)
    fields = {"state": UploadState.RECEIVED, "received_at": timezone.now()}
    Upload.objects.filter(pk=upload.pk).update(**fields)
    text = page(client, "/status/").replace("\xa0", " ")
    words = (
        "2 games are waiting to be counted, the oldest for 3 hours.",
        "1 upload is waiting, the oldest for less than a minute.",
        "some tasks are delayed", "late",
    )  # fmt: skip
    assert missing(text, *words) == []
    queues = {row["key"]: row for row in get_json(client, "/api/v1/status/")["queues"]}
    assert queues["counting"]["oldest"] == as_json(earlier)
    assert (queues["counting"]["late"], queues["uploads"]["late"]) == (True, False)


def test_hidden_games_and_uploads_are_not_counted(client: Client) -> None:
    stored(play(1), "ann", "private")
    Upload.objects.update(state=UploadState.RECEIVED)
    assert [row["waiting"] for row in get_json(client, "/api/v1/status/")["queues"]] == [0, 0]


def test_the_page_without_a_database_shows_the_rest(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "report", lambda _: {
        "ok": False, "database": {"ok": False}, "broker": {"ok": True}, "beat": {"ok": False},
    })  # fmt: skip
    text = page(client, "/status/")
    assert "Part of the site is not responding" in text
    assert present(text, "Waiting", "waiting") == []
    assert get_json(client, "/api/v1/status/")["queues"] == []
