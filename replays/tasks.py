"""Celery's doors: a line each, around services. Lost, doubled or late messages cost time, never a
game.
"""

from celery import shared_task

from replays import services


@shared_task(name="replays.tasks.read_upload", ignore_result=True)
def read_upload(upload_id: int) -> None:
    """Read an upload if it waits for a reader."""
    services.read_waiting(upload_id)


@shared_task(name="replays.tasks.sweep_uploads", ignore_result=True)
def sweep_uploads() -> None:
    """Find uploads that were left, and ring for them again (beat, every few seconds)."""
    services.sweep_uploads()


@shared_task(name="replays.tasks.sweep_made", ignore_result=True)
def sweep_made() -> None:
    """Take away branches and sets of notes that stayed empty (beat, every hour)."""
    services.sweep_branches()
    services.sweep_notes()
