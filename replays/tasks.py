"""Celery tasks. Each calls a service that tolerates lost, repeated and late messages."""

from celery import shared_task

from replays import services
from replays.services import notifications

VERIFY_BATCH_SIZE = 1000
"""Games per message: a few seconds, so other tasks don't wait long."""


@shared_task(name="replays.tasks.read_upload", ignore_result=True)
def read_upload(upload_id: int) -> None:
    """Read an upload if it waits for a reader."""
    services.read_waiting(upload_id)


@shared_task(name="replays.tasks.sweep_uploads", ignore_result=True)
def sweep_uploads() -> None:
    """Queue uploads whose message was lost (beat, every few seconds)."""
    services.sweep_uploads()


@shared_task(name="replays.tasks.sweep_made", ignore_result=True)
def sweep_made() -> None:
    """Delete variations and sets of notes that stayed empty (beat, every hour)."""
    services.sweep_branches()
    services.sweep_notes()


@shared_task(name="replays.tasks.reverify", ignore_result=True)
def reverify() -> None:
    """Verify the next stored games with this release; queue itself again if there are more. Games
    stored before there were records get theirs.
    """
    services.identify_games(limit=VERIFY_BATCH_SIZE)
    if services.verify_some(VERIFY_BATCH_SIZE):
        notifications.enqueue_verification()
