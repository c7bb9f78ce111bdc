"""Taking something in: the bytes are kept first, then read, at once if they are few, else by a worker."""

import hashlib
from enum import Enum

from django.db import transaction
from django.utils import timezone

from replays.database import retrying
from replays.doorbell import ring_on_commit
from replays.limits import limits
from replays.models import RawFile, Upload, UploadSource, UploadState
from replays.pipeline import clean_label

from .errors import TooLarge
from .lease import Lease, lease_end, new_token
from .reading import read_with_lease


class Reading(Enum):
    """Who reads an upload: whoever suits its size, the caller to the end, or a worker."""

    BY_SIZE = "by size"
    NOW = "now"
    QUEUED = "queued"


def submit(
    data: bytes, *, filename: str = "", source: UploadSource, reading: Reading = Reading.BY_SIZE
) -> Upload:
    """Keep the bytes, and see that they are read. Gives the upload as it is when the caller's part is done.

    Raises TooLarge (nothing is kept) and UploadFault (the upload is kept and will be tried again).
    """
    pace = limits()
    if len(data) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    at_once = reading is Reading.NOW or (
        reading is Reading.BY_SIZE and len(data) <= pace.inline_bytes
    )
    token = new_token() if at_once else ""
    upload = receive(data, filename, source, token)
    if at_once:
        turn = None if reading is Reading.NOW else pace.inline_seconds
        read_with_lease(Lease(upload.pk, token, 0), turn=turn, only_while_waited=False)
        upload.refresh_from_db()
    return upload


@retrying
def receive(data: bytes, filename: str, source: UploadSource, token: str = "") -> Upload:
    """Keep the bytes (once for each distinct string) and the fact that they came; ring for a worker where no token is given."""
    with transaction.atomic():
        raw, _ = RawFile.objects.only("id").get_or_create(
            sha256=hashlib.sha256(data).hexdigest(),
            defaults={"size": len(data), "content": data},
        )
        upload = Upload(
            raw=raw, filename=clean_label(filename), source=source, queued_at=timezone.now()
        )
        if token:
            upload.state, upload.attempts = UploadState.READING, 1
            upload.lease_token, upload.lease_until = token, lease_end()
        upload.save(force_insert=True)
        if not token:
            ring_on_commit(upload.pk)
    return upload
