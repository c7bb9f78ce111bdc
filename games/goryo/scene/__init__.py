"""How Goryō is drawn: `scene` for what never changes, `frames` for each step of a view."""

from typing import Any

from games.core.record import Record
from games.core.replay import Replay
from games.goryo.scene import board as _board
from games.goryo.scene import frames as _frames
from games.goryo.steps import steps

__all__ = ["frames", "scene"]


def scene(record: Record) -> dict[str, Any]:
    """The scene of a game, in the words of `games.core.scene`."""
    return dict(_board.scene(record.setup))


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """One frame a step, step 0 included, from the step objects of the view and nothing else."""
    told = _frames.frames(replay.record.setup, steps(replay, view))
    return [dict(frame) for frame in told]
