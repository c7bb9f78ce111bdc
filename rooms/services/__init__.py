"""Services: the only code that writes rows of rooms."""

from .answering import continue_house, pass_turn, restart_house
from .changing import Change
from .clocks import Clock
from .distance import answer_take_back, claim_time, propose_take_back
from .entering import (
    add_note,
    append_event,
    check_rules,
    check_types,
    may_undo,
    replace_event,
    undo_events,
)
from .hiding import hide_room, show_room
from .offline import Conflict, Continued, Sent, can_copy, continue_room, send_draft
from .opening import NewRoom, Opened, delete_room, open_room, release_rooms, sweep_rooms
from .phone import give_phone, holder_of, take_phone
from .saving import save_room
from .seats import INVITED_FOR, Joined, invitation_to, invite, join, sit

__all__ = [
    "INVITED_FOR",
    "Change",
    "Clock",
    "Conflict",
    "Continued",
    "Joined",
    "NewRoom",
    "Opened",
    "Sent",
    "add_note",
    "answer_take_back",
    "append_event",
    "can_copy",
    "check_rules",
    "check_types",
    "claim_time",
    "continue_house",
    "continue_room",
    "delete_room",
    "give_phone",
    "hide_room",
    "holder_of",
    "invitation_to",
    "invite",
    "join",
    "may_undo",
    "open_room",
    "pass_turn",
    "propose_take_back",
    "release_rooms",
    "replace_event",
    "restart_house",
    "save_room",
    "send_draft",
    "show_room",
    "sit",
    "sweep_rooms",
    "take_phone",
    "undo_events",
]
