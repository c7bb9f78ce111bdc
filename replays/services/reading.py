"""Reading an upload game by game, one transaction per batch, until the end of the file, of the
read budget, or of the lease.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Value
from django.utils import timezone, translation

from replays.access.limits import Limits, limits
from replays.intake.items import store_items
from replays.models import REJECTED, Upload, UploadState
from replays.models.audience import PUBLIC, Audience
from replays.pipeline import Draft, drafts_of, guess_games
from replays.reads.upload_status import upload_stream
from replays.services.notifications import enqueue_on_commit
from replays.services.retries import retrying
from replays.signals import upload_done
from replays.streams.wake import wake

from .errors import LeaseLost, UploadFault
from .lease import Lease, is_free, lease_end, release_lease, renew_lease, take_lease
from .quotas import charge_read
from .recheck import repair_duplicates

log = logging.getLogger(__name__)

MAX_OVERTIME = 240.0
"""Seconds that a worker reads beyond its budget: far below the time limit of a task."""


@dataclass(slots=True)
class ReadBudget:
    """The time a reader has before it checks whether to stop. `seconds` None: to the end.

    `is_strict`: stop then even if no other upload waits, because a user waits for the answer.
    `on_progress` is called with the position after each batch.
    """

    seconds: float | None = None
    is_strict: bool = False
    on_progress: Callable[[int], None] | None = None
    _ends: float | None = None

    def start(self, seconds_to_skip: float) -> None:
        """Start the clock at the first unread game. The budget is at least twice the time needed to
        skip the games read before, so that skipping stays a small part of the work.
        """
        if self._ends is None and self.seconds is not None:
            self._ends = time.monotonic() + max(self.seconds, 2 * seconds_to_skip)

    def may_stop(self, others_wait: Callable[[], bool]) -> bool:
        """Return whether to stop: the budget is exhausted, and another upload waits or the overtime
        is too long.
        """
        if not self.is_exhausted() or self._ends is None:
            return False
        return self.is_strict or time.monotonic() > self._ends + MAX_OVERTIME or others_wait()

    def is_exhausted(self) -> bool:
        """Return whether the time is up."""
        return self._ends is not None and time.monotonic() >= self._ends


def read_waiting(upload_id: int, budget: ReadBudget | None = None) -> bool:
    """Read an upload if it waits for a reader; return False if it does not. Idempotent.

    If the budget is exhausted while other uploads wait, it goes to the end of the queue. Raises
    UploadFault.
    """
    lease = take_lease(upload_id)
    if lease is None:
        return False
    read_with_lease(lease, budget or ReadBudget(limits().turn_seconds))
    return True


def read_with_lease(lease: Lease, budget: ReadBudget) -> None:
    """Read to the end of the file or of the budget. Raises UploadFault."""
    # Findings are stored, so they must not depend on the language of the uploader.
    with translation.override(settings.LANGUAGE_CODE), _recording_faults(lease):
        try:
            if not _read(lease, limits(), budget):
                requeue(lease)
        except LeaseLost:
            log.info("upload %s: another reader is at game %s", lease.upload_id, lease.position)


def _read(lease: Lease, limit: Limits, budget: ReadBudget) -> bool:
    """Return whether the file was read to its end. Each stored batch moves `lease.position`."""
    upload = Upload.objects.select_related("raw").get(pk=lease.upload_id)
    data = upload.raw.data()
    if upload.n_expected is None and not budget.is_strict:
        lease.rows().update(n_expected=guess_games(data))
    started = batch_started = time.monotonic()
    batch: list[Draft] = []
    for draft in _unread(lease, drafts_of(data, upload.uploader), limit):
        budget.start(time.monotonic() - started if lease.position else 0.0)
        batch.append(draft)
        is_full = len(batch) >= limit.batch_games
        is_late = time.monotonic() - batch_started >= limit.batch_seconds
        if not (is_full or is_late or budget.is_exhausted()):
            continue
        save_batch(lease, batch, upload.owner, upload.audience, upload.usage_ids)
        batch, batch_started = [], time.monotonic()
        if budget.on_progress:
            budget.on_progress(lease.position)
        if budget.may_stop(Upload.objects.filter(is_free()).exclude(pk=lease.upload_id).exists):
            return False
    save_batch(lease, batch, upload.owner, upload.audience, upload.usage_ids, is_last=True)
    return True


def _unread(lease: Lease, drafts: Iterator[Draft], limit: Limits) -> Iterator[Draft]:
    """Yield the games from the lease's position on; renew the lease while skipping the others."""
    start, renewed = lease.position, time.monotonic()
    for draft in drafts:
        if draft.position >= start:
            yield draft
        elif time.monotonic() - renewed > limit.lease_seconds / 4:
            renew_lease(lease)
            renewed = time.monotonic()


