"""The heartbeat task."""

from celery import shared_task

from goryo_site.runtime import state


@shared_task(name="goryo_site.tasks.heartbeat", ignore_result=True)
def heartbeat() -> None:
    """Record that a worker received the heartbeat."""
    state.record_beat()
