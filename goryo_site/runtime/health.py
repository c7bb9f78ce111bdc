"""Whether the parts of a running site are there: database, broker, and a worker that hears the
beat.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from goryo_site.models import Heartbeat

BEAT = "beat"
log = logging.getLogger(__name__)


def beat_was_heard() -> None:
    """Write down the time of this beat."""
    Heartbeat.objects.update_or_create(name=BEAT, defaults={"heard_at": timezone.now()})


def last_beat() -> datetime | None:
    """When a worker last heard the beat; None: never."""
    return Heartbeat.objects.filter(name=BEAT).values_list("heard_at", flat=True).first()


def report(parts: tuple[str, ...] = ("database", "broker", "beat")) -> dict[str, Any]:
    """How the named parts are: `{"ok": bool, "<part>": {"ok": bool, …}}`. Says nothing of
    addresses, versions or causes.
    """
    found = {part: _checked(part) for part in parts}
    return {"ok": all(part["ok"] for part in found.values()), **found}


def _checked(part: str) -> dict[str, Any]:
    from kombu.exceptions import KombuError

    began = time.perf_counter()
    try:
        told = CHECKS[part]()
    except (DatabaseError, KombuError, OSError) as error:
        # The cause goes to the log alone: messages of drivers name hosts and users.
        log.warning("health: %s is away: %s", part, error)
        told = {"ok": False}
    return told | {"ms": round((time.perf_counter() - began) * 1000, 1)}


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
    heard_at = last_beat()
    if heard_at is None:
        return {"ok": False, "age_seconds": None}
    age = max(0.0, (timezone.now() - heard_at).total_seconds())
    return {"ok": age <= settings.BEAT_STALE_SECONDS, "age_seconds": round(age, 1)}


CHECKS: dict[str, Callable[[], dict[str, Any]]] = {
    "database": _database,
    "broker": _broker,
    "beat": _beat,
}
