"""Recovering uploads whose message was lost, whose reader died, or that failed too often."""

import logging
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from replays.access.limits import limits
from replays.models import Upload, UploadState
from replays.services.notifications import enqueue_on_commit, enqueue_reading
from replays.services.retries import retrying

from .lease import is_free

log = logging.getLogger(__name__)

SWEEP_BATCH_SIZE = 200
"""Uploads queued at once; the next sweep takes the rest."""


def sweep_uploads() -> int:
    """Queue every waiting upload that was not queued recently; close those that failed too often.
    Return the number queued.
    """
    _close_exhausted()
    due = timezone.now() - timedelta(seconds=limits().requeue_seconds)
    not_queued = Q(queued_at__isnull=True) | Q(queued_at__lt=due)
    dead_reader = Q(state=UploadState.READING, queued_at__lt=F("lease_until"))
    waiting = Upload.objects.filter(is_free()).filter(not_queued | dead_reader)
    n_queued = 0
    for upload_id in waiting.order_by("id").values_list("id", flat=True)[:SWEEP_BATCH_SIZE]:
        if not enqueue_reading(upload_id):
            break
        n_queued += 1
        Upload.objects.filter(pk=upload_id).update(queued_at=timezone.now())
    return n_queued


@retrying
def _close_exhausted() -> None:
    """Close uploads without attempts left as internal errors with an id."""
    exhausted = Upload.objects.filter(is_free(), attempts__gte=limits().attempts)
    for upload in exhausted[:SWEEP_BATCH_SIZE]:
        fault_id = upload.fault_id or secrets.token_hex(6)
        if exhausted.filter(pk=upload.pk).update(
            state=UploadState.FAULT, fault_id=fault_id, finished_at=timezone.now(), lease_token=""
        ):
            log.error(
                "fault %s: upload %s failed %d times", fault_id, upload.public_id, upload.attempts
            )


@retrying
def retry_upload(upload: Upload) -> bool:
    """Queue an upload that stopped with an internal error, from where it stopped. Return False if
    it did not stop.
    """
    with transaction.atomic():
        is_queued = Upload.objects.filter(pk=upload.pk, state=UploadState.FAULT).update(
            state=UploadState.RECEIVED,
            attempts=0,
            fault_id="",
            finished_at=None,
            lease_until=None,
            queued_at=timezone.now(),
        )
        if is_queued:
            enqueue_on_commit(upload.pk)
    return bool(is_queued)
