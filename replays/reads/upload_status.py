"""The state of an upload, in a sentence for the person who sent it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from replays.access.limits import limits
from replays.models import Upload, UploadState

POLL_SECONDS = 1
"""How long to wait before an upload's state is asked for again."""
UNHEARD = 1 / 3
"""The part of a lease after which a reader is silent: a living one says more often that it reads
(`Limits.batch_seconds`, and each quarter of a lease while it looks for its place).
"""
_SENTENCES = {
    UploadState.RECEIVED: gettext_lazy("Your file has been received and is waiting to be read."),
    UploadState.READING: gettext_lazy("Your file is being read."),
    UploadState.DONE: gettext_lazy("Your file has been read."),
    UploadState.REFUSED: gettext_lazy(
        "We couldn't save any game of this file. Fix the errors below and upload it again."
    ),
    UploadState.FAULT: gettext_lazy(
        "We couldn't read this file because of an internal error. Your log is not the cause. The "
        "file is saved and we will look into it. If you contact us, include the error id."
    ),
}


def state_sentence(upload: Upload, now: datetime | None = None) -> str:
    """What an upload's state means for the person who sent it."""
    if upload.state == UploadState.READING:
        return _pause(upload, now or timezone.now()) or str(_SENTENCES[UploadState.READING])
    return str(_SENTENCES[UploadState(upload.state)])


def _pause(upload: Upload, now: datetime) -> str:
    """Why nobody reads an upload that was begun, and when it goes on; empty while it is read. No
    number in it runs, so that it is read aloud once.
    """
    if not upload.lease_token or upload.lease_until is None:
        if not upload.next_position:
            return str(_SENTENCES[UploadState.RECEIVED])
        return gettext("Part of your file has been read. Reading continues automatically.")
    pace = limits()
    heard = upload.lease_until - timedelta(seconds=pace.lease_seconds)
    if now - heard < timedelta(seconds=pace.lease_seconds * UNHEARD):
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
