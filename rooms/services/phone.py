"""One phone for all: which role holds it. Only then are its secrets shown."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.recorder.table import COVERED
from replays.services.errors import refusal
from replays.services.retries import retrying
from rooms.models import Room
from rooms.reads import house as house_reads

HELD_FOR = timedelta(minutes=15)
"""After this time the phone counts as put down."""


@retrying
def take_phone(room: Room, role: str) -> Room:
    """Let a role hold the phone. Raises Refusal."""
    if role not in house_reads.players_of(room):
        raise refusal(422, "no_such_role", gettext("There is no such role at this table."))
    return _hold(room, role)


@retrying
def give_phone(room: Room, *, is_covered: bool = False) -> Room:
    """Put the phone down, so that no secret is shown. `is_covered`: nothing is shown until
    the next person takes it.
    """
    return _hold(room, COVERED if is_covered else "")


def _hold(room: Room, role: str) -> Room:
    with transaction.atomic():
        now = timezone.now()
        Room.objects.filter(pk=room.pk).update(holder=role, held_at=now, touched_at=now)
    room.holder, room.held_at = role, now
    return room


def holder_of(room: Room) -> str:
    """Return the role that holds the phone, or an empty text."""
    is_held = room.held_at is not None and timezone.now() - room.held_at < HELD_FOR
    return room.holder if is_held else ""
