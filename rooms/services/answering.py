"""Letting house bots go on: after a pass of a player, and where it stopped for lack of time."""

from django.db import transaction
from django.utils.translation import gettext

from replays.services.errors import refusal
from replays.services.retries import retrying
from rooms.access.keys import GUEST
from rooms.models import Action, Room, RoomState
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import clocks
from .entering import Change, check_version, check_writer, locked, store_change
from .house import TASK_BUDGET, play_house

FIELDS = ["events", "n_events", "house_due", "passed_at", "clock", "version", "touched_at"]


@retrying
def pass_turn(room: Room, change: Change) -> Room:
    """Decline to answer the last event, so that the bot that waits goes on. If the bots stopped
    for lack of time, it goes on too. Raises Refusal.
    """
    check_writer(change)
    with transaction.atomic():
        room = locked(room)
        if change.key and room.changes.filter(key=change.key).exists():
            return room
        check_version(room, change)
        state = room_reads.replay_of(room).final
        if house_reads.may_pass(room) and not room.house_due:
            role = change.access.role
            if role is not None and not house_reads.turns_for_role(room, role):
                raise refusal(403, "not_yours", gettext("Another player can answer now."))
            room.passed_at = room.n_events
        elif not room.house_due:
            message = gettext("There is nothing to pass. Enter your move.")
            raise refusal(409, "nothing_to_pass", message)
        n_before = len(room.events)
        clocks.start(room, play_house(room, state))
        store_change(room, change, Action.HOUSE, [], n_before)
        room.save(update_fields=FIELDS)
    return room


@retrying
def continue_house(pk: int) -> bool:
    """Let house bots go on in a room where it stopped; return whether it was due. A repeated or
    late call changes nothing.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update(of=("self",)).filter(pk=pk).first()
        if room is None or not room.house_due or room.state != RoomState.OPEN:
            return False
        n_before = len(room.events)
        clocks.start(room, play_house(room, room_reads.replay_of(room).final, TASK_BUDGET))
        store_change(room, Change(GUEST, room.version), Action.HOUSE, [], n_before)
        room.save(update_fields=FIELDS)
    return True
