"""The screens of a table: what the person who holds the phone may see and enter.

A screen shows one view. On one phone, a secret of a side is on a screen only while this side holds
the phone; the address is always that of the table, so the browser's history has no secret. At a
table with several phones each one shows the view of its seat. Screens of one phone are those of
`games.recorder`, which also work without the site.
"""

from typing import Any

from games.core import language
from games.core.choosing import Parts
from games.core.contract import PUBLIC
from games.core.replay import Replay
from games.recorder import screens as phone
from games.recorder.screens import WITH_CHOICES, Screen
from games.recorder.table import Table
from replays.reads.cache import BoundedCache
from replays.web import replay_drawing
from replays.web.replay_data import data_text
from rooms import services
from rooms.access.keys import Access
from rooms.models import Room, RoomState
from rooms.offline.bundle import is_installed
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads
from rooms.services import holder_of

from .clocks import clock_context
from .house import house_context

__all__ = ["WITH_CHOICES", "Screen", "screen_context", "screen_of", "shown_replay"]

FRAME_SIZE = 8000
"""About how many bytes a frame has."""
_drawings: BoundedCache[replay_drawing.Drawing] = BoundedCache(
    max_count=64, max_bytes=16 * 1024 * 1024
)


def table_of(room: Room) -> Table:
    """Return the table of a room."""
    return Table(
        room_reads.kind_of(room),
        room.header,
        room.events,
        room_reads.replay_of(room),
        holder_of(room),
        tuple(room.bots),
    )


def screen_of(room: Room, access: Access, edited: int | None = None) -> Screen:
    """Return the screen for the person who holds the phone."""
    if not access.may_write or not (access.is_recorder or room.is_shared):
        return Screen("guest", PUBLIC)
    if room.state == RoomState.SAVED:
        return Screen("saved", PUBLIC)
    if room.is_shared:
        return _screen_of_seat(room, access, edited)
    if (player := house_reads.only_player(room)) is not None:
        return _against_house(room, player)
    return phone.screen_of(table_of(room), edited)


def _against_house(room: Room, player: str) -> Screen:
    """Return the screen of the only player: it stays with him, and shows his secrets."""
    if room_reads.replay_of(room).is_over:
        return Screen("over", PUBLIC)
    turns = house_reads.turns_for_role(room, player)
    return Screen("solo", player, next(iter(turns), None))


def _screen_of_seat(room: Room, access: Access, edited: int | None) -> Screen:
    """Return the screen of a phone that is not shared. The recorder's may have no seat; then it
    shows what everyone knows.
    """
    replay, view = room_reads.replay_of(room), access.role or PUBLIC
    if edited is not None and 0 <= edited < len(replay.steps):
        before, name = replay.steps[edited].before, replay.steps[edited].entry.plain["type"]
        turn = room_reads.turn_in(room, before, access)
        if turn is not None and name in turn.types:
            return Screen("correct", view, turn, edited)
    if replay.is_over and access.is_recorder:
        return Screen("over", view)
    return Screen("seat", view, room_reads.turn_for(room, access))


def shown_replay(room: Room, screen: Screen) -> Replay:
    """Return the replay that a screen shows, up to the corrected event."""
    return phone.shown_replay(table_of(room), screen)


def screen_context(room: Room, access: Access, screen: Screen, chosen: Parts) -> dict[str, Any]:
    """Return the context of the page of a table."""
    table = table_of(room)
    drawing = _drawing_of(room, screen, phone.shown_replay(table, screen))
    step = drawing.last
    context = replay_drawing.step_context(drawing, step)
    context["data"] = data_text(drawing.scene, [drawing.frames[step]], "", [])
    narrow = None
    if screen.turn is not None and screen.name in WITH_CHOICES:
        narrow = house_reads.narrow_of(room, screen.index)
    drawn = phone.screen_context(table, screen, drawing.frames, chosen, narrow)
    if room.is_shared:
        drawn["others"] = []
    return {
        **context,
        **drawn,
        "undo_length": None,
        **house_context(room, drawn["moves"], screen.turn),
        **clock_context(room),
        "room": room,
        "version": room.version,
        "n_events": room.n_events,
        "home": room.get_absolute_url(),
        "is_secret": screen.view != PUBLIC and screen.name != "solo" and not room.is_shared,
        "is_recorder": access.is_recorder,
        "has_offline": is_installed(),
        "can_copy": services.can_copy(room, access),
        "may_write": access.may_write and screen.name != "guest",
        "may_undo": services.may_undo(room, access),
        "may_ask": room.is_shared and access.role is not None and room.n_events > 0,
        "follows": room.is_shared or not access.is_recorder or bool(room.bots),
        "is_delayed": bool(room.delay) and not access.is_present,
        "own_role": access.role,
        "own_name": table.seat_name(access.role) if access.role else "",
        "seats": [(role, table.seat_name(role)) for role in table.roles],
        "endings": phone.ending_buttons(table, screen, room_reads.endings(room, access.role)),
    }


def _drawing_of(room: Room, screen: Screen, replay: Replay) -> replay_drawing.Drawing:
    """Return the drawing of a replay in the view of a screen. All followers get the same one."""

    def draw() -> replay_drawing.Drawing:
        with language.fixed_language():
            return replay_drawing.draw_replay(room.kind, replay, screen.view, is_still=True)

    key = (room.pk, room.created_at, room.version, screen.view, screen.index)
    return _drawings.get(key, draw, lambda drawn: FRAME_SIZE * len(drawn.frames))
