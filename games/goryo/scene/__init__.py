"""How Goryō is drawn: `scene` for what never changes, `frames` for the steps of a view."""

from dataclasses import replace
from typing import Any

from games.core.drawer import Drawer
from games.core.language import gettext
from games.core.record import Record
from games.core.replay import Replay, Step
from games.goryo.scene import board as _board
from games.goryo.scene import frames as _frames
from games.goryo.scene.course import add_course, course
from games.goryo.scene.taps import taps
from games.goryo.sheets import REASON
from games.goryo.steps import steps

__all__ = ["drawer", "frames", "scene", "taps"]


def scene(record: Record) -> dict[str, Any]:
    """Return the scene of a game, as defined in `games.core.scene`."""
    return {**_board.scene(record.setup), "course": course()}


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame per step, with step 0, from the view's step objects alone."""
    plain = [*steps(replay, view)]
    shown = [dict(frame) for frame in _frames.frames(replay.record.setup, plain, _remark(replay))]
    add_course(shown, plain)
    return shown


def drawer(replay: Replay, view: str) -> Drawer:
    """Return the drawer of a game in a view: the frame of step 0, and a function that draws the
    next step.
    """
    builder = _frames.FrameBuilder(replay.record.setup, _remark(replay))

    def draw(step: Step) -> dict[str, Any]:
        (plain,) = steps(replace(replay, steps=(step,)), view)
        return dict(builder.frame(plain))

    return Drawer(dict(builder.start()), draw)


def _remark(replay: Replay) -> str:
    return gettext(REASON) if not replay.is_exact else ""
