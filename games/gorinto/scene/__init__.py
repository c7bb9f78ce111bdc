"""How Gorinto is drawn: `scene` for what never changes, `frames` for each step of a view."""

from collections.abc import Iterator
from typing import Any

from games.core.record import Record
from games.core.replay import Replay
from games.gorinto.codec import plain_state
from games.gorinto.rules.events import Place
from games.gorinto.scene import board as _board
from games.gorinto.scene import could as _could
from games.gorinto.scene import frames as _frames
from games.gorinto.scene.table import table_of
from games.gorinto.steps import steps

__all__ = ["frames", "scene"]


def scene(record: Record) -> dict[str, Any]:
    """The scene of a game, in the words of `games.core.scene`."""
    return dict(_board.scene(table_of(record.setup, record.header)))


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """One frame a step, step 0 included, from the step objects of the view, and of each placement
    what else could have been done: nothing is hidden from any view.
    """
    table = table_of(replay.record.setup, replay.record.header)
    told = _frames.frames(table, plain_state(replay.initial), _with_insight(replay, view))
    return [dict(frame) for frame in told]


def _with_insight(replay: Replay, view: str) -> Iterator[dict[str, Any]]:
    for step, plain in zip(replay.steps, steps(replay, view), strict=True):
        event = step.entry.event
        is_place = isinstance(event, Place)
        yield {**plain, "insight": _could.lines(step.before, event)} if is_place else plain
