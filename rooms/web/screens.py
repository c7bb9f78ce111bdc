"""The screens of a table: what the person who holds the phone may see and enter.

A screen shows one view. On one phone, a secret of a side is on a screen only while this side holds
the phone; the address is always that of the table, so the browser's history has no secret. At a
table with several phones each one shows the view of its seat.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.core import language, recording
from games.core.choosing import Parts
from games.core.contract import PUBLIC, GameKind
from games.core.replay import Replay
from games.core.turns import Turn
from replays.reads.cache import BoundedCache
from replays.web import replay_drawing
from replays.web.replay_data import data_text
from rooms import services
from rooms.access.keys import Access
from rooms.models import Room, RoomState
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads
from rooms.services import COVERED, holder_of

from .clocks import clock_context, time_text
from .house import house_context
from .names import seat_name
from .offers import label_of, offers_of

MAX_RECENT = 60
FRAME_SIZE = 8000
"""About how many bytes a frame has."""
_drawings: BoundedCache[replay_drawing.Drawing] = BoundedCache(
    max_count=64, max_bytes=16 * 1024 * 1024
)
WITH_CHOICES = ("table", "secret", "correct", "seat", "solo")
"""The screens on which events can be entered."""
WITH_ENDINGS = ("table", "hand-over", "secret", "seat", "solo")


@dataclass(frozen=True)
class Screen:
    """A screen: `name` chooses the template's part, `view` what may be seen, `turn` what can be
    entered (None: nothing), at `index` if an earlier event is corrected.
    """

    name: str
    view: str
    turn: Turn | None = None
    index: int | None = None


def screen_of(room: Room, access: Access, edited: int | None = None) -> Screen:
    """Return the screen for the person who holds the phone."""
    if not access.may_write or not (access.is_recorder or room.is_shared):
        return Screen("guest", PUBLIC)
    if room.state == RoomState.SAVED:
        return Screen("saved", PUBLIC)
    if room.is_shared:
        return _screen_of_seat(room, access, edited)
    kind, replay, holder = room_reads.kind_of(room), room_reads.replay_of(room), holder_of(room)
    if (player := house_reads.only_player(room)) is not None:
        return _against_house(room, player)
    if edited is not None and 0 <= edited < len(replay.steps):
        return _correction(kind, replay, holder, edited)
    turns = recording.turns_of(kind, replay.final)
    if holder in house_reads.players_of(room):
        own = next((turn for turn in turns if turn.role == holder and turn.is_secret), None)
        return Screen("secret", holder, own)
    if replay.is_over:
        return Screen("over", PUBLIC)
    first = turns[0] if turns else None
    if holder == COVERED or (first is not None and first.is_secret):
        return Screen("hand-over", PUBLIC, first)
    return Screen("table", PUBLIC, first)


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


def _correction(kind: GameKind, replay: Replay, holder: str, index: int) -> Screen:
    """Return the screen on which an earlier event is corrected: for a secret one, a hand-over to
    its side first.
    """
    before, entered = replay.steps[index].before, replay.steps[index].entry.plain["type"]
    turns = recording.turns_of(kind, before)
    turn = next((turn for turn in turns if entered in turn.types), turns[0])
    if turn.is_secret and turn.role != holder:
        return Screen("hand-over", PUBLIC, turn, index)
    return Screen("correct", recording.view_of(turn), turn, index)


def shown_replay(room: Room, screen: Screen) -> Replay:
    """Return the replay that a screen shows, up to the corrected event."""
    replay = room_reads.replay_of(room)
    if screen.index is None:
        return replay
    steps = replay.steps[: screen.index]
    state = steps[-1].state if steps else replay.initial
    outcome = room_reads.kind_of(room).rules.engine.outcome(state)
    record = type(replay.record)(
        replay.record.kind,
        replay.record.setup,
        replay.record.header,
        replay.record.entries[: screen.index],
    )
    return Replay(record, replay.initial, steps, outcome, None)


def screen_context(room: Room, access: Access, screen: Screen, chosen: Parts) -> dict[str, Any]:
    """Return the context of the page of a table."""
    kind, replay = room_reads.kind_of(room), shown_replay(room, screen)
    drawing = _drawing_of(room, screen, replay)
    step = drawing.last
    context = replay_drawing.step_context(drawing, step)
    context["data"] = data_text(drawing.scene, [drawing.frames[step]], "", [])
    offers: dict[str, Any] = {}
    if screen.turn is not None and screen.name in WITH_CHOICES:
        narrow = house_reads.narrow_of(room, screen.index)
        offers = offers_of(kind, replay.final, screen.turn, chosen, narrow)
    moves = _moves(drawing, room, screen)
    return {
        **context,
        **offers,
        **house_context(room, moves, screen.turn),
        **clock_context(room),
        "room": room,
        "kind": kind,
        "house_rules": room.header.get("x_house_rules", ""),
        "screen": screen.name,
        "is_secret": screen.view != PUBLIC and screen.name != "solo" and not room.is_shared,
        "is_recorder": access.is_recorder,
        "may_write": access.may_write and screen.name != "guest",
        "may_undo": services.may_undo(room, access),
        "may_ask": room.is_shared and access.role is not None and room.n_events > 0,
        "follows": room.is_shared or not access.is_recorder or bool(room.bots),
        "is_delayed": bool(room.delay) and not access.is_present,
        "own_role": access.role,
        "own_name": seat_name(room, access.role) if access.role else "",
        "view": screen.view,
        "turn": screen.turn,
        "edit": None if screen.index is None else screen.index + 1,
        "seats": [(role, seat_name(room, role)) for role in room_reads.roles_of(room)],
        "heading": heading(room, screen, replay),
        "holder_name": seat_name(room, screen.turn.role if screen.turn else None),
        "others": _others(room, screen),
        "moves": moves,
        "rules": kind.identity.rules_text(
            kind.identity.edition_of(replay.record.setup),
            kind.identity.mode_of(replay.record.setup),
        ),
        "result": result_text(kind, replay),
        "endings": _endings(room, screen, access),
    }


def _drawing_of(room: Room, screen: Screen, replay: Replay) -> replay_drawing.Drawing:
    """Return the drawing of a replay in the view of a screen. All followers get the same one."""

    def draw() -> replay_drawing.Drawing:
        with language.fixed_language():
            return replay_drawing.draw_replay(room.kind, replay, screen.view, is_still=True)

    key = (room.pk, room.created_at, room.version, screen.view, screen.index)
    return _drawings.get(key, draw, lambda drawn: FRAME_SIZE * len(drawn.frames))


def heading(room: Room, screen: Screen, replay: Replay) -> str:
    """Return who acts, as a heading."""
    kind = room_reads.kind_of(room)
    if screen.name == "over" or replay.is_over:
        return result_text(kind, replay)
    if screen.turn is None and screen.name == "solo":
        return gettext("A house bot is to act")
    if screen.turn is None and screen.name == "seat":
        return _waiting(room)
    if screen.turn is None and screen.name == "secret":
        return gettext("Nothing to enter now")
    turn = screen.turn or next(iter(room_reads.turns_of(room)), None)
    if turn is None:
        return gettext("The table")
    types = sorted(kind.display.terms.get(name, name) for name in turn.types)
    if turn.role is None and len(types) == 1:
        return gettext("What was drawn: {what}").format(what=types[0])
    if turn.role is None:
        return gettext("What happened?")
    who = seat_name(room, turn.role)
    if len(types) == 1:
        return gettext("{player}: {what}").format(player=who, what=types[0])
    return gettext("{player} to act").format(player=who)


def _waiting(room: Room) -> str:
    """Return whom a phone waits for, as a heading."""
    turns = room_reads.turns_of(room)
    role = turns[0].role or turns[0].known_to if turns else None
    return gettext("Waiting for {player}").format(player=seat_name(room, role))


def result_text(kind: GameKind, replay: Replay) -> str:
    """Return who won and why; empty while the game goes on."""
    outcome = replay.outcome
    if outcome.reason is None:
        return ""
    reason = kind.identity.reasons.get(outcome.reason, outcome.reason)
    if outcome.winner is None:
        return gettext("No winner: {reason}").format(reason=reason)
    winner = kind.identity.winner_text(outcome.winner)
    return gettext("Winner: {winner}. {reason}").format(winner=winner, reason=reason)


def _others(room: Room, screen: Screen) -> list[tuple[str, str]]:
    """Return the roles that can be given the phone to see or enter their secrets, with names."""
    kind, state = room_reads.kind_of(room), room_reads.replay_of(room).final
    if screen.name not in WITH_ENDINGS or screen.index is not None or room.is_shared:
        return []
    due = screen.turn.role if screen.name == "hand-over" and screen.turn else screen.view
    public = kind.rules.engine.observe(state, PUBLIC)
    return [
        (role, seat_name(room, role))
        for role in house_reads.players_of(room)
        if role != due and kind.rules.engine.observe(state, role) != public
    ]


def _moves(drawing: replay_drawing.Drawing, room: Room, screen: Screen) -> list[dict[str, Any]]:
    """Return the list of moves as the view may know it, the last one first."""
    notes = {n: row.get("note", "") for n, row in enumerate(room.events, 1)}
    rows = [
        {"step": frame["step"], "text": frame["move"]["text"], "sentence": frame["sentence"]}
        for frame in drawing.frames
        if frame["move"]
    ]
    for row in rows:
        at = room.events[row["step"] - 1].get("at")
        row["time"] = "" if at is None else time_text(at)
        hidden = room.events[row["step"] - 1]["role"] not in (None, screen.view)
        row["note"] = "" if hidden and _is_secret(room, row["step"]) else notes[row["step"]]
    return rows[::-1][:MAX_RECENT]


def _is_secret(room: Room, step: int) -> bool:
    """Return whether a step was entered in secret, so that its note is its author's only."""
    kind, replay = room_reads.kind_of(room), room_reads.replay_of(room)
    before = replay.steps[step - 1].before
    name = replay.steps[step - 1].entry.plain["type"]
    turns = recording.turns_of(kind, before)
    return any(turn.is_secret for turn in turns if name in turn.types)


def _endings(room: Room, screen: Screen, access: Access) -> list[dict[str, str]]:
    """Return the buttons that end the game."""
    if screen.name not in WITH_ENDINGS or screen.index is not None:
        return []
    kind = room_reads.kind_of(room)
    return [
        {"label": label_of(kind, event), "value": json.dumps(event)}
        for event in room_reads.endings(room, access.role)
    ]
