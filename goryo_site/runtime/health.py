"""Health checks of a running site: database, broker, and a worker that receives heartbeats."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from goryo_site.models import Heartbeat

BEAT = "beat"
log = logging.getLogger(__name__)


def record_heartbeat() -> None:
    """Store the time of this heartbeat."""
    Heartbeat.objects.update_or_create(name=BEAT, defaults={"received_at": timezone.now()})


def report(parts: Iterable[str]) -> dict[str, Any]:
    """Return `{"ok": bool, "<part>": {"ok": bool, …}}` without addresses, versions or causes."""
    checked = {part: _checked(part) for part in parts}
    return {"ok": all(part["ok"] for part in checked.values()), **checked}


def _checked(part: str) -> dict[str, Any]:
    from kombu.exceptions import KombuError

    start = time.perf_counter()
    try:
        result = CHECKS[part]()
    except (DatabaseError, KombuError, OSError) as error:
        # The cause goes only to the log: driver messages contain hosts and user names.
        log.warning("health: %s is unreachable: %s", part, error)
        result = {"ok": False}
    return result | {"ms": round((time.perf_counter() - start) * 1000, 1)}


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return {"ok": cursor.fetchone() == (1,)}


def _broker() -> dict[str, Any]:
    from goryo_site.runtime.celery import app

    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
        return {"ok": broker.connected}


def _beat() -> dict[str, Any]:
    beats = Heartbeat.objects.filter(name=BEAT)
    received_at = beats.values_list("received_at", flat=True).first()
    if received_at is None:
        return {"ok": False, "age_seconds": None}
    age = max(0.0, (timezone.now() - received_at).total_seconds())
    return {"ok": age <= settings.BEAT_STALE_SECONDS, "age_seconds": round(age, 1)}


CHECKS: dict[str, Callable[[], dict[str, Any]]] = {
    "database": _database,
    "broker": _broker,
    "beat": _beat,
}
