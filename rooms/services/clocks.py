"""Clocks of rooms: each player has a main time, and gets an increment after each own event.

The clock of the player who is to act runs; that of a house bot does not. A player whose time is
over can enter nothing but the end of the game, and anyone at the table can claim the win.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext

from games.core import recording
from games.core.branching import Refused
from games.core.turns import STOPS
from replays.services.errors import refusal
from rooms.models import Room
from rooms.reads import clocks as clock_reads
from rooms.reads import rooms as room_reads

MAIN_MIN, MAIN_MAX, INCREMENT_MAX = 10, 30 * 24 * 60 * 60, 60 * 60
"""Seconds."""


class Clock(NamedTuple):
    """The main time and the increment of a clock, in seconds."""

    main: int
    increment: int = 0


def check_times(clock: Clock) -> None:
    """Raise Refusal if a clock has impossible times."""
    if not MAIN_MIN <= clock.main <= MAIN_MAX or not 0 <= clock.increment <= INCREMENT_MAX:
        message = gettext(
            "The main time must be {least} to {most} seconds, the increment 0 to {increment}."
        )
        limits = {"least": MAIN_MIN, "most": MAIN_MAX, "increment": INCREMENT_MAX}
        raise refusal(422, "bad_clock", message, **limits)


def new_clock(clock: Clock, roles: list[str]) -> dict[str, Any]:
    """Return the stored clock of a new room."""
    left = dict.fromkeys(roles, float(clock.main))
    return {**clock._asdict(), "left": left, "role": None, "since": None}


def check(room: Room, event_type: str) -> None:
    """Raise Refusal if the time of the player to act is over. The game can still be ended."""
    if event_type not in STOPS and clock_reads.overdue(room) is not None:
        message = gettext("You are out of time. The other side can claim the win.")
        raise refusal(409, "time_over", message)


def charge(room: Room, role: str | None) -> None:
    """Take the time that the running clock used; the player who entered an event gets the
    increment.
    """
    clock = room.clock
    if clock is None or clock["role"] is None:
        return
    left = {**clock["left"], clock["role"]: clock_reads.seconds_left(room)[clock["role"]]}
    if role == clock["role"]:
        left[role] += clock["increment"]
    room.clock = {**clock, "left": left, "since": timezone.now().isoformat()}


def start(room: Room, state: Any) -> None:
    """Let the clock of the player run who is to act in the position that a change led to."""
    clock = room.clock
    if clock is None:
        return
    turns = recording.turns_of(room_reads.kind_of(room), state)
    role = turns[0].role if turns else None
    if role == clock["role"]:
        return
    charge(room, None)
    since = timezone.now().isoformat()
    role = role if role in clock["left"] else None
    room.clock = {**(room.clock or clock), "role": role, "since": since if role else None}


def seconds_played(room: Room) -> float | None:
    """Return the seconds since the table was opened, None if times are not recorded."""
    if room.clock is None and not room.is_timed:
        return None
    opened: datetime = room.created_at
    return round((timezone.now() - opened).total_seconds(), 1)


def loss_on_time(room: Room, role: str) -> dict[str, Any]:
    """Return the event with which a game ends whose player has no time left: he resigns, or where
    the rules know no resigning, the game ends without a winner.
    """
    kind, state = room_reads.kind_of(room), room_reads.replay_of(room).final
    try:
        return recording.decide(kind, state, None, {"type": "resign", "role": role})
    except Refused:
        return recording.decide(kind, state, None, {"type": "abandon"})
