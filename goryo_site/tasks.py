"""The site's own Celery task."""

from celery import shared_task

from goryo_site.runtime import health


@shared_task(name="goryo_site.tasks.heartbeat", ignore_result=True)
def heartbeat() -> None:
    """Write down that the beat was heard by a worker."""
    health.beat_was_heard()
