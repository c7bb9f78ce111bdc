"""Drawing a game step by step, while it is recorded."""

from collections.abc import Callable
from typing import Any, NamedTuple

from games.core.replay import Step


class Drawer(NamedTuple):
    """The frame of step 0, and a function that returns that of the next step. The steps are given
    to it in order, each once. The frames are those of `Display.frames`, without the numbers
    of the curve (`course`, `turning`).
    """

    start: dict[str, Any]
    draw: Callable[[Step], dict[str, Any]]
