"""What all changes of a room have in common: the key may write, the row is locked, a repeated
request changes nothing, the room has the expected version, and the journal counts the change.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from replays.services.errors import refusal
from replays.services.retries import retrying
from replays.streams.wake import wake
from rooms.access.keys import Access
from rooms.models import CHANGE_KEY_MAX, CHANGES_MAX, Room, RoomChange, RoomState, room_stream

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a room: what its key allows, the expected version, the role in whose name it is
    made (None: the one the key has), and a key that identifies the request.
    """

    access: Access
    version: int
    role: str | None = None
    key: str = ""


@contextmanager
def locked(room: Room) -> Iterator[Room]:
    """Open a transaction with the current row, locked until its end. Raises Refusal."""
    with transaction.atomic():
        found = Room.objects.select_for_update(of=("self",)).filter(pk=room.pk).first()
        if found is None:
            raise refusal(409, "gone", gettext("This table has just been deleted."))
        yield found


@retrying
def change_once(
    room: Room, change: Change, make: Callable[[Room], None], fields: Sequence[str],
    is_done: Callable[[Room], bool] = lambda _room: False,
) -> Room:  # fmt: skip
    """Make a change once, in one transaction, and return the room after it. `make` changes the row
    and calls `store_change`; `fields` are those that it changes, besides the version. `is_done`
    returns whether a room needs no change. Raises Refusal.
    """
    check_writer(change)
    with locked(room) as current:
        if is_repeated(current, change) or is_done(current):
            return current
        check_version(current, change)
        make(current)
        current.save(update_fields=[*fields, "version", "touched_at"])
    return current


def is_repeated(room: Room, change: Change) -> bool:
    """Return whether the request of a change was already done."""
    return bool(change.key) and room.changes.filter(key=change.key).exists()


def check_writer(change: Change) -> None:
    """Raise Refusal for a key without rights, or a key of a request that is too long."""
    if not change.access.may_write:
        message = gettext("Only people at the table can enter moves. Send the key of the room.")
        raise refusal(403, "room_key_needed", message)
    if len(change.key) > CHANGE_KEY_MAX:
        message = gettext("The key of the request is too long: at most {most} characters.")
        raise refusal(422, "too_long", message, most=CHANGE_KEY_MAX)


def check_version(room: Room, change: Change) -> None:
    """Raise Refusal if the room is saved, or has another version than expected."""
    if room.state != RoomState.OPEN:
        raise refusal(409, "room_saved", gettext("This game is saved. It can't be changed here."))
    if change.version != room.version:
        message = gettext("The table has changed in the meantime. Check it, then repeat the step.")
        raise refusal(409, "changed", message)


def store_change(room: Room, change: Change, action: str, removed: Rows, index: int = 0) -> None:
    """Count a change in the row, write it into the journal and wake the room's streams. The journal
    drops its oldest entries, but none that followers don't see yet.
    """
    room.version += 1
    room.touched_at = now = timezone.now()
    RoomChange.objects.create(
        room=room, version=room.version, action=action, key=change.key, removed=removed,
        index=index, made_at=now,
    )  # fmt: skip
    old = room.changes.filter(version__lte=room.version - CHANGES_MAX)
    old.filter(made_at__lt=now - timedelta(minutes=room.delay)).delete()
    wake(room_stream(room.pk))
