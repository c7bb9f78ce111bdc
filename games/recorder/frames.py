"""The frames of a table while it is recorded: of a new event only its own frame is drawn."""

from typing import Any

from games.core.drawer import Drawer
from games.core.replay import Replay, Step

from .screens import Screen, shown_replay
from .table import Table

Json = dict[str, Any]


class _Drawn:
    """The frames of a replay that grows."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self.frames = [drawer.start]
        self.steps: list[Step] = []

    def precedes(self, replay: Replay) -> bool:
        """Return whether a replay begins with the steps that are drawn."""
        n = len(self.steps)
        return n <= len(replay.steps) and all(map(_is, self.steps, replay.steps))

    def draw(self, replay: Replay) -> list[Json]:
        """Draw what is missing of a replay; return its frames."""
        for step in replay.steps[len(self.steps) :]:
            self.frames.append(self.drawer.draw(step))
            self.steps.append(step)
        return self.frames


def _is(one: Step, other: Step) -> bool:
    return one is other


class FrameCache:
    """The scene and the frames of the newest table, in each view."""

    def __init__(self) -> None:
        self._name: Any = None
        self._scene: Json = {}
        self._drawn: dict[str, _Drawn] = {}

    def drawn(self, name: str, table: Table, screen: Screen) -> tuple[Json, list[Json]]:
        """Return the scene and the frames of a screen. `name` identifies the table."""
        display, replay = table.kind.display, shown_replay(table, screen)
        if self._name != name:
            self._name, self._scene, self._drawn = name, display.scene(replay.record), {}
        if display.drawer is None:
            return self._scene, display.frames(replay, screen.view)
        known = self._drawn.get(screen.view)
        if known is None or not known.precedes(replay):
            known = self._drawn[screen.view] = _Drawn(display.drawer(replay, screen.view))
        return self._scene, known.draw(replay)
