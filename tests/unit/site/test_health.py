"""`/healthz` reports what works, and no addresses."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from goryo_site import tasks
from goryo_site.models import Heartbeat
from goryo_site.runtime import health
from goryo_site.runtime.celery import app as current_app

pytestmark = pytest.mark.django_db


def beat_ago(seconds: float) -> None:
    received_at = timezone.now() - timedelta(seconds=seconds)
    Heartbeat.objects.update_or_create(name=health.BEAT, defaults={"received_at": received_at})


def test_a_healthy_site_with_a_heartbeat_that_replaces_the_last(client: Client) -> None:
    beat_ago(1000)
    tasks.heartbeat()
    assert Heartbeat.objects.count() == 1
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["ok"] is True
    assert set(answer.json()) == {"ok", "database", "broker", "beat"}
    assert answer.json()["beat"]["age_seconds"] < 5
    assert "no-store" in answer["Cache-Control"]


def test_a_missing_heartbeat_is_reported(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["beat"].items() >= {"ok": False, "age_seconds": None}.items()


@pytest.mark.parametrize(("beyond", "status"), [(-10, 200), (10, 503)])
def test_the_age_of_the_beat_decides(client: Client, beyond: float, status: int) -> None:
    beat_ago(settings.BEAT_STALE_SECONDS + beyond)
    assert client.get("/healthz").status_code == status


def test_a_broken_broker_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.heartbeat()
    url = "redis://:sesame@127.0.0.1:1/0"
    away = current_app.connection_for_write(url)
    monkeypatch.setattr(current_app, "connection_for_write", lambda: away)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"]["ok"] is False
    assert b"sesame" not in answer.content
    assert b"127.0.0.1" not in answer.content


def test_a_broken_database_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> dict[str, object]:
        raise OperationalError("connection to server at db.internal, user kifu, failed")

    monkeypatch.setitem(health.CHECKS, "database", away)
    answer = client.get("/healthz/web")
    assert answer.status_code == 503
    assert b"internal" not in answer.content


def test_the_web_part_checks_only_the_database(client: Client) -> None:
    answer = client.get("/healthz/web")
    assert answer.status_code == 200
    assert set(answer.json()) == {"ok", "database"}
    assert client.post("/healthz").status_code == 405


def test_the_command_prints_the_report() -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("health", "beat", stdout=out)
    assert left.value.code == 1
    assert json.loads(out.getvalue())["beat"]["ok"] is False
    tasks.heartbeat()
    out = StringIO()
    call_command("health", stdout=out)
    assert json.loads(out.getvalue())["ok"] is True
