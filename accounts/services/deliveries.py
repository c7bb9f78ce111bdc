"""Delivering events of webhooks: in order, with retries, and with a log."""

import secrets
import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import HookAttempt, HookEvent, HookGames, HookState, PauseReason, Webhook
from accounts.reads.webhooks import is_live
from replays.models import Game
from replays.services.notifications import send_task
from replays.services.retries import retrying

from .hook_requests import Answer, send

PAUSES = (10, 30, 60, 300, 900, 3600, 7200, 14400, 28800, 43200)
"""Seconds before the next attempt, after each failure in a row; after the last one (about 28 hours)
the webhook is paused.
"""
LEASE_SECONDS = 120.0
"""Longer than a task may run (`accounts.tasks`)."""
TURN_EVENTS, TURN_SECONDS = 20, 30.0
"""Events of one webhook, and time for it, before another one has its turn."""
GONE = 410
DELIVER, DELIVER_ONE = "accounts.tasks.deliver_webhook", "accounts.tasks.deliver_event"


def due_webhooks() -> list[int]:
    """Return the webhooks that have an event to be sent now, without those whose token or app is
    not allowed any more.
    """
    now = timezone.now()
    waiting = HookEvent.objects.filter(hook=OuterRef("pk"), state="pending", is_manual=False)
    is_free = Q(lease_until=None) | Q(lease_until__lt=now)
    due = Webhook.objects.filter(is_free, Exists(waiting), paused_for="", next_at__lte=now)
    due = due.filter(is_live(), user__is_active=True)
    return list(due.order_by("next_at").values_list("pk", flat=True))


def send_due() -> None:
    """Queue a delivery for each webhook that has an event to be sent, and requested events whose
    message was lost.
    """
    for pk in due_webhooks():
        send_task(DELIVER, pk)
    lost = timezone.now() - timedelta(seconds=LEASE_SECONDS)
    manual = HookEvent.objects.filter(state="pending", is_manual=True, created_at__lt=lost)
    for pk in manual.values_list("pk", flat=True):
        send_task(DELIVER_ONE, pk)


def deliver(hook_id: int) -> None:
    """Send the next events of a webhook, one after the other, until one fails. Only one worker does
    this at a time.
    """
    if not _lease(hook_id):
        return
    until = time.monotonic() + TURN_SECONDS
    for _ in range(TURN_EVENTS):
        event = _next_event(hook_id)
        if event is None or time.monotonic() > until:
            break
        if not is_allowed(event):
            HookEvent.objects.filter(pk=event.pk).update(state=HookState.DROPPED)
            continue
        if not record(event, send(event)):
            break
        _lease(hook_id, is_renewal=True)
    Webhook.objects.filter(pk=hook_id).update(lease_until=None)
    if hook_id in due_webhooks():
        send_task(DELIVER, hook_id)


def deliver_one(event_id: int) -> None:
    """Send an event that a user requested, once."""
    rows = HookEvent.objects.filter(pk=event_id, state="pending", is_manual=True)
    event = rows.filter(is_live("hook__")).select_related("hook").first()
    if event is not None and is_allowed(event):
        record(event, send(event))
    else:
        rows.update(state=HookState.DROPPED)


def is_allowed(event: HookEvent) -> bool:
    """Return whether the event may still be sent: a public game can have become private."""
    if event.hook.games != HookGames.PUBLIC or event.type not in ("game.stored", "game.changed"):
        return True
    games = Game.objects.listed().filter(public_id=event.subject, is_finished=True)
    return games.exists()


def _lease(hook_id: int, *, is_renewal: bool = False) -> bool:
    now = timezone.now()
    rows = Webhook.objects.filter(is_live(), pk=hook_id)
    if not is_renewal:
        is_free = Q(lease_until=None) | Q(lease_until__lt=now)
        rows = rows.filter(is_free, paused_for="", next_at__lte=now)
    return bool(rows.update(lease_until=now + timedelta(seconds=LEASE_SECONDS)))


def _next_event(hook_id: int) -> HookEvent | None:
    rows = HookEvent.objects.filter(
        hook=hook_id, state="pending", is_manual=False, hook__paused_for=""
    )
    return rows.select_related("hook").order_by("pk").first()


@retrying
def record(event: HookEvent, answer: Answer) -> bool:
    """Store an attempt and what follows from it; return whether the receiver accepted the event.
    Nothing is stored of an event that was deleted meanwhile.
    """
    with transaction.atomic():
        if HookEvent.objects.select_for_update().filter(pk=event.pk).first() is None:
            return answer.is_success
        HookAttempt.objects.create(
            event=event,
            ms=answer.ms,
            status=answer.status,
            problem=answer.problem,
            excerpt=answer.excerpt,
        )
        if answer.is_success:
            HookEvent.objects.filter(pk=event.pk).update(state=HookState.DONE)
        elif event.is_manual:
            HookEvent.objects.filter(pk=event.pk).update(state=HookState.FAILED)
        if not event.is_manual:
            _adjust(event.hook_id, answer)
    return answer.is_success


def _adjust(hook_id: int, answer: Answer) -> None:
    """Decide when the webhook continues."""
    hook = Webhook.objects.select_for_update().filter(pk=hook_id).first()
    if hook is None:
        return
    hook.n_failures = 0 if answer.is_success else hook.n_failures + 1
    if answer.status == GONE:
        hook.paused_for = PauseReason.GONE
    elif hook.n_failures > len(PAUSES):
        hook.paused_for = PauseReason.FAILURES
    elif hook.n_failures:
        pause = PAUSES[hook.n_failures - 1] * (0.9 + secrets.randbelow(200) / 1000)
        hook.next_at = timezone.now() + timedelta(seconds=pause)
    hook.save(update_fields=["n_failures", "paused_for", "next_at"])


def delete_old_events() -> None:
    """Delete events and their log after `WEBHOOK_DAYS`, also those that still wait."""
    before = timezone.now() - timedelta(days=settings.WEBHOOK_DAYS)
    old = HookEvent.objects.filter(created_at__lt=before).order_by("pk")
    while ids := list(old.values_list("pk", flat=True)[:1000]):
        HookEvent.objects.filter(pk__in=ids).delete()
