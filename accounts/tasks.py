"""Celery tasks of accounts."""

from celery import shared_task

from accounts.services.deliveries import delete_old_events, deliver, deliver_one, send_due
from accounts.services.digests import send_digests as send_due_digests
from accounts.services.outbox import make_events
from accounts.services.statistics import continue_changing
from accounts.services.sweep import sweep_accounts

EVENT_SECONDS, TURN_SECONDS = 20, 60
"""Soft limits of tasks that send one event, or several: a receiver can answer byte by byte."""


@shared_task(name="accounts.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Delete what is no longer needed, and continue changes of many games (beat, every hour)."""
    sweep_accounts()
    continue_changing()
    delete_old_events()


@shared_task(name="accounts.tasks.send_webhooks", ignore_result=True)
def send_webhooks() -> None:
    """Make events of the changes, and send those that are due (on changes, and by beat)."""
    while make_events():
        pass
    send_due()


@shared_task(
    name="accounts.tasks.deliver_webhook", ignore_result=True, soft_time_limit=TURN_SECONDS
)
def deliver_webhook(hook_id: int) -> None:
    """Send the next events of a webhook."""
    deliver(hook_id)


@shared_task(name="accounts.tasks.deliver_event", ignore_result=True, soft_time_limit=EVENT_SECONDS)
def deliver_event(event_id: int) -> None:
    """Send an event that a user requested."""
    deliver_one(event_id)


@shared_task(name="accounts.tasks.send_digests", ignore_result=True)
def send_digests() -> None:
    """Send the digests of new games that are due (beat, every hour)."""
    send_due_digests()
