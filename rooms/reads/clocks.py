"""Clocks of rooms: the time that each player has left."""

from datetime import datetime

from django.utils import timezone

from rooms.models import Room


def seconds_left(room: Room) -> dict[str, float]:
    """Return the seconds that each player has left, below 0 if the time is over; empty without a
    clock.
    """
    clock = room.clock
    if clock is None:
        return {}
    left: dict[str, float] = dict(clock["left"])
    if clock["role"] is not None:
        used = timezone.now() - datetime.fromisoformat(clock["since"])
        left[clock["role"]] -= used.total_seconds()
    return left


def overdue(room: Room) -> str | None:
    """Return the role whose time is over, or None."""
    if room.clock is None or room.clock["role"] is None:
        return None
    role: str = room.clock["role"]
    return role if seconds_left(room)[role] <= 0 else None
