"""Limits on uploads, and how they are processed."""

from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Each field is a setting `UPLOAD_<NAME>`. Sizes in bytes, times in seconds. A field without a
    default has it in the settings.
    """

    max_bytes: int  # one upload as received
    max_files: int  # files in one multipart body
    inline_bytes: int  # up to this size, an upload is read while the client waits
    lease_seconds: float  # another worker takes over after this
    inline_seconds: float = 2.0  # then a worker continues
    batch_games: int = 100  # games in a transaction
    batch_seconds: float = 2.0
    turn_seconds: float = 5.0  # then a worker checks whether other uploads wait
    requeue_seconds: float = 60.0  # then a message is considered lost
    attempts: int = 5  # readings without a stored batch, then it is an internal error
    check_seconds: float = 5.0  # a check without storing, for all files together
    check_games: int = 100


def limits() -> Limits:
    """Return the limits as the settings have them now."""
    values: dict[str, Any] = {
        field.name: getattr(settings, f"UPLOAD_{field.name.upper()}", field.default)
        for field in fields(Limits)
    }
    return Limits(**values)
