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
    """Delete variations and sets of notes that stayed empty, and reviews that have ended (beat,
    every hour).
    """
    services.sweep_branches()
    services.sweep_notes()
    while services.sweep_reviews():
        pass


@shared_task(name="replays.tasks.publish_due", ignore_result=True)
def publish_due() -> None:
    """Make games public whose time has come (beat, every few seconds)."""
    while services.publish_due():
        pass


@shared_task(name="replays.tasks.remove_deleted", ignore_result=True)
def remove_deleted() -> None:
    """Remove games and collections that can't be restored any more (beat, every hour)."""
    services.remove_deleted()
    services.remove_deleted_collections()
    services.sweep_removed_entries()


@shared_task(name="replays.tasks.drop_refused", ignore_result=True)
def drop_refused() -> None:
    """Remove the bytes of refused uploads, objects of a storage that no row names, and old counts
    of quotas (beat, every ten minutes).
    """
    services.drop_refused()
    services.drop_orphans()
    services.delete_old_usage()


@shared_task(name="replays.tasks.reverify", ignore_result=True)
def reverify() -> None:
    """Verify the next stored games with this release; queue itself again if there are more. Games
    stored before there were records get theirs.
    """
    services.identify_games(limit=VERIFY_BATCH_SIZE)
    if services.verify_some(VERIFY_BATCH_SIZE):
        notifications.enqueue_verification()
