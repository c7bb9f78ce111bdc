"""Finding what was left: uploads whose message was lost, whose reader died, or that failed too
often.
"""

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

A_SWEEP = 200  # uploads enqueued for at once; the next sweep finds the rest


def sweep_uploads() -> int:
    """Ring for every upload that waits and was not enqueued for lately; close those that failed too
    often. Gives how many rang.
    """
    _close_worn_out()
    due = timezone.now() - timedelta(seconds=limits().requeue_seconds)
    unheard = Q(queued_at__isnull=True) | Q(queued_at__lt=due)
    dead_reader = Q(state=UploadState.READING, queued_at__lt=F("lease_until"))
    waiting = Upload.objects.filter(is_free()).filter(unheard | dead_reader)
    ids = list(waiting.order_by("id").values_list("id", flat=True)[:A_SWEEP])
    enqueued = 0
    for upload_id in ids:
        if not enqueue_reading(upload_id):
            break
        enqueued += 1
        Upload.objects.filter(pk=upload_id).update(queued_at=timezone.now())
    return enqueued


@retrying
def _close_worn_out() -> None:
    """An upload that took its readers down again and again is a fault of ours, with an id."""
    for upload in Upload.objects.filter(is_free(), attempts__gte=limits().attempts)[:A_SWEEP]:
        fault_id = upload.fault_id or secrets.token_hex(6)
        closed = Upload.objects.filter(
            is_free(), pk=upload.pk, attempts__gte=limits().attempts
        ).update(
            state=UploadState.FAULT, fault_id=fault_id, finished_at=timezone.now(), lease_token=""
        )
        if closed:
            log.error(
                "fault %s: upload %s failed %d times", fault_id, upload.public_id, upload.attempts
            )


@retrying
def retry_upload(upload: Upload) -> bool:
    """Read an upload that stopped by a fault again, from where it stopped. False where it had not
    stopped by one.
    """
    with transaction.atomic():
        again = Upload.objects.filter(pk=upload.pk, state=UploadState.FAULT).update(
            state=UploadState.RECEIVED,
            attempts=0,
            fault_id="",
            finished_at=None,
            lease_until=None,
            queued_at=timezone.now(),
        )
        if again:
            enqueue_on_commit(upload.pk)
    return bool(again)
