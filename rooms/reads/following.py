"""What followers of a room get: the room as it was some minutes ago, and its versions as a stream.

The public view of a room can be delayed. People at the table see it at once; everyone else gets the
state of an earlier time on every page, in the API and in the stream.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Min
from django.utils import timezone

from replays.streams.hub import Event
from rooms.access.keys import Access
from rooms.models import Action, Room, RoomChange, RoomState, room_stream

BATCH_SIZE = 100


def shown_room(room: Room, access: Access) -> Room:
    """Return a room as a request may see it: as it is, or for followers as it was before its delay.
    Raises Room.DoesNotExist if it has just been saved.
    """
    if access.is_present or not room.delay:
        return room
    later = list(room.changes.filter(made_at__gt=_cutoff(room.delay)).order_by("-version"))
    if any(change.action == Action.SAVE for change in later):
        raise Room.DoesNotExist
    earlier = copy(room)
    for change in later:
        if change.version <= room.version:
            earlier.events = _events_before(earlier.events, change)
            earlier.version = change.version - 1
    earlier.n_events = len(earlier.events)
    if earlier.version != room.version:
        _forget_later(earlier)
    last = room.changes.filter(version=earlier.version).first()
    earlier.touched_at = last.made_at if last is not None else room.created_at
    return earlier


def _forget_later(earlier: Room) -> None:
    """Remove from an earlier room what only the current version has: the clock, a question about a
    take-back, and what bots are to do.
    """
    earlier.clock, earlier.take_back = None, None
    earlier.house_due, earlier.passed_at = False, None
    if "x_clock" in earlier.header:
        times = {**earlier.header["x_clock"]}
        times.pop("lost_on_time", None)
        earlier.header = {**earlier.header, "x_clock": times}


def _events_before(events: list[dict[str, Any]], change: RoomChange) -> list[dict[str, Any]]:
    """Return the events of a room before a change. Raises ValueError for an unknown action, since
    what it changed could be what followers must not see.
    """
    index, removed = change.index, change.removed
    match change.action:
        case Action.APPEND | Action.HOUSE:
            return events[:index]
        case Action.UNDO | Action.CONTINUE:
            return [*events[:index], *removed]
        case Action.REPLACE | Action.NOTE:
            return [*events[:index], *removed[:1], *events[index + 1 :], *removed[1:]]
        case Action.JOIN | Action.TAKE_BACK:
            return events
    raise ValueError(f"{change.action} can't be rolled back")


def _cutoff(delay: int) -> datetime:
    return timezone.now() - timedelta(minutes=delay)


@dataclass(frozen=True, slots=True)
class RoomVersions:
    """The versions of a room, as they become visible: `delay` minutes after the change. An event
    contains only the number. For followers (`is_public`) the stream ends when the game is saved or
    the room hidden.
    """

    pk: int
    delay: int = 0
    is_public: bool = True

    @classmethod
    def seen_by(cls, room: Room, access: Access) -> "RoomVersions":
        """Return the versions that a request may see."""
        return cls(room.pk, 0 if access.is_present else room.delay, not access.may_write)

    @property
    def name(self) -> str:
        """The name to wake."""
        return room_stream(self.pk)

    def latest(self) -> int:
        """Return the latest version that can be seen; 0 if the room is deleted."""
        return self._latest() or 0

    def after(self, cursor: int) -> Sequence[Event]:
        """Return an event for each later version, or the end of the stream."""
        latest = self._latest()
        if latest is None:
            return [Event(cursor + 1, "closed", "{}", is_last=True)]
        versions = range(cursor + 1, min(latest, cursor + BATCH_SIZE) + 1)
        return [Event(version, "version", f'{{"version":{version}}}') for version in versions]

    def _latest(self) -> int | None:
        """Return the latest version; None if the room is closed."""
        columns = ("version", "state", "hidden_at")
        row = Room.objects.filter(pk=self.pk).values_list(*columns).first()
        if row is None:
            return None
        if self.is_public and (row[1] == RoomState.SAVED or row[2] is not None):
            return None
        if not self.delay:
            return int(row[0])
        later = RoomChange.objects.filter(room=self.pk, made_at__gt=_cutoff(self.delay))
        first = later.aggregate(first=Min("version"))["first"]
        return int(row[0]) if first is None else min(int(row[0]), first - 1)
