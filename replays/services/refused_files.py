"""Removing the bytes of refused uploads, which nothing needs any more. The upload, its state and
its findings stay.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from replays.models import RawFile, Record, Upload, UploadState
from replays.models.raw_bytes import raw_storage, remove_after_commit, remove_objects
from replays.services.retries import retrying

BATCH_SIZE = 100
"""Files in a transaction."""
ORPHAN_SECONDS = 3600
"""Longer than a transaction that stores bytes."""
ORPHAN_TURN_SECONDS = 600
"""How often another day is looked at."""


def drop_refused() -> int:
    """Remove the bytes of all files with refused uploads only, `REFUSED_HOURS` after the last one
    was read; return how many.
    """
    before = timezone.now() - timedelta(hours=settings.REFUSED_HOURS)
    total = 0
    while n := _drop_some(before):
        total += n
    return total


@retrying
def _drop_some(before: datetime) -> int:
    """Remove the bytes of the next files.

    A file is locked before it is looked at for the last time. So is it while an upload of the same
    bytes is received (`submit.store_bytes`): either that upload is seen here, or it stores the
    bytes again.
    """
    with transaction.atomic():
        due = _unneeded(before).filter(
            uploads__state=UploadState.REFUSED, uploads__finished_at__lte=before
        )
        ids = list(due.distinct().order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
        files = RawFile.objects.filter(pk__in=ids)
        list(files.select_for_update().order_by("pk").values_list("pk", flat=True))
        dropped = _unneeded(before).filter(pk__in=ids)
        remove_after_commit(list(dropped.values_list("location", flat=True)))
        return dropped.update(content=b"", location="", removed_at=timezone.now())


def drop_orphans() -> int:
    """Remove objects of a storage that no row names: of uploads that were not committed, and of
    rows whose objects could not be removed. Return how many.

    Each run looks at those of the last two days, and of one other day in turn.
    """
    storage, now = raw_storage(), timezone.now()
    if storage is None:
        return 0
    days = sorted(storage.listdir("")[0])
    chosen = {
        *days[-2:],
        *days[int(now.timestamp() // ORPHAN_TURN_SECONDS) % max(1, len(days)) :][:1],
    }
    total = 0
    for day in chosen:
        names = [f"{day}/{name}" for name in storage.listdir(day)[1]]
        known = set(RawFile.objects.filter(location__in=names).values_list("location", flat=True))
        before = now - timedelta(seconds=ORPHAN_SECONDS)
        orphans = [n for n in names if n not in known and storage.get_modified_time(n) < before]
        remove_objects(storage, orphans)
        total += len(orphans)
    return total


def _unneeded(before: datetime) -> QuerySet[RawFile]:
    """Return the files whose uploads were all refused before a time, and that no record is of."""
    of_file = Upload.objects.filter(raw=OuterRef("pk"))
    needed = of_file.exclude(state=UploadState.REFUSED, finished_at__lte=before)
    records = Record.objects.filter(upload__raw=OuterRef("pk"))
    return RawFile.objects.filter(~Exists(needed), ~Exists(records), removed_at__isnull=True)
