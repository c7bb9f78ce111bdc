"""What happened in a step, read off its event and the plain states before and after it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.gorinto.rules.elements import EARTH, ELEMENTS, NUMBER
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, PATTERNS, names
from games.gorinto.scene.table import Table
from games.gorinto.scene.words import SIDES

Plain = Mapping[str, Any]


class Taken(NamedTuple):
    """A tile that left the Mountain: from the top of a cell's stack, or from a level within it."""

    cell: str
    element: str
    level: int | None


class Gathering(NamedTuple):
    """A placement's or a Kitsune turn's gathering: by which element and around which cell, how
    many tiles it asked for (None: all), how many there were, which were taken.
    """

    element: str
    cell: str
    pattern: tuple[str, ...]
    asked: int | None
    there: int
    taken: tuple[Taken, ...]


NO_GATHERING = Gathering("", "", (), 0, 0, ())


class Seen(NamedTuple):
    """A step as it is told: the table, the event, the states before and after it, and what was
    gathered (NO_GATHERING for events that gather nothing by their kind).
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
        """The Season the event belongs to; a `score` is of the one just ended."""
        is_claim = self.kind == "score"
        return int(self.before["scoring"]["season"] if is_claim else self.before["season"])

    @property
    def is_blank(self) -> bool:
        """Whether the Kitsune acts on an empty cell (11.6)."""
        if self.kind != "coin":
            return False
        return not self.before["mountain"][self.before["solo"][SIDES[self.event["side"]]]]

    @property
    def left_over(self) -> list[str]:
        """The tiles that lie on the Path when the event is done: out of the game, if it ends a
        Season but the last.
        """
        event = self.event
        gone = event.get("from", event.get("tokens", [""])[-1])
        return [tile for space, tile in self.before["path"].items() if tile and space != gone]


def see(table: Table, event: Plain, before: Plain, state: Plain) -> Seen:
    """A step, with what it gathered."""
    found = NO_GATHERING
    if event["type"] == "place":
        found = _placed(event, before)
    elif event["type"] == "coin":
        found = _kitsune_turn(event, before, state)
    return Seen(table, event, before, state, found)


def pattern(element: str, cell: str) -> tuple[str, ...]:
    """The cells that a tile on a cell gathers from; of earth its own (4.4)."""
    number = NUMBER[element]
    return (cell,) if number == EARTH else names(PATTERNS[number][CELL_NUMBER[cell]])


def _placed(event: Plain, before: Plain) -> Gathering:
    element, cell = before["path"][event["from"]], event["to"]
    asked = before["mats"][event["player"]][element] + 1
    mountain, cells = before["mountain"], pattern(element, cell)
    if element == ELEMENTS[EARTH]:
        stack = mountain[cell]
        taken = [Taken(cell, stack[level - 1], level) for level in sorted(event.get("take", ()))]
        there = len(stack)
    else:
        taken = [Taken(c, mountain[c][-1], None) for c in sorted(event.get("take", ()))]
        there = sum(bool(mountain[c]) for c in cells)
    return Gathering(element, cell, cells, asked, there, tuple(taken))


def _kitsune_turn(event: Plain, before: Plain, state: Plain) -> Gathering:
    cell, old, new = before["solo"][SIDES[event["side"]]], before["mountain"], state["mountain"]
    shrunk = [c for c in CELLS if len(new[c]) < len(old[c])]
    if not old[cell]:
        tops = tuple(Taken(c, old[c][-1], None) for c in shrunk)
        return Gathering(tops[0].element, cell, tuple(shrunk), None, len(tops), tops)
    element = old[cell][-1]
    if element == ELEMENTS[EARTH]:
        taken = tuple(Taken(cell, tile, at) for at, tile in enumerate(old[cell][:-1], 1))
    else:
        taken = tuple(Taken(c, old[c][-1], None) for c in shrunk)
    return Gathering(element, cell, pattern(element, cell), None, len(taken), taken)
