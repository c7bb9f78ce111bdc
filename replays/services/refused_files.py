"""Removing the bytes of refused uploads, which nothing needs any more. The upload, its state and
its findings stay.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from replays.models import RawFile, Record, Upload, UploadState
from replays.services.retries import retrying

BATCH_SIZE = 100
"""Files in a transaction."""


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
        return dropped.update(content=b"", removed_at=timezone.now())


def _unneeded(before: datetime) -> QuerySet[RawFile]:
    """Return the files whose uploads were all refused before a time, and that no record is of."""
    of_file = Upload.objects.filter(raw=OuterRef("pk"))
    needed = of_file.exclude(state=UploadState.REFUSED, finished_at__lte=before)
    records = Record.objects.filter(upload__raw=OuterRef("pk"))
    return RawFile.objects.filter(~Exists(needed), ~Exists(records), removed_at__isnull=True)
