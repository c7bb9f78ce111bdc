"""Celery's doors: a line each, around services. Lost, doubled or late messages cost time, never a
game.
"""

from celery import shared_task

from replays import services
from replays.services import notifications

VERIFIED_AT_ONCE = 1000
"""Games a message: seconds, so that nothing waits long behind it."""


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


@shared_task(name="replays.tasks.reverify", ignore_result=True)
def reverify() -> None:
    """Replay stored games with code that has not done so yet, some at a time; queue itself again
    while there is more.
    """
    if services.verify_some(VERIFIED_AT_ONCE):
        notifications.enqueue_verification()
