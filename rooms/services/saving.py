"""Saving the game of a room: its log is judged like any other, and submitted exactly once."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from games.core.codec import canonical_json
from games.registry import judge_log
from replays import services as replay_services
from replays.access.limits import limits
from replays.access.quotas import Quota
from replays.models import UploadSource
from replays.models.audience import Audience
from replays.services.errors import Refusal, refusal
from replays.services.quotas import charge
from replays.services.reading import ReadBudget
from replays.services.submit import receive
from rooms.models import Action, Room, RoomState
from rooms.reads import rooms as room_reads

from .changing import Change, change_once, check_writer, store_change


def save_room(room: Room, change: Change, audience: Audience, quotas: Sequence[Quota] = ()) -> Room:
    """Save the game of a room for its owner, finished or not. Repeated requests save it once.

    Only the recorder may save. Raises Refusal, OverQuota, and UploadFault: then the log is stored
    and a worker reads it again.
    """
    room = _submit_once(room, change, audience, quotas)
    if room.upload_id is not None:
        replay_services.read_waiting(room.upload_id, ReadBudget(limits().inline_seconds))
        room.refresh_from_db()
    return room


def _submit_once(room: Room, change: Change, audience: Audience, quotas: Sequence[Quota]) -> Room:
    """Store the log and the room's link to it in one transaction. Raises Refusal, OverQuota."""

    def submit(room: Room) -> None:
        if room.hidden_at is not None:
            message = gettext("The staff of this site hid this table, so it can't be saved.")
            raise refusal(409, "hidden", message)
        data = _log_bytes(room)
        usage_ids = charge(quotas, [len(data)])
        room.upload = receive(
            data, f"{room.code}.json", UploadSource.PAGE, "", room.owner, audience, usage_ids
        )
        room.state, room.holder = RoomState.SAVED, ""
        room.changes.update(removed=[])
        store_change(room, change, Action.SAVE, [])

    check_writer(change)
    if not change.access.is_recorder:
        message = gettext("Only the person who records the game can save it.")
        raise refusal(403, "room_key_needed", message)
    is_done = lambda room: room.state == RoomState.SAVED  # noqa: E731
    return change_once(room, change, submit, ("upload", "state", "holder"), is_done)


def _log_bytes(room: Room) -> bytes:
    """Return the log of a room, judged. Raises Refusal."""
    if not room.events:
        raise refusal(422, "no_event", gettext("There is nothing to save yet. Enter a move first."))
    log: dict[str, Any] = room_reads.log_of(room)
    judged = judge_log(log)
    if judged.record is None or judged.findings:
        raise Refusal(422, judged.findings[0])
    return canonical_json(judged.record.plain()).encode()
