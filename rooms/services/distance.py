"""Playing at a distance: take-backs that the other players agree to, and wins on time."""

from django.db import transaction
from django.utils.translation import gettext

from replays.services.errors import refusal
from replays.services.retries import retrying
from rooms.models import Action, Room
from rooms.reads import clocks as clock_reads
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import clocks
from .entering import Change, Edit, check_version, check_writer, locked, store_change, write_change


@retrying
def propose_take_back(room: Room, change: Change, length: int) -> Room:
    """Ask the other players to take back the last events, so that `length` of them stay. Any new
    event withdraws the question. Raises Refusal.
    """
    check_writer(change)
    role = _asker(change)
    with transaction.atomic():
        room = locked(room)
        if change.key and room.changes.filter(key=change.key).exists():
            return room
        check_version(room, change)
        if not 0 <= length < room.n_events or room_reads.replay_of(room).is_over:
            raise refusal(409, "nothing_to_undo", gettext("There is nothing to undo."))
        if not set(house_reads.players_of(room)) - {role}:
            message = gettext("No other player takes part. Undo the steps yourself.")
            raise refusal(409, "no_other_player", message)
        room.take_back = {"by": role, "length": length, "accepted": []}
        store_change(room, change, Action.TAKE_BACK, [])
        room.save(update_fields=["take_back", "version", "touched_at"])
    return room


def answer_take_back(room: Room, change: Change, *, accepts: bool) -> Room:
    """Accept or decline a take-back as another player. It happens when all of them have accepted;
    the recorder answers for all. Raises Refusal.
    """
    check_writer(change)
    if room.take_back is None:
        message = gettext("No player asks to take back a step.")
        raise refusal(409, "no_take_back", message)
    role = change.access.role
    if role == room.take_back["by"] and accepts:
        raise refusal(403, "not_yours", gettext("Another player must accept this."))
    accepted = {*room.take_back["accepted"], role}
    missing = set(house_reads.players_of(room)) - accepted - {room.take_back["by"]}
    if accepts and (change.access.is_recorder or not missing):
        return _take_back(room, change)
    return _store_answer(room, change, sorted(filter(None, accepted)) if accepts else None)


def _take_back(room: Room, change: Change) -> Room:
    def undo(room: Room) -> Edit:
        if room.take_back is None:
            raise refusal(409, "changed", gettext("The question was withdrawn."))
        room.passed_at = None
        length = room.take_back["length"]
        return Edit(room.events[:length], room.events[length:], length)

    return write_change(room, change, Action.UNDO, undo)


@retrying
def _store_answer(room: Room, change: Change, accepted: list[str] | None) -> Room:
    with transaction.atomic():
        room = locked(room)
        check_version(room, change)
        if room.take_back is not None:
            asked = room.take_back
            room.take_back = None if accepted is None else {**asked, "accepted": accepted}
        store_change(room, change, Action.TAKE_BACK, [])
        room.save(update_fields=["take_back", "version", "touched_at"])
    return room


def _asker(change: Change) -> str:
    role = change.access.role or change.role
    if role is None:
        message = gettext("Only a player can ask for this. Send the key of a seat.")
        raise refusal(403, "seat_key_needed", message)
    return role


def claim_time(room: Room, change: Change) -> Room:
    """End the game of a player whose time is over. The log says so in `x_clock`. Raises Refusal."""

    def end(room: Room) -> Edit:
        role = clock_reads.overdue(room)
        if role is None or room_reads.replay_of(room).is_over:
            raise refusal(409, "time_left", gettext("No player's time is over."))
        row = {"event": clocks.loss_on_time(room, role), "role": role}
        clock = {**room.header["x_clock"], "lost_on_time": role}
        room.header = {**room.header, "x_clock": clock}
        room.save(update_fields=["header"])
        return Edit([*room.events, row], [], len(room.events))

    return write_change(room, change, Action.APPEND, end)
