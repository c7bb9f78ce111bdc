"""Input and progress of commands."""

import sys
from pathlib import Path

from django.core.management.base import CommandError
from rich.console import Console
from rich.progress import Progress, ProgressColumn, TimeRemainingColumn


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file, or of standard input for `-`. Raises CommandError."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error


def progress_bar(*columns: ProgressColumn) -> Progress:
    """Return a progress bar on standard error; hidden if that is not a terminal."""
    console = Console(stderr=True)
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
