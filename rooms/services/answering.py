"""Letting house bots go on: after a pass of a player, and where they stopped because they had much
to enter.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from replays.services.errors import Refusal, refusal
from replays.services.notifications import send_task
from replays.services.retries import retrying
from rooms.access.keys import GUEST
from rooms.models import Action, Room, RoomState
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import clocks
from .changing import Change, change_once, locked, store_change
from .house import PLAY_HOUSE, TASK_COST, play_house

LOST_AFTER = timedelta(seconds=10)
"""A room in which bots are due for longer has lost its task, or the task waits in the queue; a task
too many changes nothing.
"""
RESTARTED_MAX = 200
_FIELDS = ("events", "n_events", "house_due", "passed_at", "clock")


def pass_turn(room: Room, change: Change) -> Room:
    """Decline to answer the last event, so that the bot that waits goes on. If the bots stopped
    because they had much to enter, they go on too. Raises Refusal.
    """

    def let_go_on(room: Room) -> None:
        if not room.house_due:
            _decline(room, change)
        _go_on(room, change)

    return change_once(room, change, let_go_on, _FIELDS)


def _decline(room: Room, change: Change) -> None:
    """Note that no player answers the last event. Raises Refusal."""
    if not house_reads.may_pass(room):
        message = gettext("There is nothing to pass. Enter your move.")
        raise refusal(409, "nothing_to_pass", message)
    role = change.access.role
    if role is not None and not house_reads.turns_for_role(room, role):
        raise refusal(403, "not_yours", gettext("Another player can answer now."))
    room.passed_at = room.n_events


def _go_on(room: Room, change: Change, cost: int | None = None) -> None:
    n_before = len(room.events)
    clocks.start(room, play_house(room, room_reads.replay_of(room).final, cost))
    store_change(room, change, Action.HOUSE, [], n_before)


@retrying
def continue_house(pk: int) -> bool:
    """Let house bots go on in a room where they stopped; return whether they were due. A repeated
    or late call changes nothing.
    """
    try:
        with locked(Room(pk=pk)) as room:
            if not room.house_due or room.state != RoomState.OPEN:
                return False
            _go_on(room, Change(GUEST, room.version), TASK_COST)
            room.save(update_fields=[*_FIELDS, "version", "touched_at"])
    except Refusal:  # deleted meanwhile
        return False
    return True


def restart_house() -> int:
    """Enqueue the tasks of rooms in which bots have been due for some time, the oldest first;
    return how many.
    """
    before = timezone.now() - LOST_AFTER
    due = Room.objects.filter(house_due=True, state=RoomState.OPEN, touched_at__lt=before)
    pks = list(due.order_by("touched_at").values_list("pk", flat=True)[:RESTARTED_MAX])
    for pk in pks:
        send_task(PLAY_HOUSE, pk)
    return len(pks)
