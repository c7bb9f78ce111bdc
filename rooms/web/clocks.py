"""Clocks on the pages of rooms."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy

from games.recorder.labels import time_text
from replays.services.errors import refusal
from rooms import services
from rooms.models import Room
from rooms.reads import clocks as clock_reads

TIMES = {
    "": gettext_lazy("No clock"),
    "300+5": gettext_lazy("5 minutes, 5 seconds for each move"),
    "900+10": gettext_lazy("15 minutes, 10 seconds for each move"),
    "3600+30": gettext_lazy("1 hour, 30 seconds for each move"),
    "604800+0": gettext_lazy("7 days"),
}
"""What the form offers: main time and increment in seconds."""


def clock_in(text: str) -> services.Clock | None:
    """Return the clock that a form chose, None without one. Raises Refusal."""
    if text not in TIMES:
        raise refusal(422, "bad_clock", gettext("Choose one of the offered clocks."))
    main, _, increment = text.partition("+")
    return services.Clock(int(main), int(increment)) if text else None


def clock_context(room: Room) -> dict[str, Any]:
    """Return the context of the part of a page about the clock and about take-backs."""
    names = {player["role"]: player.get("name") for player in room.header["players"]}
    proposed = room.take_back
    return {
        "clock_rows": _rows(room, names),
        "overdue": clock_reads.overdue(room),
        "take_back": proposed and {**proposed, "name": names.get(proposed["by"]) or proposed["by"]},
    }


def _rows(room: Room, names: dict[str, Any]) -> list[dict[str, Any]]:
    if room.clock is None:
        return []
    return [
        {
            "name": names.get(role) or role,
            "time": time_text(left),
            "is_running": role == room.clock["role"],
            "is_over": left <= 0,
        }
        for role, left in clock_reads.seconds_left(room).items()
    ]
