"""The drawing of Shadows in Kyoto: `scene` for what never changes, `frames` for each step of a
view, `insight` for public knowledge.
"""

from dataclasses import replace
from typing import Any

from games.core.drawer import Drawer
from games.core.record import Record
from games.core.replay import Replay, Step
from games.kyoto.rules.views import observe
from games.kyoto.scene import board as _board
from games.kyoto.scene import frames as _frames
from games.kyoto.scene.course import add_course, course
from games.kyoto.scene.insight import PRIORS, insight
from games.kyoto.scene.observed import observe_steps
from games.kyoto.scene.panels import status_texts
from games.kyoto.scene.taps import taps

__all__ = ["PRIORS", "drawer", "frames", "insight", "scene", "taps"]


def scene(record: Record) -> dict[str, Any]:
    """Return the scene of a game, as `games.core.scene` defines it."""
    return {**_board.scene(record), "course": course()}


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """Return one frame for each step, step 0 included, from only what the view observes."""
    start, texts = observe(replay.initial, view), status_texts(replay.record)
    observed = [*observe_steps(replay, view)]
    shown = [dict(frame) for frame in _frames.frames(start, observed, texts)]
    add_course(shown, observed)
    return shown


def drawer(replay: Replay, view: str) -> Drawer:
    """Return the drawer of a game in a view: the frame of step 0, and a function that draws the
    next step.
    """
    builder = _frames.FrameBuilder(status_texts(replay.record))

    def draw(step: Step) -> dict[str, Any]:
        (observed,) = observe_steps(replace(replay, initial=step.before, steps=(step,)), view)
        return dict(builder.next(observed))

    return Drawer(dict(builder.first(observe(replay.initial, view))), draw)
