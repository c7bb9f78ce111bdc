"""The words people read about an upload: one place for all doors."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.core.contract import GameKind
from replays.limits import limits
from replays.models import Upload, UploadState

POLL_SECONDS = 1
"""How long to wait before an upload's state is asked for again."""
UNHEARD = 1 / 3
"""The part of a lease after which a reader is silent: a living one says more often that it reads
(`Limits.batch_seconds`, and each quarter of a lease while it looks for its place).
"""
_SENTENCES = {
    UploadState.RECEIVED: gettext_lazy("We have your file. It waits for its turn to be read."),
    UploadState.READING: gettext_lazy("Your file is being read."),
    UploadState.DONE: gettext_lazy("Your file has been read."),
    UploadState.REFUSED: gettext_lazy(
        "Nothing in this file could be kept. Below is what is wrong, and where; "
        "mend it and upload it again."
    ),
    UploadState.FAULT: gettext_lazy(
        "We failed to read this file; that is a fault of ours, not of your log. "
        "The file is kept and we will look into it. If you write to us, name the fault id."
    ),
}


_REASONS = {
    "abandon": pgettext_lazy("way of ending", "abandon"),
    "bound": pgettext_lazy("way of ending", "bound"),
    "exorcism": pgettext_lazy("way of ending", "exorcism"),
    "fewest_tiles": pgettext_lazy("way of ending", "fewest tiles"),
    "resign": pgettext_lazy("way of ending", "resign"),
    "revenge": pgettext_lazy("way of ending", "revenge"),
    "shared": pgettext_lazy("way of ending", "shared"),
    "solo_tie": pgettext_lazy("way of ending", "solo tie"),
    "spirits": pgettext_lazy("way of ending", "spirits"),
    "stuck": pgettext_lazy("way of ending", "stuck"),
    "wisdom": pgettext_lazy("way of ending", "wisdom"),
}


def reason_words(reason: str) -> str:
    """A way of ending in a word or two, as filters and tables have it."""
    return str(_REASONS.get(reason, reason.replace("_", " ")))


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
        return gettext(
            "Part of your file has been read. It waits for its turn to go on, by itself."
        )
    pace = limits()
    heard = upload.lease_until - timedelta(seconds=pace.lease_seconds)
    if now - heard < timedelta(seconds=pace.lease_seconds * UNHEARD):
        return ""
    again = upload.lease_until + timedelta(seconds=settings.SWEEP_SECONDS)
    if again > now:
        return gettext(
            "Reading paused: whoever read your file has not been heard of for a while. What was "
            "read is kept, and reading goes on by itself, at {time} UTC at the latest."
        ).format(time=f"{again:%H:%M:%S}")
    return gettext(
        "Reading paused: whoever read your file has not been heard of for a while. What was read "
        "is kept, and reading goes on by itself, as soon as a worker is free."
    )


def result_words(kind: GameKind, winner: str | None, reason: str | None) -> tuple[str, str]:
    """A game's result, and how it came about: `("Goryō won", …)`, `("Unfinished", "")`."""
    if reason is None:
        return gettext("Unfinished"), ""
    how = kind.reasons.get(reason, reason)
    if winner is None:
        return gettext("Nobody won"), how
    return capfirst(gettext("{side} won").format(side=kind.winner_words(winner))), how
