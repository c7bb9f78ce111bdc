"""Bringing games from Game Park's implementation of Gorinto: a start state and the actions after it
become a log of ours, with a list of what had to be assumed.

Its shape, as far as it is read here: `{"state": …, "actions": [{"move": …, "consequences": […]},
…]}`. The state holds `players`, `firstPlayer`, `goals` and `keyElements` as numbers from 0, the two
paths, and `mountainBoard` by column and row; a move has a number as its `type`. Chance is in the
moves, but for refills where the state has the ordered bag (`elementTilesBag`).
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.core.findings import show
from games.core.rules import Violation
from games.gorinto.codec import plain_event
from games.gorinto.header import read_setup
from games.gorinto.rules.elements import EARTH, ELEMENTS, FIRE, WATER
from games.gorinto.rules.events import Burrow, Event, Fill, Place, Remove
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.legality import violation
from games.gorinto.rules.mountain import CELLS, COLUMNS, EMPTY, ROWS, SIZE, SPACES
from games.gorinto.rules.phase import BURROW, FILL, OVER, PLACE, REMOVE
from games.gorinto.rules.state import State, initial_state
from games.gorinto.rules.taking import available, understanding
from games.gorinto.rules.transition import transition
from games.log.header import FORMAT

PLACED, TAKEN, REMOVED, REFILLED = 0, 1, 5, 6
"""Numbers of the moves that matter; what the others do follows by itself."""
MOVE_TYPES = range(9)
UPPER, LEFT = range(2)
PLAYERS = (2, 3, 4)
EXCHANGED = {FIRE: WATER, WATER: FIRE}

TOKENS = (
    "Which Burrow tokens were revealed and skipped is not recorded: only the one that decided "
    "stands in the log."
)
LAST_TILE = (
    "The tile left after a Season's last turn is removed there at the Season's end (in Winter "
    "never); here its removal follows the turn, as by 5.4."
)
TURNED = (
    "This Mountain lies on its side: its rows have one height each, in the rulebook its columns. "
    "Columns and rows were exchanged, and with them fire and water, which is the same game."
)
SEAT_ORDER = "The compassionate order at the start is not recorded: seat order from the first."
CUT_SHORT = "The last turn is not complete and was left out."
FROM_BAG = "Refills are not written out: they were dealt from the front of the recorded bag."
NO_NAMES = "Players are known by their colours alone."


class Brought(NamedTuple):
    """A log of ours, and what had to be assumed to write it."""

    log: dict[str, Any]
    assumed: tuple[str, ...]


class BringError(ValueError):
    """Why a game cannot be brought."""


def bring(value: Any) -> Brought:
    """A recorded game as a log of ours. Raises BringError."""
    state = _get(value, "state", dict)
    actions = _get(value, "actions", list)
    assumed: dict[str, None] = {NO_NAMES: None}
    header, turned = _header(state, assumed)
    problems: list[Any] = []
    setup, _ = read_setup(header, problems)
    if setup is None:
        raise BringError(f"the start: {problems[0].message}")
    game = _Game(initial_state(setup), turned, _bag(state), assumed)
    game.add(_fill(_path(state, "horizontalPath"), _path(state, "verticalPath"), turned))
    for number, move in enumerate(_moves(actions)):
        game.play(move, number)
    game.finish()
    return Brought({**header, "events": [plain_event(event) for event in game.events]},
                   tuple(assumed))  # fmt: skip


def _get(value: Any, key: str, kind: type) -> Any:
    """A member of the type that it must have."""
    if not isinstance(value, dict) or type(value.get(key)) is not kind:
        words = {dict: "an object", list: "a list", int: "a whole number"}[kind]
        raise BringError(f"{key} is missing, or is not {words}")
    return value[key]


def _moves(actions: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Every move in turn: an action's own, then its consequences."""
    for action in actions:
        if isinstance(action, dict) and "move" in action:
            yield _get(action, "move", dict)
            if "consequences" in action:
                yield from _get(action, "consequences", list)
        else:
            yield action


# ------------------------------------------------------------------------------------- the start


