"""Receiving uploads: the bytes are stored first, then read, small files at once and others by a
worker.
"""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from django.db import transaction
from django.utils import timezone

from games.log.container import is_packed, unpacked_size
from replays.access.limits import limits
from replays.access.quotas import Quota
from replays.models import RawFile, Upload, UploadSource, UploadState
from replays.models.audience import PUBLIC, Audience
from replays.models.raw_bytes import put_bytes
from replays.pipeline import skipped_files
from replays.services.notifications import enqueue_on_commit
from replays.services.retries import retrying
from replays.text.names import clean_label

from .errors import TooLarge, UploadFault
from .lease import Lease, lease_end
from .quotas import charge
from .reading import ReadBudget, read_waiting, read_with_lease, requeue
from .sweep import retry_upload

log = logging.getLogger(__name__)


class Reading(Enum):
    """What reads an upload: depending on its size, the calling process to the end, or a worker."""

    BY_SIZE = "by size"
    NOW = "now"
    QUEUED = "queued"


def submit(
    data: bytes,
    *,
    filename: str = "",
    source: UploadSource,
    uploader: str = "",
    audience: Audience = PUBLIC,
    reading: Reading = Reading.BY_SIZE,
    on_progress: Callable[[int], None] | None = None,
) -> Upload:
    """Store the bytes and read them, or queue them for a worker. Return the upload as it then is.

    `uploader` is a key (`access.uploaders`); new games are for the `audience`. `on_progress` is
    called with the number of games read so far. Raises TooLarge (nothing is stored) and UploadFault
    (the upload is stored and retried).
    """
    limit = limits()
    if len(data) > limit.max_bytes:
        raise TooLarge(limit.max_bytes)
    by_size = reading is Reading.BY_SIZE
    at_once = is_read_at_once(data) if by_size else reading is Reading.NOW
    token = secrets.token_hex(16) if at_once else ""
    upload = receive(data, filename, source, token, uploader, audience)
    if at_once:
        budget = ReadBudget(limit.inline_seconds if by_size else None, by_size, on_progress)
        read_with_lease(Lease(upload.pk, token, 0), budget)
        upload.refresh_from_db()
    return upload


def submit_all(
    files: Iterable[tuple[str, bytes]],
    *,
    source: UploadSource,
    uploader: str = "",
    audience: Audience = PUBLIC,
    quotas: Sequence[Quota] = (),
) -> list[Upload]:
    """Store several files sent together, all of them before the first is read. Workers read what
    can't be read while the uploader waits. An internal error with one of several files is recorded
    on its row, and the others are read all the same.

    Raises TooLarge and OverQuota (nothing is stored), and UploadFault if there is only one file.
    """
    limit = limits()
    files = list(files)
    if sum(len(data) for _, data in files) > limit.max_bytes:
        raise TooLarge(limit.max_bytes)
    usage_ids = charge(quotas, [len(data) for _, data in files])
    ends = time.monotonic() + limit.inline_seconds
    tokens = [secrets.token_hex(16) if is_read_at_once(data) else "" for _, data in files]
    uploads = [
        receive(data, filename, source, token, uploader, audience, usage_ids)
        for (filename, data), token in zip(files, tokens, strict=True)
    ]
    for upload, token in zip(uploads, tokens, strict=True):
        lease, seconds = Lease(upload.pk, token, 0), ends - time.monotonic()
        if token and seconds <= 0:
            requeue(lease)
        elif token:
            try:
                read_with_lease(lease, ReadBudget(seconds, is_strict=True))
            except UploadFault:
                if len(uploads) == 1:
                    raise
                log.info("upload %s: an internal error while its uploader waited", upload.pk)
    for upload in uploads:
        upload.refresh_from_db()
    return uploads


def is_read_at_once(data: bytes) -> bool:
    """Return whether the file is small enough, also unpacked, to read while its uploader waits."""
    limit = limits().inline_bytes
    return len(data) <= limit and (not is_packed(data) or unpacked_size(data, limit) <= limit)


def submit_once(
    data: bytes,
    *,
    filename: str,
    reading: Reading,
    audience: Audience = PUBLIC,
    on_progress: Callable[[int], None] | None = None,
) -> tuple[Upload, bool]:
    """Submit for imports that are repeated: bytes of an earlier import are only read to their end.

    Return the upload, and whether it was stored before.
    """
    source, sha256 = UploadSource.COMMAND, hashlib.sha256(data).hexdigest()
    upload = Upload.objects.filter(raw__sha256=sha256, source=source).order_by("id").last()
    if upload is None:
        new = submit(
            data,
            filename=filename,
            source=source,
            audience=audience,
            reading=reading,
            on_progress=on_progress,
        )
        return new, False
    if upload.state == UploadState.FAULT:
        retry_upload(upload)
    if reading is Reading.NOW:
        read_waiting(upload.pk, ReadBudget(on_progress=on_progress))
    upload.refresh_from_db()
    return upload, True


def store_bytes(data: bytes) -> RawFile:
    """Store bytes once, in the transaction of the caller, and lock their row until its end. The
    work is the same if they are stored already: it must not reveal whether another uploader has
    sent the same file. Bytes that were removed are stored again.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    location = put_bytes(sha256, data)
    content = b"" if location else data
    new = RawFile(sha256=sha256, size=len(data), content=content, location=location)
    RawFile.objects.bulk_create([new], ignore_conflicts=True)
    raw = RawFile.objects.select_for_update().only("id").get(sha256=sha256)
    removed = RawFile.objects.filter(pk=raw.pk, removed_at__isnull=False)
    removed.update(content=content, location=location, removed_at=None)
    return raw


@retrying
def receive(
    data: bytes,
    filename: str,
    source: UploadSource,
    token: str = "",
    uploader: str = "",
    audience: Audience = PUBLIC,
    usage_ids: Sequence[int] = (),
) -> Upload:
    """Store the bytes (once per distinct string) and an upload. Without a lease token, queue it."""
    with transaction.atomic():
        raw = store_bytes(data)
        upload = Upload(
            raw=raw,
            filename=clean_label(filename),
            skipped_files=skipped_files(data),
            source=source,
            uploader=uploader,
            visibility=audience.visibility,
            public_from=audience.public_from,
            statistics=audience.statistics,
            queued_at=timezone.now(),
            usage_ids=list(usage_ids),
        )
        if token:
            upload.state, upload.attempts = UploadState.READING, 1
            upload.lease_token, upload.lease_until = token, lease_end()
        upload.save(force_insert=True)
        if not token:
            enqueue_on_commit(upload.pk)
    return upload
