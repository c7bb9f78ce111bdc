"""The state of an upload, in a sentence for the person who sent it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from replays.access.limits import limits
from replays.models import Upload, UploadState

POLL_SECONDS = 1
"""Seconds between two requests for the state of an upload."""
SILENT_PART = 1 / 3
"""The part of a lease after which a worker counts as silent. A running one renews its lease more
often: with each batch, and every quarter of a lease while it skips games it has read.
"""
_SENTENCES = {
    UploadState.RECEIVED: gettext_lazy("Your file has been received and is waiting to be read."),
    UploadState.READING: gettext_lazy("Your file is being read."),
    UploadState.DONE: gettext_lazy("Your file has been read."),
    UploadState.REFUSED: gettext_lazy(
        "We couldn't save any of the games in this file. Fix the errors below and upload it again."
    ),
    UploadState.FAULT: gettext_lazy(
        "We couldn't read this file because of an internal error. Your log is not the cause. The "
        "file is saved and we will look into it. If you contact us, include the error id."
    ),
}


def upload_stream(upload_id: int) -> str:
    """Return the name of the event stream of an upload (`replays.streams`)."""
    return f"upload/{upload_id}"


def state_sentence(upload: Upload, now: datetime | None = None) -> str:
    """Return the state of an upload as a sentence for its uploader."""
    if upload.state == UploadState.READING:
        return _pause(upload, now or timezone.now()) or str(_SENTENCES[UploadState.READING])
    return str(_SENTENCES[UploadState(upload.state)])


def _pause(upload: Upload, now: datetime) -> str:
    """Say why reading is paused and when it continues; empty while a worker reads.

    The text contains no countdown, so a screen reader announces it once.
    """
    if not upload.lease_token or upload.lease_until is None:
        if not upload.next_position:
            return str(_SENTENCES[UploadState.RECEIVED])
        return gettext("Part of your file has been read. Reading continues automatically.")
    lease = timedelta(seconds=limits().lease_seconds)
    renewed = upload.lease_until - lease
    if now - renewed < lease * SILENT_PART:
        return ""
    again = upload.lease_until + timedelta(seconds=settings.SWEEP_SECONDS)
    if again > now:
        return gettext(
            "Reading paused because the worker stopped responding. Games read so far are saved. "
            "Reading continues automatically by {time} UTC."
        ).format(time=f"{again:%H:%M:%S}")
    return gettext(
        "Reading paused because the worker stopped responding. Games read so far are saved. "
        "Reading continues automatically when a worker is free."
    )
