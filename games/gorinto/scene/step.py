"""A step for the scene: what happened, from the event and the plain states before and after it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.gorinto.rules.elements import EARTH, ELEMENTS, NUMBER
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, PATTERNS, names
from games.gorinto.scene.labels import COIN_TOKENS
from games.gorinto.scene.table import Table

Plain = Mapping[str, Any]


class TakenTile(NamedTuple):
    """A tile gathered from the Mountain: from the top of a stack, or from a level within it."""

    cell: str
    element: str
    level: int | None


class Gathering(NamedTuple):
    """The gathering of a placement or a Kitsune turn: the element and cell it starts from, the
    Pattern, the Understanding (None: gathers all), the number of tiles available, and the tiles
    taken.
    """

    element: str
    cell: str
    pattern: tuple[str, ...]
    understanding: int | None
    available: int
    taken: tuple[TakenTile, ...]


NO_GATHERING = Gathering("", "", (), 0, 0, ())


class SceneStep(NamedTuple):
    """A step: the table, the event, the states before and after it, and its gathering (NO_GATHERING
    for other events).
    """

    table: Table
    event: Plain
    before: Plain
    state: Plain
    gathering: Gathering

    @property
    def kind(self) -> str:
        """The event's type."""
        return str(self.event["type"])

    @property
    def ends_season(self) -> bool:
        """Whether the step scored a Season."""
        old, new = self.before["scoring"], self.state["scoring"]
        return new is not None and (old is None or old["season"] != new["season"])

    @property
    def ends_game(self) -> bool:
        """Whether the game ended with the step."""
        return self.state["reason"] is not None and self.before["reason"] is None

    @property
    def season(self) -> int:
        """The Season of the event. A `score` belongs to the Season just ended."""
        is_claim = self.kind == "score"
        return int(self.before["scoring"]["season"] if is_claim else self.before["season"])

    @property
    def is_blank(self) -> bool:
        """Whether the Kitsune acts on an empty cell (11.6)."""
        if self.kind != "coin":
            return False
        return not self.before["mountain"][self.before["solo"][COIN_TOKENS[self.event["side"]]]]

    @property
    def left_on_path(self) -> list[str]:
        """The tiles on the Path after the event. They are discarded if it ends Season 1, 2 or 3."""
        event = self.event
        gone = event.get("from", event.get("tokens", [""])[-1])
        return [tile for space, tile in self.before["path"].items() if tile and space != gone]


def read_step(table: Table, event: Plain, before: Plain, state: Plain) -> SceneStep:
    """Return a step with its gathering."""
    gathering = NO_GATHERING
    if event["type"] == "place":
        gathering = _placement(event, before)
    elif event["type"] == "coin":
        gathering = _kitsune_turn(event, before, state)
    return SceneStep(table, event, before, state, gathering)


def pattern(element: str, cell: str) -> tuple[str, ...]:
    """Return the cells that a tile gathers from. Earth gathers from its own cell (4.4)."""
    number = NUMBER[element]
    return (cell,) if number == EARTH else names(PATTERNS[number][CELL_NUMBER[cell]])


def _placement(event: Plain, before: Plain) -> Gathering:
    element, cell = before["path"][event["from"]], event["to"]
    understanding = before["mats"][event["player"]][element] + 1
    mountain, cells = before["mountain"], pattern(element, cell)
    take = sorted(event.get("take", ()))
    if element == ELEMENTS[EARTH]:
        stack = mountain[cell]
        taken = [TakenTile(cell, stack[level - 1], level) for level in take]
        available = len(stack)
    else:
        taken = [TakenTile(c, mountain[c][-1], None) for c in take]
        available = sum(bool(mountain[c]) for c in cells)
    return Gathering(element, cell, cells, understanding, available, tuple(taken))


def _kitsune_turn(event: Plain, before: Plain, state: Plain) -> Gathering:
    old, new = before["mountain"], state["mountain"]
    cell = before["solo"][COIN_TOKENS[event["side"]]]
    tops = tuple(TakenTile(c, old[c][-1], None) for c in CELLS if len(new[c]) < len(old[c]))
    if not old[cell]:
        cells = tuple(tile.cell for tile in tops)
        return Gathering(tops[0].element, cell, cells, None, len(tops), tops)
    element = old[cell][-1]
    if element == ELEMENTS[EARTH]:
        tops = tuple(TakenTile(cell, tile, at) for at, tile in enumerate(old[cell][:-1], 1))
    return Gathering(element, cell, pattern(element, cell), None, len(tops), tops)
