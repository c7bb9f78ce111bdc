"""The drawing of Gorinto: `scene` for what never changes, `frames` for the steps of a view."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.drawer import Drawer
from games.core.record import Record
from games.core.replay import Replay, Step
from games.gorinto.codec import plain_state
from games.gorinto.rules.events import Place
from games.gorinto.scene import board as _board
from games.gorinto.scene import frames as _frames
from games.gorinto.scene.alternatives import insight_lines
from games.gorinto.scene.course import add_course, course
from games.gorinto.scene.table import read_table
from games.gorinto.scene.taps import taps
from games.gorinto.steps import steps

__all__ = ["drawer", "frames", "scene", "taps"]


def scene(record: Record) -> dict[str, Any]:
    """Return the scene of a game (`games.core.scene`)."""
    table = read_table(record.setup, record.header)
    return {**_board.scene(table), "course": course(table)}


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame for each step, including step 0. All views show the alternatives to each
    placement, as nothing is hidden.
    """
    table = read_table(replay.record.setup, replay.record.header)
    start = plain_state(replay.initial)
    shown = _frames.frames(table, start, _with_insight(replay, view))
    drawn = [dict(frame) for frame in shown]
    add_course(drawn, replay)
    return drawn


def _with_insight(replay: Replay, view: str) -> Iterator[dict[str, Any]]:
    for step, plain in zip(replay.steps, steps(replay, view), strict=True):
        event = step.entry.event
        is_place = isinstance(event, Place)
        yield {**plain, "insight": insight_lines(step.before, event)} if is_place else plain


def drawer(replay: Replay, view: str) -> Drawer:
    """Return the drawer of a game in a view: the frame of step 0, and a function that draws the
    next step.
    """
    table = read_table(replay.record.setup, replay.record.header)
    builder = _frames.FrameBuilder(table, plain_state(replay.initial))

    def draw(step: Step) -> dict[str, Any]:
        (plain,) = _with_insight(replace(replay, steps=(step,)), view)
        return dict(builder.next(plain))

    return Drawer(dict(builder.start()), draw)