def _header(state: dict[str, Any], assumed: dict[str, None]) -> tuple[dict[str, Any], bool]:
    """The header, and whether the board had to be turned over."""
    if state.get("season", 1) != 1:
        raise BringError("the state is not that of a start: its season is not the first")
    players = _get(state, "players", list)
    if len(players) not in PLAYERS:
        raise BringError(f"{len(players)} players; the rulebook has two to four")
    if not all(isinstance(player, dict) for player in players):
        raise BringError("a player is an object")
    colours = [player.get("color") for player in players]
    if any(colours.count(colour) > 1 for colour in colours):
        raise BringError("two players have the same colour")
    mountain = _mountain(state)
    landscape, turned = _landscape(mountain)
    if turned:
        assumed[TURNED] = None
    first = state.get("firstPlayer", colours[0])
    if first not in colours:
        raise BringError("firstPlayer is none of the players")
    ruleset: dict[str, Any] = {"landscape": landscape}
    setup: dict[str, Any] = {
        "mountain": _turned_over(mountain) if turned else mountain,
        "goals": [_goal(number) for number in _get(state, "goals", list)],
        "keys": [_element(number, turned) for number in _get(state, "keyElements", list)],
    }
    if state.get("isCompassionRoundOrder") is True:
        if len(players) == min(PLAYERS):
            raise BringError("the compassionate order is not for two players (9)")
        ruleset["order"] = "compassionate"
        setup["order"] = _first_order(players, colours.index(first), assumed)
    else:
        setup["start"] = f"p{colours.index(first) + 1}"
    if len(players) == min(PLAYERS):
        is_tactical = state.get("isTacticalRemove") is True
        ruleset["removal"] = "tactical" if is_tactical else "burrow"
    seats = [
        {"role": f"p{number}", "name": None, "x_colour": colour}
        for number, colour in enumerate(colours, 1)
    ]
    head = {"format": FORMAT, "game": "gorinto", "ruleset": ruleset, "players": seats}
    return {**head, "setup": setup, "source": "Game Park"}, turned


def _first_order(players: list[Any], first: int, assumed: dict[str, None]) -> list[str]:
    seats = list(range(len(players)))
    ranks = [player.get("compassionOrder") for player in players]
    if sorted(rank for rank in ranks if type(rank) is int) == [seat + 1 for seat in seats]:
        seats.sort(key=lambda seat: int(ranks[seat]))
    else:
        assumed[SEAT_ORDER] = None
        seats = [(first + step) % len(players) for step in seats]
    return [f"p{seat + 1}" for seat in seats]


def _mountain(state: dict[str, Any]) -> dict[str, list[str]]:
    columns = _get(state, "mountainBoard", list)
    if len(columns) != SIZE or any(not isinstance(c, list) or len(c) != SIZE for c in columns):
        raise BringError("mountainBoard is five columns of five stacks")
    found = {}
    for letter, column in zip(COLUMNS, columns, strict=True):
        for row, stack in zip(ROWS, column, strict=True):
            if not isinstance(stack, list):
                raise BringError("a stack of the mountainBoard is a list")
            found[letter + row] = [_element(number, False) for number in stack]
    return found


def _landscape(mountain: dict[str, list[str]]) -> tuple[str, bool]:
    """Which landscape it is, and whether it lies on its side."""
    for turned in (False, True):
        board = _turned_over(mountain) if turned else mountain
        heights = tuple(len(board[cell]) for cell in CELLS)
        for landscape in LANDSCAPES.values():
            if landscape.heights == heights:
                return landscape.id, turned
    raise BringError("the Mountain has the heights of no landscape, whichever way it lies")


def _turned_over(mountain: dict[str, list[str]]) -> dict[str, list[str]]:
    """Columns for rows, and fire for water: what gathers along a column then gathers along a
    row.
    """
    return {
        COLUMNS[ROWS.index(cell[1])] + ROWS[COLUMNS.index(cell[0])]: [
            ELEMENTS[EXCHANGED.get(ELEMENTS.index(name), ELEMENTS.index(name))] for name in stack
        ]
        for cell, stack in mountain.items()
    }


def _element(number: Any, turned: bool) -> str:
    if type(number) is not int or not 0 <= number < len(ELEMENTS):
        raise BringError(f"{show(number)} is no element; they are numbered from 0 to 4")
    return ELEMENTS[EXCHANGED.get(number, number) if turned else number]


def _goal(number: Any) -> str:
    if type(number) is not int or not 0 <= number < len(GOALS):
        raise BringError(f"{show(number)} is no goal; they are numbered from 0 to 11")
    return f"g{number + 1}"


def _path(holder: Mapping[str, Any], key: str) -> list[Any]:
    path: list[Any] = _get(holder, key, list)
    if len(path) != SIZE:
        raise BringError(f"{key} has five slots")
    return path


def _fill(upper: list[Any], left: list[Any], turned: bool) -> Fill:
    elements = [_element(number, turned) for number in (*upper, *left)]
    if turned:
        elements = elements[SIZE:] + elements[:SIZE]
    return Fill(tuple(zip(SPACES, elements, strict=True)))


def _bag(state: dict[str, Any]) -> list[Any]:
    bag = state.get("elementTilesBag", [])
    if not isinstance(bag, list):
        raise BringError("elementTilesBag is not a list")
    return list(bag)


# -------------------------------------------------------------------------------------- the moves


