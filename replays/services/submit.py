"""Taking something in: the bytes are kept first, then read, at once if they are few, else by a
worker.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from enum import Enum

from django.db import transaction
from django.utils import timezone

from games.log.container import is_packed, unpacked_size
from replays.access.limits import limits
from replays.models import RawFile, Upload, UploadSource, UploadState
from replays.services.notifications import enqueue_on_commit
from replays.services.retries import retrying
from replays.text.labels import clean_label

from .errors import TooLarge, UploadFault
from .lease import Lease, lease_end, new_token
from .reading import Turn, leave_to_workers, read_waiting, read_with_lease
from .sweep import retry_upload

log = logging.getLogger(__name__)


class Reading(Enum):
    """Who reads an upload: whoever suits its size, the caller to the end, or a worker."""

    BY_SIZE = "by size"
    NOW = "now"
    QUEUED = "queued"


def submit(
    data: bytes,
    *,
    filename: str = "",
    source: UploadSource,
    sender: str = "",
    reading: Reading = Reading.BY_SIZE,
    heard: Callable[[int], None] | None = None,
) -> Upload:
    """Keep the bytes, and see that they are read. Gives the upload as it is when the caller's part
    is done.

    `sender` is the key of who sends (`access.senders`). `heard` is told, while the caller reads,
    how many games were read. Raises TooLarge (nothing is kept) and UploadFault (the upload is kept
    and will be tried again).
    """
    pace = limits()
    if len(data) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    at_once = reading is Reading.NOW or (reading is Reading.BY_SIZE and is_read_at_once(data))
    token = new_token() if at_once else ""
    upload = receive(data, filename, source, token, sender)
    if at_once:
        is_waited_for = reading is Reading.BY_SIZE
        turn = Turn(pace.inline_seconds if is_waited_for else None, is_waited_for, heard)
        read_with_lease(Lease(upload.pk, token, 0), turn)
        upload.refresh_from_db()
    return upload


def submit_all(
    files: Iterable[tuple[str, bytes]], *, source: UploadSource, sender: str = ""
) -> list[Upload]:
    """Keep several files sent together, all of them before the first is read; what cannot be read
    while the sender waits is left to the workers. A fault while reading one of several is on its
    row, and the others are kept and read all the same.

    Raises TooLarge (nothing is kept), and UploadFault where it is the only file.
    """
    pace = limits()
    files = list(files)
    if sum(len(data) for _, data in files) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    ends = time.monotonic() + pace.inline_seconds
    kept = []
    for filename, data in files:
        token = new_token() if is_read_at_once(data) else ""
        kept.append((receive(data, filename, source, token, sender), token))
    for upload, token in kept:
        if not token:
            continue
        lease = Lease(upload.pk, token, 0)
        left = ends - time.monotonic()
        if left <= 0:
            leave_to_workers(lease)
        else:
            try:
                read_with_lease(lease, Turn(left, True))
            except UploadFault:
                if len(kept) == 1:
                    raise
                log.info("upload %s: a fault while its sender waited", upload.pk)
    uploads = [upload for upload, _ in kept]
    for upload in uploads:
        upload.refresh_from_db()
    return uploads


def is_read_at_once(data: bytes) -> bool:
    """Whether an upload is small enough, unpacked too, to be read while its sender waits."""
    most = limits().inline_bytes
    return len(data) <= most and (not is_packed(data) or unpacked_size(data, most) <= most)


def submit_once(
    data: bytes, *, filename: str, reading: Reading, heard: Callable[[int], None] | None = None
) -> tuple[Upload, bool]:
    """As `submit`, for imports that are run again: bytes that an import brought before are not read
    twice, only to their end.

    Gives the upload, and whether it was there already.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    before = (
        Upload.objects.filter(raw__sha256=sha256, source=UploadSource.COMMAND).order_by("id").last()
    )
    if before is None:
        made = submit(
            data, filename=filename, source=UploadSource.COMMAND, reading=reading, heard=heard
        )
        return made, False
    if before.state == UploadState.FAULT:
        retry_upload(before)
    if reading is Reading.NOW:
        read_waiting(before.pk, Turn(heard=heard))
    before.refresh_from_db()
    return before, True


@retrying
def receive(
    data: bytes, filename: str, source: UploadSource, token: str = "", sender: str = ""
) -> Upload:
    """Keep the bytes (once for each distinct string) and the fact that they came; ring for a worker
    where no token is given.
    """
    with transaction.atomic():
        raw, _ = RawFile.objects.only("id").get_or_create(
            sha256=hashlib.sha256(data).hexdigest(),
            defaults={"size": len(data), "content": data},
        )
        upload = Upload(
            raw=raw,
            filename=clean_label(filename),
            source=source,
            sender=sender,
            queued_at=timezone.now(),
        )
        if token:
            upload.state, upload.attempts = UploadState.READING, 1
            upload.lease_token, upload.lease_until = token, lease_end()
        upload.save(force_insert=True)
        if not token:
            enqueue_on_commit(upload.pk)
    return upload
