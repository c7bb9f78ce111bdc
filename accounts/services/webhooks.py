"""Creating, changing and testing webhooks."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from accounts.hooks import EVENTS, PING, BadAddress, checked_address
from accounts.models import HookEvent, HookGames, PauseReason, PersonalToken, Webhook, new_seed
from replays.services.notifications import send_task

from .deliveries import DELIVER_ONE
from .outbox import make_event, notify

MAX_WEBHOOKS, MAX_OF_PROGRAM = 10, 3
"""Webhooks of an account, and those of them that one app can create."""
MAX_REQUESTED = 5
"""Tests and redeliveries of one user that wait."""


class InvalidWebhook(Exception):
    """Client error about one of the values: `address`, `events`, `games`, too `many`, or too
    many tests and redeliveries are `waiting`.
    """

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def create_webhook(
    user: AbstractBaseUser,
    *,
    url: str,
    events: Iterable[str],
    games: str,
    root: str,
    token: PersonalToken | None = None,
    program_id: int | None = None,
) -> Webhook:
    """Store a webhook, of an app if `program_id` is given. Its secret is that of
    `accounts.hooks.secret_of`. Raises InvalidWebhook.
    """
    own = Webhook.objects.filter(user_id=user.pk)
    if own.count() >= MAX_WEBHOOKS:
        raise InvalidWebhook("many")
    if program_id is not None and own.filter(program=program_id).count() >= MAX_OF_PROGRAM:
        raise InvalidWebhook("many")
    values = _checked(url=url, events=events, games=games)
    return Webhook.objects.create(
        user_id=user.pk, token=token, program_id=program_id, root=root.rstrip("/"), **values
    )


def change_webhook(hook: Webhook, **changes: Any) -> None:
    """Change the address, events or games of a webhook. Raises InvalidWebhook.

    Another address or other games: its events and their log are deleted, so that none is sent to a
    receiver that it was not made for.
    """
    before = (hook.url, hook.games)
    for name, value in _checked(**changes).items():
        setattr(hook, name, value)
    with transaction.atomic():
        hook.save(update_fields=list(changes))
        if (hook.url, hook.games) != before:
            hook.queue.all().delete()


def _checked(**values: Any) -> dict[str, Any]:
    if "url" in values:
        try:
            values["url"] = checked_address(values["url"])
        except BadAddress as error:
            raise InvalidWebhook("address") from error
    if "events" in values:
        chosen = set(values["events"])
        if not chosen or chosen - set(EVENTS):
            raise InvalidWebhook("events")
        values["events"] = " ".join(event for event in EVENTS if event in chosen)
    if "games" in values and values["games"] not in HookGames.values:
        raise InvalidWebhook("games")
    return values


def new_secret(hook: Webhook) -> None:
    """Give a webhook another secret. The earlier one ends at once."""
    hook.seed = new_seed()
    hook.save(update_fields=["seed"])


def pause(hook: Webhook) -> None:
    """Send nothing until the webhook is resumed. Events wait."""
    Webhook.objects.filter(pk=hook.pk, paused_for="").update(paused_for=PauseReason.USER)


def resume(hook: Webhook) -> None:
    """Send what waits, from now on."""
    Webhook.objects.filter(pk=hook.pk).update(paused_for="", n_failures=0, next_at=timezone.now())
    transaction.on_commit(notify)


def send_test(hook: Webhook) -> HookEvent:
    """Queue a test event, also for a paused webhook. Raises InvalidWebhook."""
    data = {"message": "This is a test."}
    return _queue(make_event(hook, PING, data, is_manual=True))


def redeliver(event: HookEvent) -> HookEvent:
    """Queue an event once more, with the same id and body. Raises InvalidWebhook."""
    again = HookEvent(
        hook=event.hook,
        public_id=event.public_id,
        type=event.type,
        subject=event.subject,
        body=event.body,
        is_manual=True,
    )
    return _queue(again)


@transaction.atomic
def _queue(event: HookEvent) -> HookEvent:
    own = Webhook.objects.filter(user_id=event.hook.user_id)
    list(own.select_for_update().order_by("pk"))  # requests at the same time are counted in turn
    waiting = HookEvent.objects.filter(hook__in=own, state="pending", is_manual=True)
    if waiting.count() >= MAX_REQUESTED:
        raise InvalidWebhook("waiting")
    event.save()
    transaction.on_commit(lambda: send_task(DELIVER_ONE, event.pk))
    return event
