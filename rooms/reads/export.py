"""Rooms in the export of an account."""

from collections.abc import Collection, Iterator
from typing import Any

from games.core.contract import PUBLIC
from rooms.models import Room, RoomState

from .rooms import is_playable, log_of, steps_of

CHUNK = 20
"""Rooms read at once."""


def tables_of(keys: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the open rooms of an owner with these keys, with what their recorder may see: the log
    with all events, or the public steps if other phones or the site have secrets. Keys of rooms are
    stored as digests and not included.
    """
    rooms = Room.objects.filter(owner__in=keys, state=RoomState.OPEN).order_by("pk")
    for room in rooms.iterator(CHUNK):
        yield {
            "code": room.code,
            "kind": room.kind,
            "created_at": room.created_at,
            "touched_at": room.touched_at,
            "version": room.version,
            "hidden_reason": room.hidden_reason,
            **_moves(room),
        }


def _moves(room: Room) -> dict[str, Any]:
    if not (room.is_shared or room.bots or room.deals):
        return {"log": log_of(room)}
    return {"header": room.header, "steps": steps_of(room, PUBLIC) if is_playable(room) else []}
