"""The words people read about an upload: one place for all doors."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.text import capfirst

from games.core.contract import GameKind
from replays.limits import limits
from replays.models import Upload, UploadState

UNHEARD = 1 / 3
"""The part of a lease after which a reader is silent: a living one says more often that it reads
(`Limits.batch_seconds`, and each quarter of a lease while it looks for its place).
"""
_SENTENCES = {
    UploadState.RECEIVED: "We have your file. It waits for its turn to be read.",
    UploadState.READING: "Your file is being read.",
    UploadState.DONE: "Your file has been read.",
    UploadState.REFUSED: (
        "Nothing in this file could be kept. Below is what is wrong, and where; "
        "mend it and upload it again."
    ),
    UploadState.FAULT: (
        "We failed to read this file; that is a fault of ours, not of your log. "
        "The file is kept and we will look into it. If you write to us, name the fault id."
    ),
}


def state_sentence(upload: Upload, now: datetime | None = None) -> str:
    """What an upload's state means for the person who sent it."""
    if upload.state == UploadState.READING:
        return _pause(upload, now or timezone.now()) or _SENTENCES[UploadState.READING]
    return _SENTENCES[UploadState(upload.state)]


def _pause(upload: Upload, now: datetime) -> str:
    """Why nobody reads an upload that was begun, and when it goes on; empty while it is read. No
    number in it runs, so that it is read aloud once.
    """
    if not upload.lease_token or upload.lease_until is None:
        if not upload.next_position:
            return _SENTENCES[UploadState.RECEIVED]
        return "Part of your file has been read. It waits for its turn to go on, by itself."
    pace = limits()
    heard = upload.lease_until - timedelta(seconds=pace.lease_seconds)
    if now - heard < timedelta(seconds=pace.lease_seconds * UNHEARD):
        return ""
    again = upload.lease_until + timedelta(seconds=settings.SWEEP_SECONDS)
    when = "as soon as a worker is free"
    if again > now:
        when = f"at {again:%H:%M:%S} UTC at the latest"
    return (
        "Reading paused: whoever read your file has not been heard of for a while. What was read "
        f"is kept, and reading goes on by itself, {when}."
    )


def result_words(kind: GameKind, winner: str | None, reason: str | None) -> tuple[str, str]:
    """A game's result, and how it came about: `("Goryō won", …)`, `("Unfinished", "")`."""
    if reason is None:
        return "Unfinished", ""
    how = kind.reasons.get(reason, reason)
    if winner is None:
        return "Nobody won", how
    return capfirst(f"{kind.winner_words(winner)} won"), how
