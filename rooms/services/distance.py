"""Playing at a distance: take-backs that the other players agree to, and wins on time."""

from typing import Any

from django.utils.translation import gettext

from replays.services.errors import Refusal, refusal
from rooms.models import Action, Room
from rooms.reads import clocks as clock_reads
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import clocks
from .changing import Change, change_once, check_writer, is_repeated, store_change
from .entering import Edit, check_revealed, write_change


def propose_take_back(room: Room, change: Change, length: int) -> Room:
    """Propose to the other players to take back the last events, so that `length` of them stay.
    Any new event withdraws the proposal. Raises Refusal.
    """
    role = _proposer(change)

    def propose(room: Room) -> None:
        if not 0 <= length < room.n_events or room_reads.replay_of(room).is_over:
            raise refusal(409, "nothing_to_undo", gettext("There is nothing to undo."))
        if not set(house_reads.players_of(room)) - {role}:
            message = gettext("No other player takes part. Undo the steps yourself.")
            raise refusal(409, "no_other_player", message)
        _check_dealt(room, length)
        room.take_back = {"by": role, "length": length, "accepted": []}
        store_change(room, change, Action.TAKE_BACK, [])

    return change_once(room, change, propose, ("take_back",))


def answer_take_back(room: Room, change: Change, *, accepts: bool) -> Room:
    """Accept or decline a take-back as another player. It happens when all of them have accepted.
    On one phone, its recorder answers for all; on several phones each side answers on its own.
    Raises Refusal.
    """
    role = _answerer(room, change)
    if is_repeated(room, change):
        return room
    accepted = {*(_proposed(room)["accepted"]), role} - {None}
    missing = set(house_reads.players_of(room)) - accepted - {_proposed(room)["by"]}
    if accepts and role == _proposed(room)["by"]:
        raise refusal(403, "not_yours", gettext("Another player must accept this."))
    if accepts and (role is None or not missing):
        return _take_back(room, change)

    def answer(room: Room) -> None:
        room.take_back = {**_proposed(room), "accepted": sorted(accepted)} if accepts else None
        store_change(room, change, Action.TAKE_BACK, [])

    return change_once(room, change, answer, ("take_back",))


def _take_back(room: Room, change: Change) -> Room:
    def undo(room: Room) -> Edit:
        room.passed_at = None
        length = _proposed(room)["length"]
        _check_dealt(room, length)
        return Edit(room.events[:length], room.events[length:], length)

    return write_change(room, change, Action.UNDO, undo)


def _check_dealt(room: Room, length: int) -> None:
    """Raise Refusal if a take-back would remove what the site has dealt, or revealed to a bot."""
    if house_reads.is_played_by_house(room):
        check_revealed(room, length)


def _proposed(room: Room) -> dict[str, Any]:
    """Return the proposed take-back. Raises Refusal if there is none."""
    if room.take_back is None:
        message = gettext("No player asks to take back a step.")
        raise refusal(409, "no_take_back", message)
    return dict(room.take_back)


def _answerer(room: Room, change: Change) -> str | None:
    """Return the role that answers a take-back; None: the recorder of the only phone, for all.
    Raises Refusal.
    """
    check_writer(change)
    role = change.access.role
    if role is None and room.is_shared:
        raise _no_seat()
    return role


def _no_seat() -> Refusal:
    message = gettext("Only a player can ask for this. Send the key of a seat.")
    return refusal(403, "seat_key_needed", message)


def _proposer(change: Change) -> str:
    check_writer(change)
    role = change.access.role or change.role
    if role is None:
        raise _no_seat()
    return role


def claim_time(room: Room, change: Change) -> Room:
    """End the game of a player whose time is over. The log says so in `x_clock`. Raises Refusal."""

    def end(room: Room) -> Edit:
        role = clock_reads.overdue(room)
        if role is None or room_reads.replay_of(room).is_over:
            raise refusal(409, "time_left", gettext("No player is out of time."))
        row = {"event": clocks.loss_on_time(room, role), "role": role}
        clock = {**room.header["x_clock"], "lost_on_time": role}
        room.header = {**room.header, "x_clock": clock}
        return Edit([*room.events, row], [], len(room.events))

    return write_change(room, change, Action.APPEND, end)
