"""Input files of commands."""

import sys
from pathlib import Path

from django.core.management.base import CommandError


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file, or of standard input for `-`. Raises CommandError."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error
