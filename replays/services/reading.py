"""Reading an upload: game by game, a transaction a batch, until done, out of turn, or replaced."""

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from replays.database import retrying
from replays.doorbell import ring_on_commit
from replays.limits import Limits, limits
from replays.models import Game, Upload, UploadState
from replays.pipeline import Draft, drafts_of
from replays.signals import games_stored
from replays.store import store_items

from .errors import LeaseLost, UploadFault
from .lease import Lease, is_free, lease_end, release_lease, renew_lease, take_lease

log = logging.getLogger(__name__)


def read_waiting(upload_id: int, *, to_the_end: bool = False) -> None:
    """Read an upload if it waits for a reader; do nothing if not. Safe to call any number of times, from anywhere.

    Unless `to_the_end`, an upload that has had its turn while others wait goes to the end of the queue.
    Raises UploadFault.
    """
    lease = take_lease(upload_id)
    if lease is None:
        return
    read_with_lease(lease, turn=None if to_the_end else limits().turn_seconds)


def read_with_lease(lease: Lease, *, turn: float | None, only_while_waited: bool = True) -> None:
    """Read on until the end, or until `turn` seconds have passed (then, if `only_while_waited`, not before another waits)."""
    with _faults_noted(lease):
        try:
            if not _read(lease, limits(), turn, only_while_waited):
                _to_the_back(lease)
        except LeaseLost:
            log.info(
                "upload %s: another reader took over at game %s", lease.upload_id, lease.position
            )


def _read(lease: Lease, pace: Limits, turn: float | None, only_while_waited: bool) -> bool:
    """True when the upload was read to its end. Each batch that is kept moves `lease.position`."""
    upload = Upload.objects.select_related("raw").get(pk=lease.upload_id)
    drafts = _unread(lease, drafts_of(bytes(upload.raw.content)), pace)
    turn_ends: float | None = None
    started = batch_started = time.monotonic()
    batch: list[Draft] = []
    for draft in drafts:
        now = time.monotonic()
        if turn_ends is None and turn is not None:
            turn_ends = now + max(
                turn, 2 * (now - started)
            )  # finding the place again stays a small part
        batch.append(draft)
        is_turn_over = turn_ends is not None and now >= turn_ends
        if (
            len(batch) < pace.batch_games
            and now - batch_started < pace.batch_seconds
            and not is_turn_over
        ):
            continue
        save_batch(lease, batch)
        batch, batch_started = [], time.monotonic()
        if is_turn_over and (not only_while_waited or _others_wait(lease)):
            return False
    save_batch(lease, batch, is_last=True)
    return True


def _unread(lease: Lease, drafts: Iterator[Draft], pace: Limits) -> Iterator[Draft]:
    """The games from the lease's position on; says now and then that we are alive while it passes over the others."""
    start, heard = lease.position, time.monotonic()
    for draft in drafts:
        if draft.position >= start:
            yield draft
        elif time.monotonic() - heard > pace.lease_seconds / 4:
            renew_lease(lease)
            heard = time.monotonic()


@retrying
def save_batch(lease: Lease, drafts: list[Draft], *, is_last: bool = False) -> None:
    """One transaction: games, items, counters and place together, if the lease still holds. Raises LeaseLost."""
    with transaction.atomic():
        counts, new_ids = store_items(drafts, lease.upload_id)
        position = lease.position + len(drafts)
        changes = {
            "next_position": position,
            "n_stored": F("n_stored") + counts["stored"],
            "n_duplicate": F("n_duplicate") + counts["duplicate"],
            "n_refused": F("n_refused") + counts["refused"],
            "lease_until": lease_end(),
            "attempts": 0,
        }
        if is_last:
            changes |= {"n_games": position, "finished_at": timezone.now(), "fault_id": ""}
            changes |= {"state": UploadState.DONE, "lease_token": "", "lease_until": None}
        if not lease.rows().update(**changes):
            raise LeaseLost
        if is_last:
            nothing_kept = Upload.objects.filter(pk=lease.upload_id, n_stored=0, n_duplicate=0)
            nothing_kept.update(state=UploadState.REFUSED)
        if new_ids:
            games_stored.send(sender=Game, game_ids=new_ids)
    lease.position = position


def _others_wait(lease: Lease) -> bool:
    return Upload.objects.filter(is_free()).exclude(pk=lease.upload_id).exists()


@retrying
def _to_the_back(lease: Lease) -> None:
    with transaction.atomic():
        if release_lease(lease):
            Upload.objects.filter(pk=lease.upload_id).update(queued_at=timezone.now())
            ring_on_commit(lease.upload_id)


@contextmanager
def _faults_noted(lease: Lease) -> Iterator[None]:
    """Whatever else goes wrong is ours: it gets an id, a log line and a note on the row, and lets the next reader in."""
    try:
        yield
    except Exception as error:  # the boundary between their logs and our faults; never swallowed
        fault_id = secrets.token_hex(6)
        log.exception("fault %s in upload %s at game %s", fault_id, lease.upload_id, lease.position)
        public_id = Upload.objects.values_list("public_id", flat=True).get(pk=lease.upload_id)
        note_fault(lease, fault_id)
        raise UploadFault(fault_id, public_id) from error


@retrying
def note_fault(lease: Lease, fault_id: str) -> None:
    """Write the fault on the row; after the last attempt the upload stops there, else the beat lets it be read again."""
    with transaction.atomic():
        now = timezone.now()
        if not lease.rows().update(fault_id=fault_id, lease_token="", lease_until=now):
            return
        worn_out = Upload.objects.filter(pk=lease.upload_id, attempts__gte=limits().attempts)
        worn_out.update(state=UploadState.FAULT, finished_at=now)