@retrying
def save_batch(
    lease: Lease,
    drafts: list[Draft],
    owner: str = "",
    audience: Audience = PUBLIC,
    usage_ids: Sequence[int] = (),
    *,
    is_last: bool = False,
) -> None:
    """Store games, items, counters and position in one transaction. Raises LeaseLost."""
    with transaction.atomic():
        if not lease.rows().update(lease_until=lease_end()):  # locks the row until the end
            raise LeaseLost
        counts, _ = store_items(drafts, lease.upload_id, owner, audience)
        repair_duplicates(lease.upload_id, drafts)
        charge_read(usage_ids, drafts)
        position = lease.position + len(drafts)
        changes: dict[str, Any] = {f"n_{key}": F(f"n_{key}") + n for key, n in counts.items()}
        changes |= {"next_position": position, "lease_until": lease_end(), "attempts": 0}
        if is_last:
            changes |= {"n_games": position, "finished_at": timezone.now(), "fault_id": ""}
            changes |= {"state": UploadState.DONE, "lease_token": "", "lease_until": None}
        lease.rows().update(**changes)
        if is_last:
            without_games = Upload.objects.filter(
                pk=lease.upload_id,
                next_position=sum((F(f"n_{status.value}") for status in REJECTED), Value(0)),
            )
            without_games.update(state=UploadState.REFUSED)
            upload_done.send(sender=Upload, upload_id=lease.upload_id)
        wake(upload_stream(lease.upload_id))
    lease.position = position


@retrying
def requeue(lease: Lease) -> None:
    """Release an upload and put it at the end of the queue."""
    with transaction.atomic():
        if release_lease(lease):
            Upload.objects.filter(pk=lease.upload_id).update(queued_at=timezone.now())
            enqueue_on_commit(lease.upload_id)


@contextmanager
def _recording_faults(lease: Lease) -> Iterator[None]:
    """Turn any other exception into an UploadFault: an id, a log line, a note on the row, and the
    end of the lease.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        release_lease(lease)
        raise
    except Exception as error:  # client errors are findings; everything else is an internal error
        fault_id = secrets.token_hex(6)
        log.exception("fault %s in upload %s at game %s", fault_id, lease.upload_id, lease.position)
        public_id = Upload.objects.values_list("public_id", flat=True).get(pk=lease.upload_id)
        _record_fault(lease, fault_id)
        raise UploadFault(fault_id, public_id) from error


@retrying
def _record_fault(lease: Lease, fault_id: str) -> None:
    """Write the fault on the row. After the last attempt the upload stops, before that the periodic
    sweep retries it.
    """
    with transaction.atomic():
        now = timezone.now()
        if lease.rows().update(fault_id=fault_id, lease_token="", lease_until=now):
            exhausted = Upload.objects.filter(pk=lease.upload_id, attempts__gte=limits().attempts)
            exhausted_now = exhausted.update(state=UploadState.FAULT, finished_at=now)
            wake(upload_stream(lease.upload_id))
            if exhausted_now:
                upload_done.send(sender=Upload, upload_id=lease.upload_id)
