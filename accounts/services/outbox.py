"""The outbox of webhooks: changes are noted in their transaction; a worker makes events of them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.hooks import UPLOAD_DONE
from accounts.keys import keys_of
from accounts.models import HookChange, HookEvent, HookGames, Webhook
from replays.models import Game, Record, Upload
from replays.services.notifications import send_task
from replays.services.retries import retrying

BATCH_SIZE = 200
SEND = "accounts.tasks.send_webhooks"
PENDING_MAX = 10_000
"""Events that wait for one webhook. A webhook with more is too slow, or paused: later events are
dropped, and shown as not sent.
"""


def note_games(*, own: str, public: str, games: Sequence[Game], **_: Any) -> None:
    """Note what happened to games. Receives `games_changed`."""
    if not Webhook.objects.exists():
        return
    owners = _owners_of(games)
    _note(
        HookChange(
            subject=game.public_id,
            kind=game.kind,
            visibility=game.visibility,
            own_type=own and f"game.{own}",
            public_type=public and f"game.{public}",
            owners=owners[game.pk],
        )
        for game in games
        if public or owners[game.pk]
    )


def note_upload(*, upload_id: int, **_: Any) -> None:
    """Note that the reading of an upload ended. Receives `upload_done`."""
    if not Webhook.objects.exists():
        return
    upload = Upload.objects.defer("raw").get(pk=upload_id)
    owners = [upload.uploader] if upload.uploader else []
    _note([HookChange(subject=upload.public_id, own_type=UPLOAD_DONE, owners=owners)])


def _owners_of(games: Iterable[Game]) -> defaultdict[int, list[str]]:
    owners: defaultdict[int, list[str]] = defaultdict(list)
    records = Record.objects.filter(game__in=[game.pk for game in games], is_current=True)
    for game, owner in records.exclude(owner="").values_list("game_id", "owner").distinct():
        owners[game].append(owner)
    return owners


def _note(changes: Iterable[HookChange]) -> None:
    if HookChange.objects.bulk_create(changes):
        transaction.on_commit(notify)


def notify() -> None:
    """Wake the worker that sends events."""
    send_task(SEND)


@retrying
def make_events() -> int:
    """Make the events of the next changes; return how many changes there were. The rows are locked,
    so two workers never change the order.
    """
    with transaction.atomic():
        changes = list(HookChange.objects.select_for_update().order_by("pk")[:BATCH_SIZE])
        hooks = list(Webhook.objects.select_related("user").order_by("pk")) if changes else []
        keys = {hook.user_id: keys_of(hook.user) for hook in hooks}
        events = [
            event_of(hook, type_, change)
            for hook in hooks
            for change in changes
            if (type_ := _type_for(hook, change, keys[hook.user_id])) in hook.event_list
        ]
        HookEvent.objects.bulk_create(_with_room(events))
        HookChange.objects.filter(pk__in=[change.pk for change in changes]).delete()
    return len(changes)


def _type_for(hook: Webhook, change: HookChange, keys: frozenset[str]) -> str:
    if hook.created_at > change.at:
        return ""
    if hook.games == HookGames.PUBLIC:
        return change.public_type
    return change.own_type if not keys.isdisjoint(change.owners) else ""


def _with_room(events: list[HookEvent]) -> list[HookEvent]:
    """Return the events for which there is room."""
    by_hook: defaultdict[int, list[HookEvent]] = defaultdict(list)
    for event in events:
        by_hook[event.hook_id].append(event)
    rows = []
    for hook, own in by_hook.items():
        n = HookEvent.objects.filter(hook=hook, state="pending", is_manual=False).count()
        for event in own[max(0, PENDING_MAX - n) :]:
            event.state = "dropped"
        rows += own
    return rows


def event_of(hook: Webhook, type_: str, change: HookChange) -> HookEvent:
    """Return the event of a change, not stored."""
    data: dict[str, Any] = {"id": change.subject}
    if type_ == UPLOAD_DONE:
        data |= _links(hook, "upload-status", "api-upload", change.subject)
    elif type_ != "game.removed":
        data |= _links(hook, "replay", "api-game", change.subject) | {"kind": change.kind}
        if hook.games == HookGames.OWN:
            data["visibility"] = change.visibility
    return make_event(hook, type_, data, subject=change.subject)


def make_event(
    hook: Webhook, type_: str, data: dict[str, Any], *, subject: str = "", is_manual: bool = False
) -> HookEvent:
    """Return an event with its body, not stored."""
    event = HookEvent(hook=hook, type=type_, subject=subject, is_manual=is_manual)
    body = {
        "id": event.public_id,
        "type": type_,
        "created_at": timezone.now().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "data": data,
    }
    event.body = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return event


def _links(hook: Webhook, page: str, api: str, public_id: str) -> dict[str, str]:
    return {
        "url": hook.root + reverse(page, args=[public_id]),
        "api": hook.root + reverse(api, args=[public_id]),
    }
