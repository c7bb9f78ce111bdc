"""Reading an upload: game by game, a transaction a batch, until done, out of turn, or replaced."""

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from replays.access.limits import Limits, limits
from replays.models import Game, Upload, UploadState
from replays.pipeline import Draft, drafts_of, guess_games
from replays.services.notifications import enqueue_on_commit
from replays.services.retries import retrying
from replays.signals import games_stored
from replays.store import store_items

from .errors import LeaseLost, UploadFault
from .lease import Lease, is_free, lease_end, release_lease, renew_lease, take_lease

log = logging.getLogger(__name__)

LONGEST_TURN = 240.0  # seconds a worker reads on past its turn: well below the time limit of a task


@dataclass(slots=True)
class Turn:
    """How long a reader may read before it looks whether to stop. `seconds` None: to the end.

    `in_any_case`: stop then even where nobody waits (a person waits for the answer). `heard` is
    told the position after each batch.
    """

    seconds: float | None = None
    in_any_case: bool = False
    heard: Callable[[int], None] | None = None
    _ends: float | None = None

    def begin(self, seconds_to_find_the_place: float) -> None:
        """The first unread game is at hand. Finding the place again in a long file stays a small
        part of the work.
        """
        if self._ends is None and self.seconds is not None:
            self._ends = time.monotonic() + max(self.seconds, 2 * seconds_to_find_the_place)

    def may_stop(self, others_wait: Callable[[], bool]) -> bool:
        """Whether to stop here: the time is up, and somebody waits, or it has been very long."""
        if not self.is_over() or self._ends is None:
            return False
        return self.in_any_case or time.monotonic() > self._ends + LONGEST_TURN or others_wait()

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._ends is not None and time.monotonic() >= self._ends


def read_waiting(upload_id: int, turn: Turn | None = None) -> bool:
    """Read an upload if it waits for a reader. Safe to call any number of times, from anywhere.

    An upload that has had its turn while others wait goes to the end of the queue. False where it
    did not wait: it is settled, or somebody reads it. Raises UploadFault.
    """
    lease = take_lease(upload_id)
    if lease is None:
        return False
    read_with_lease(lease, turn or Turn(limits().turn_seconds))
    return True


def read_with_lease(lease: Lease, turn: Turn) -> None:
    """Read on until the end, or until the turn is over. Raises UploadFault."""
    # What is found is kept, so it is not written in the language of who happens to send it.
    with translation.override(settings.LANGUAGE_CODE), _faults_noted(lease):
        try:
            if not _read(lease, limits(), turn):
                leave_to_workers(lease)
        except LeaseLost:
            log.info("upload %s: another reader is at game %s", lease.upload_id, lease.position)


def _read(lease: Lease, pace: Limits, turn: Turn) -> bool:
    """True when the upload was read to its end. Each batch that is kept moves `lease.position`."""
    upload = Upload.objects.select_related("raw").get(pk=lease.upload_id)
    data = bytes(upload.raw.content)
    if upload.n_expected is None and not turn.in_any_case:
        lease.rows().update(n_expected=guess_games(data))
    started = batch_started = time.monotonic()
    batch: list[Draft] = []
    for draft in _unread(lease, drafts_of(data, upload.sender), pace):
        turn.begin(time.monotonic() - started if lease.position else 0.0)
        batch.append(draft)
        is_full = len(batch) >= pace.batch_games
        is_late = time.monotonic() - batch_started >= pace.batch_seconds
        if not (is_full or is_late or turn.is_over()):
            continue
        save_batch(lease, batch)
        batch, batch_started = [], time.monotonic()
        if turn.heard:
            turn.heard(lease.position)
        if turn.may_stop(lambda: _others_wait(lease)):
            return False
    save_batch(lease, batch, is_last=True)
    return True


def _unread(lease: Lease, drafts: Iterator[Draft], pace: Limits) -> Iterator[Draft]:
    """The games from the lease's position on; says now and then that we are alive while it passes
    over the others.
    """
    start, heard = lease.position, time.monotonic()
    for draft in drafts:
        if draft.position >= start:
            yield draft
        elif time.monotonic() - heard > pace.lease_seconds / 4:
            renew_lease(lease)
            heard = time.monotonic()


@retrying
def save_batch(lease: Lease, drafts: list[Draft], *, is_last: bool = False) -> None:
    """One transaction: games, items, counters and place together, if the lease still holds. Raises
    LeaseLost.
    """
    with transaction.atomic():
        if not lease.rows().update(lease_until=lease_end()):  # locks the row until we are done
            raise LeaseLost
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
        lease.rows().update(**changes)
        if is_last:
            nothing_kept = Upload.objects.filter(pk=lease.upload_id, n_stored=0, n_duplicate=0)
            nothing_kept.update(state=UploadState.REFUSED)
        if new_ids:
            games_stored.send(sender=Game, game_ids=new_ids)
    lease.position = position


def _others_wait(lease: Lease) -> bool:
    return Upload.objects.filter(is_free()).exclude(pk=lease.upload_id).exists()


@retrying
def leave_to_workers(lease: Lease) -> None:
    """Let go of an upload, and queue it behind the others."""
    with transaction.atomic():
        if release_lease(lease):
            Upload.objects.filter(pk=lease.upload_id).update(queued_at=timezone.now())
            enqueue_on_commit(lease.upload_id)


@contextmanager
def _faults_noted(lease: Lease) -> Iterator[None]:
    """Whatever else goes wrong is ours: it gets an id, a log line and a note on the row, and lets
    the next reader in.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        release_lease(lease)  # we were told to stop: the next reader need not wait
        raise
    except Exception as error:  # the boundary between their logs and our faults; never swallowed
        fault_id = secrets.token_hex(6)
        log.exception("fault %s in upload %s at game %s", fault_id, lease.upload_id, lease.position)
        public_id = Upload.objects.values_list("public_id", flat=True).get(pk=lease.upload_id)
        note_fault(lease, fault_id)
        raise UploadFault(fault_id, public_id) from error


@retrying
def note_fault(lease: Lease, fault_id: str) -> None:
    """Write the fault on the row; after the last attempt the upload stops there, else the beat lets
    it be read again.
    """
    with transaction.atomic():
        now = timezone.now()
        if not lease.rows().update(fault_id=fault_id, lease_token="", lease_until=now):
            return
        worn_out = Upload.objects.filter(pk=lease.upload_id, attempts__gte=limits().attempts)
        worn_out.update(state=UploadState.FAULT, finished_at=now)
