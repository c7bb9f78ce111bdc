"""The state of the site for people and programs: its parts, since when, and what waits.

Only what will be public is counted, so that no number reveals a private game.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, Q
from django.utils import timezone

from analytics.models import ResultsFit
from analytics.reads.archive import open_data
from goryo_site.models import Heartbeat
from goryo_site.runtime import health
from replays.models import Game, Upload, UploadState, Visibility
from replays.models.visibility import visible

STARTED = timezone.now()
"""When this process started."""
BEATING = "beating"
"""The name of the row that has the time since which heartbeats arrive without a gap."""
UNREAD = (UploadState.RECEIVED, UploadState.READING)
LATE = timedelta(minutes=10)
"""A queue whose oldest entry has waited for longer is late."""


@dataclass(frozen=True, slots=True)
class PartState:
    """Whether a part works, and since when it does or does not; None: not known."""

    works: bool
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class QueueState:
    """How many entries wait, since when the oldest does, and whether that is too long."""

    waiting: int
    oldest: datetime | None

    @property
    def is_late(self) -> bool:
        """Whether the oldest entry has waited too long."""
        return self.oldest is not None and timezone.now() - self.oldest > LATE


@dataclass(frozen=True, slots=True)
class FitState:
    """When the ratings of human games of a kind were computed last."""

    kind: str
    computed_at: datetime


def record_beat() -> None:
    """Store a heartbeat, and since when they arrive without a gap."""
    now = timezone.now()
    beats = dict(Heartbeat.objects.values_list("name", "received_at"))
    recent = now - timedelta(seconds=settings.BEAT_STALE_SECONDS)
    if BEATING not in beats or beats.get(health.BEAT, recent) <= recent:
        Heartbeat.objects.update_or_create(name=BEATING, defaults={"received_at": now})
    health.record_heartbeat()


def part_states(report: dict[str, Any]) -> dict[str, PartState]:
    """Return the parts of the site from a report of its health. Workers that stopped did so after
    their last heartbeat.
    """
    works = {name: bool(part["ok"]) for name, part in report.items() if name != "ok"}
    beats: dict[str, datetime] = {}
    if works.get("database"):
        beats = dict(Heartbeat.objects.values_list("name", "received_at"))
    is_beating = works.get(health.BEAT, False)
    since = beats.get(BEATING if is_beating else health.BEAT)
    parts = {"web": PartState(True, STARTED)}
    for name, is_well in works.items():
        parts[name] = PartState(is_well, since if name == health.BEAT else None)
    return parts


def queue_states() -> dict[str, QueueState]:
    """Return what waits to be read, and to be counted."""
    uploads = Upload.objects.filter(state__in=UNREAD, visibility=Visibility.PUBLIC)
    unread = uploads.aggregate(n=Count("id"), at=Min("received_at"))
    games = Game.objects.filter(visible(), refused_by="", not_counted="", contribution=None)
    pending = games.aggregate(n=Count("id"), at=Min("public_at"))
    return {
        "uploads": QueueState(unread["n"], unread["at"]),
        "counting": QueueState(pending["n"], pending["at"]),
    }


def fit_states() -> list[FitState]:
    """Return the fits of ratings of human games, by kind."""
    fits = ResultsFit.objects.filter(Q(snapshot=None), is_simulated=False).order_by("kind")
    return [FitState(*row) for row in fits.values_list("kind", "fitted_at")]


def newest_dump() -> datetime | None:
    """Return when the newest dump of the open data was made; None: there is none."""
    dumps = open_data()
    return dumps[0].made_at if dumps else None
