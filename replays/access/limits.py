"""What the keep allows, and how it paces itself. Each field is a setting `UPLOAD_<NAME>`; the
defaults stand here.
"""

from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds."""

    max_bytes: int = 16 * MIB  # one upload as received
    max_files: int = 50  # files in one multipart body
    inline_bytes: int = 256 * 1024  # up to this an upload is read while its sender waits
    inline_seconds: float = 2.0  # then the queue reads on
    batch_games: int = 100  # games a transaction
    batch_seconds: float = 2.0
    lease_seconds: float = 60.0  # a dead reader is replaced after this
    turn_seconds: float = 5.0  # a reader looks whether others wait after this
    requeue_seconds: float = 60.0  # a message is thought lost after this
    attempts: int = 5  # readings without one batch kept, then it is our fault
    check_seconds: float = 5.0  # a check without keeping looks this long, at all files together
    check_games: int = 100


def limits() -> Limits:
    """The limits as the settings have them now."""
    found: dict[str, Any] = {
        field.name: getattr(settings, f"UPLOAD_{field.name.upper()}", field.default)
        for field in fields(Limits)
    }
    return Limits(**found)
