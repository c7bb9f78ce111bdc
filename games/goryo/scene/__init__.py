"""How Goryō is drawn: `scene` for what never changes, `frames` for the steps of a view."""

from typing import Any

from games.core.language import gettext
from games.core.record import Record
from games.core.replay import Replay
from games.goryo.scene import board as _board
from games.goryo.scene import frames as _frames
from games.goryo.scene.course import add_course, course
from games.goryo.scene.taps import taps
from games.goryo.sheets import REASON
from games.goryo.steps import steps

__all__ = ["frames", "scene", "taps"]


def scene(record: Record) -> dict[str, Any]:
    """Return the scene of a game, as defined in `games.core.scene`."""
    return {**_board.scene(record.setup), "course": course()}


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame per step, with step 0, from the view's step objects alone."""
    remark = gettext(REASON) if not replay.is_exact else ""
    plain = [*steps(replay, view)]
    shown = [dict(frame) for frame in _frames.frames(replay.record.setup, plain, remark)]
    add_course(shown, plain)
    return shown
