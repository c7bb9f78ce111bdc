"""How Shadows in Kyoto is drawn: `scene` for what never changes, `frames` for each step of a view,
`insight` for what everybody could know.
"""

from typing import Any

from games.core.record import Record
from games.core.replay import Replay
from games.kyoto.scene import board as _board
from games.kyoto.scene import frames as _frames
from games.kyoto.scene.insight import PRIORS, insight
from games.kyoto.scene.observed import observe_replay
from games.kyoto.scene.panels import table_texts

__all__ = ["PRIORS", "frames", "insight", "scene"]


def scene(record: Record) -> dict[str, Any]:
    """The scene of a game, in the words of `games.core.scene`."""
    return dict(_board.scene(record))


def frames(replay: Replay, view: str) -> list[dict[str, Any]]:
    """One frame a step, step 0 included, from what the view observes and nothing else."""
    return [
        dict(frame)
        for frame in _frames.frames(observe_replay(replay, view), table_texts(replay.record))
    ]