class _Game:
    """The game while it is brought: the events so far, the position they lead to, and the turn that
    is being recorded.
    """

    def __init__(
        self, state: State, turned: bool, bag: list[Any], assumed: dict[str, None]
    ) -> None:
        self.events: list[Event] = []
        self._state, self._turned, self._bag, self._assumed = state, turned, bag, assumed
        self._place: Place | None = None
        self._levels: list[int] = []
        self._number = 0

    def add(self, event: Event) -> None:
        """An event that happened. Raises BringError where the rules do not allow it."""
        wrong: Violation | None = violation(self._state, event)
        if wrong is not None:
            raise BringError(f"move {self._number}: {wrong.message} ({wrong.rule})")
        self.events.append(event)
        self._state, _ = transition(self._state, event)

    def play(self, move: Any, number: int) -> None:
        """One move of theirs."""
        kind = _get(move, "type", int)
        if kind not in MOVE_TYPES:
            raise BringError(f"move {number}: there is no move of type {kind}")
        if kind == TAKEN:
            self._number = number
            self._take(move)
            return
        self._close()
        self._number = number
        if kind == PLACED:
            self._begin(move)
        elif kind == REMOVED:
            self._remove(move)
        elif kind == REFILLED:
            self._refill(move)

    def finish(self) -> None:
        """After the last move."""
        place = self._place
        if place is not None and len(place.take) < self._due(place):
            self._assumed[CUT_SHORT] = None
            self._place = None
        self._close()

    def _due(self, place: Place) -> int:
        """How many tiles the placement gathers (4.7)."""
        state = self._state
        tile, cell = state.path[SPACES.index(place.space)], CELLS.index(place.to)
        there = len(available(state, cell, tile))
        return min(understanding(state, state.player, tile), there)

    def _cell(self, move: Mapping[str, Any]) -> str:
        """The cell of a move: x counts columns, y rows, both from 0."""
        column, row = _get(move, "x", int), _get(move, "y", int)
        if not 0 <= column < SIZE or not 0 <= row < SIZE:
            raise BringError(f"move {self._number}: there is no cell at {column}, {row}")
        if self._turned:
            column, row = row, column
        return COLUMNS[column] + ROWS[row]

    def _space(self, path: Any, slot: int) -> str:
        if path not in (UPPER, LEFT) or not 0 <= slot < SIZE:
            raise BringError(f"move {self._number}: there is no Path space {show(path)}, {slot}")
        is_row = bool(path == LEFT) != self._turned
        return SPACES[slot + SIZE * is_row]

    def _begin(self, move: Mapping[str, Any]) -> None:
        path = move.get("path")
        cell = self._cell(move)
        space = self._space(path, _get(move, "x" if path == UPPER else "y", int))
        state = self._state
        tile = state.path[SPACES.index(space)]
        if state.phase is not PLACE or tile == EMPTY:
            raise BringError(f"move {self._number}: nobody can move a tile from {space} here")
        role = state.setup.ruleset.roles[state.player]
        self._place = Place(role, space, cell, (), ELEMENTS[tile])
        self._levels = list(range(1, len(state.mountain[CELLS.index(cell)]) + 1))

    def _take(self, move: Mapping[str, Any]) -> None:
        if self._place is None:
            raise BringError(f"move {self._number}: a tile is taken, but none was moved")
        where = move.get("coordinates", move)
        entry: str | int = self._cell(where)
        if self._place.tile == ELEMENTS[EARTH]:
            z = _get(where, "z", int)  # counted in the stack as the tiles taken before left it
            if not 0 <= z < len(self._levels):
                raise BringError(f"move {self._number}: nothing lies on level {z} of the stack")
            entry = self._levels.pop(z)
        self._place = self._place._replace(take=(*self._place.take, entry))

    def _close(self) -> None:
        """The turn that was recorded is complete; with two players the last tile of a Season
        leaves the Path after it.
        """
        place, self._place = self._place, None
        if place is None:
            return
        self.add(place._replace(take=tuple(sorted(place.take, key=str))))
        left = [space for space, tile in enumerate(self._state.path) if tile != EMPTY]
        if self._state.phase in (BURROW, REMOVE) and len(left) == 1:
            self._assumed[LAST_TILE] = None
            self._add_removal(SPACES[left[0]])

    def _remove(self, move: Mapping[str, Any]) -> None:
        """A removal that is due; at a Season's end our engine sweeps the Path itself."""
        if self._state.phase in (BURROW, REMOVE):
            self._add_removal(self._space(move.get("path"), _get(move, "index", int)))

    def _add_removal(self, space: str) -> None:
        state = self._state
        if state.phase is BURROW:
            self._assumed[TOKENS] = None
            self.add(Burrow((space,)))
        else:
            tile = ELEMENTS[state.path[SPACES.index(space)]]
            self.add(Remove(state.setup.ruleset.roles[state.last_player], space, tile))

    def _refill(self, move: Mapping[str, Any]) -> None:
        if self._state.phase is OVER:
            return
        if self._state.phase is not FILL:
            raise BringError(f"move {self._number}: the Path is filled, but the Season goes on")
        if "horizontalPath" in move:
            upper, left = _path(move, "horizontalPath"), _path(move, "verticalPath")
        elif len(self._bag) >= len(SPACES):
            self._assumed[FROM_BAG] = None
            upper, left = self._bag[:SIZE], self._bag[SIZE : 2 * SIZE]
            del self._bag[: 2 * SIZE]
        else:
            raise BringError(f"move {self._number}: which tiles came onto the Path is not recorded")
        self.add(_fill(upper, left, self._turned))
