"""Metrics for Prometheus: request times of the web processes, and the state of the site.

Web processes count requests, each in a file of `PROMETHEUS_MULTIPROC_DIR`; everything else is read
from the database when it is requested.
"""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from analytics.models import Contribution, ResultsFit
from goryo_site.models import Heartbeat
from goryo_site.runtime.gunicorn import MULTIPROCESS
from goryo_site.runtime.health import BEAT
from moderation.models import Block, Case, CaseState
from replays.models import Game, Upload, UploadState
from replays.models.visibility import visible

UNREAD = (UploadState.RECEIVED, UploadState.READING)
REQUESTS = Histogram(
    "kifu_request_seconds",
    "Seconds to answer a request, by view, method and status",
    ["view", "method", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)


def observe(view: str, method: str, status: int, seconds: float) -> None:
    """Count a request."""
    REQUESTS.labels(view, method, status).observe(seconds)


def exposition() -> bytes:
    """Return all metrics in Prometheus' text format."""
    requests: CollectorRegistry = REGISTRY
    if MULTIPROCESS in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)  # type: ignore[no-untyped-call]
    site = CollectorRegistry()
    site.register(SiteCollector())
    return generate_latest(requests) + generate_latest(site)


class SiteCollector(Collector):
    """The state of the site, from its database and folders."""

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        yield from _uploads()
        yield from _games()
        yield from _ages()
        yield from _storage()
        yield from _moderation()

    def describe(self) -> Iterator[Metric]:
        """Yield nothing: registering does not query the database."""
        yield from ()


def _uploads() -> Iterator[Metric]:
    states = CounterMetricFamily("kifu_uploads", "Uploads, by state", labels=["state"])
    for state, n in Upload.objects.order_by().values_list("state").annotate(Count("id")):
        states.add_metric([state], n)
    yield states
    unread = Upload.objects.filter(state__in=UNREAD).aggregate(n=Count("id"), at=Min("received_at"))
    yield GaugeMetricFamily("kifu_upload_queue_length", "Uploads to be read", unread["n"])
    age = _age(unread["at"]) if unread["at"] else 0.0
    yield GaugeMetricFamily("kifu_upload_queue_age_seconds", "Age of the oldest of them", age)


def _games() -> Iterator[Metric]:
    labels = ["kind", "simulated"]
    stored = CounterMetricFamily("kifu_games_stored", "Stored games", labels=labels)
    pending = GaugeMetricFamily("kifu_games_pending", "Games to be counted", labels=labels)
    waits = visible() & Q(refused_by="", not_counted="", contribution=None)
    rows = Game.objects.order_by().values_list("kind", "is_simulated")
    for kind, simulated, n, n_pending in rows.annotate(
        n=Count("id"), pending=Count("id", filter=waits)
    ):
        names = [kind, "yes" if simulated else "no"]
        stored.add_metric(names, n)
        pending.add_metric(names, n_pending)
    yield stored
    yield pending
    counted = Contribution.objects.count()
    yield CounterMetricFamily("kifu_games_counted", "Games in statistics", counted)


def _ages() -> Iterator[Metric]:
    beat = GaugeMetricFamily("kifu_heartbeat_age_seconds", "Since a worker received the heartbeat")
    for (received_at,) in Heartbeat.objects.filter(name=BEAT).values_list("received_at"):
        beat.add_metric([], _age(received_at))
    yield beat
    labels = ["kind", "simulated"]
    fits = GaugeMetricFamily("kifu_fit_age_seconds", "Age of a fit of ratings", labels=labels)
    for kind, simulated, fitted_at in ResultsFit.objects.filter(snapshot=None).values_list(
        "kind", "is_simulated", "fitted_at"
    ):
        fits.add_metric([kind, "yes" if simulated else "no"], _age(fitted_at))
    yield fits


def _storage() -> Iterator[Metric]:
    sizes = GaugeMetricFamily("kifu_storage_bytes", "Bytes on disk, by part", labels=["part"])
    sizes.add_metric(["database"], _database_bytes())
    sizes.add_metric(["dumps"], _bytes_below(settings.DUMPS_DIR))
    yield sizes


def _moderation() -> Iterator[Metric]:
    cases = Case.objects.filter(state=CaseState.OPEN).aggregate(n=Count("id"), at=Min("created_at"))
    yield GaugeMetricFamily("kifu_reports_open", "Reported things to be decided", cases["n"])
    age = _age(cases["at"]) if cases["at"] else 0.0
    yield GaugeMetricFamily("kifu_report_age_seconds", "Age of the oldest of them", age)
    active = Block.objects.filter(lifted_at__isnull=True, expires_at__gt=timezone.now())
    yield GaugeMetricFamily("kifu_blocks_active", "Blocks that apply now", active.count())


def _database_bytes() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(connection.settings_dict["NAME"])
    return path.stat().st_size if path.is_file() else 0


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _age(moment: datetime) -> float:
    return max(0.0, (timezone.now() - moment).total_seconds())
