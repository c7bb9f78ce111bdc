"""Progress bars of commands."""

from rich.console import Console
from rich.progress import Progress, ProgressColumn, TimeRemainingColumn


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
