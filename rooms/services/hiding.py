"""Hiding rooms after a report. Nothing is deleted."""

from django.utils import timezone

from replays.models.identity import REASON_MAX
from replays.services.retries import retrying
from replays.text.names import clean_line
from rooms.models import Room


@retrying
def hide_room(code: str, reason: str) -> bool:
    """Hide a room from everyone without a key but staff; return whether it was shown before. Its
    recorder sees the reason.
    """
    rooms = Room.objects.filter(code=code, hidden_at__isnull=True)
    text = clean_line(reason)[:REASON_MAX]
    return bool(rooms.update(hidden_at=timezone.now(), hidden_reason=text))


@retrying
def show_room(code: str) -> None:
    """Show a room again."""
    Room.objects.filter(code=code).update(hidden_at=None, hidden_reason="")
