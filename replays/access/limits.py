"""Limits on uploads, and how they are processed."""

from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Each field is a setting `UPLOAD_<NAME>`. Sizes in bytes, times in seconds."""

    max_bytes: int  # one upload as received
    max_files: int  # files in one multipart body
    inline_bytes: int  # up to this size, an upload is read while the client waits
    lease_seconds: float  # another worker takes over after this
    inline_seconds: float  # then a worker continues
    batch_games: int  # games in a transaction
    batch_seconds: float
    turn_seconds: float  # then a worker checks whether other uploads wait
    requeue_seconds: float  # then a message is considered lost
    attempts: int  # readings without a stored batch, then it is an internal error
    check_bytes: int  # of all files of a check, which are read while the client waits
    check_seconds: float  # processor time of a check without storing, for all files together
    check_games: int


def limits() -> Limits:
    """Return the limits as the settings have them now."""
    values: dict[str, Any] = {
        field.name: getattr(settings, f"UPLOAD_{field.name.upper()}") for field in fields(Limits)
    }
    return Limits(**values)
