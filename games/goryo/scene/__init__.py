"""How Goryō is drawn: `scene` for what never changes, `frames` for the steps of a view."""

from typing import Any

from games.core.record import Record
from games.core.replay import Replay
from games.goryo.scene import board as _board
from games.goryo.scene import frames as _frames
from games.goryo.steps import steps

__all__ = ["frames", "scene"]


def scene(record: Record) -> dict[str, Any]:
    """Return the scene of a game, as defined in `games.core.scene`."""
    return dict(_board.scene(record.setup))


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame per step, with step 0, from the view's step objects alone."""
    return [dict(frame) for frame in _frames.frames(replay.record.setup, steps(replay, view))]
