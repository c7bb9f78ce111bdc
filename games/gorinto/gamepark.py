"""Conversion of games from Game Park's implementation of Gorinto: a start state and the actions
after it become a log, with a list of assumptions.

The input has the form `{"state": …, "actions": [{"move": …, "consequences": […]}, …]}`. The state
holds `players`, `firstPlayer`, `goals` and `keyElements` as numbers from 0, the two paths, and
`mountainBoard` by column and row. A move has a number as its `type`. Chance is in the moves, except
for refills if the state has the ordered bag (`elementTilesBag`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.contract import ConvertedGame
from games.core.errors import ConversionError
from games.core.findings import show
from games.core.language import text
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
"""The types of moves that are converted. The other types follow from these."""
MOVE_TYPES = range(9)
UPPER, LEFT = range(2)
PLAYERS = (2, 3, 4)
EXCHANGED = {FIRE: WATER, WATER: FIRE}

TOKENS = "Skipped Burrow tokens are not recorded. The log has only the tokens that removed a tile."
LAST_TILE = (
    "The tile left after a Season's last turn is removed at the end of the Season in the record "
    "(never in Winter). In the log it is removed right after the turn, as in rule 5.4."
)
TRANSPOSED = (
    "The Mountain is transposed: its rows have equal heights, in the rulebook its columns. Columns "
    "and rows were exchanged, and fire and water with them. The game stays the same."
)
SEAT_ORDER = "The first compassionate order is not recorded. The log uses the seat order."
CUT_SHORT = "The last turn is incomplete and was omitted."
FROM_BAG = "Refills are not recorded. They were dealt from the front of the recorded bag."
NO_NAMES = "Player names are not recorded, only colours."


def convert(value: Any) -> ConvertedGame:
    """Convert a recorded game to a log. Raise ConversionError if it can't be converted."""
    state = _get(value, "state", dict)
    actions = _get(value, "actions", list)
    assumptions: dict[str, None] = {NO_NAMES: None}
    header, transposed = _header(state, assumptions)
    problems: list[Any] = []
    setup, _ = read_setup(header, problems)
    if setup is None:
        raise ConversionError(problems[0].message)
    bag = list(_get({"elementTilesBag": [], **state}, "elementTilesBag", list))
    game = _Game(initial_state(setup), transposed, bag, assumptions)
    game.add(_fill(_path(state, "horizontalPath"), _path(state, "verticalPath"), transposed))
    for number, move in enumerate(_moves(actions)):
        game.play(move, number)
    game.finish()
    log = {**header, "events": [plain_event(event) for event in game.events]}
    return ConvertedGame(log, tuple(assumptions))


def _get(value: Any, key: str, kind: type) -> Any:
    """Return a member, which must have the given type."""
    if not isinstance(value, dict) or type(value.get(key)) is not kind:
        messages = {
            dict: text("{key} must be an object.", key=key),
            list: text("{key} must be a list.", key=key),
            int: text("{key} must be an integer.", key=key),
        }
        raise ConversionError(messages[kind])
    return value[key]


def _moves(actions: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every move in order: an action's own move, then its consequences."""
    for action in actions:
        if isinstance(action, dict) and "move" in action:
            yield _get(action, "move", dict)
            if "consequences" in action:
                yield from _get(action, "consequences", list)
        else:
            yield action


# ------------------------------------------------------------------------------------- the start


def _header(state: dict[str, Any], assumptions: dict[str, None]) -> tuple[dict[str, Any], bool]:
    """Return the header, and whether the board is transposed."""
    if state.get("season", 1) != 1:
        raise ConversionError(text("The state must be the start: season is not 1."))
    players = _get(state, "players", list)
    if len(players) not in PLAYERS:
        raise ConversionError(text("There must be 2 to 4 players, not {n}.", n=len(players)))
    if not all(isinstance(player, dict) for player in players):
        raise ConversionError(text("Each player must be an object."))
    colours = [player.get("color") for player in players]
    if any(colours.count(colour) > 1 for colour in colours):
        raise ConversionError(text("Two players have the same colour."))
    mountain = _mountain(state)
    landscape, transposed = _landscape(mountain)
    if transposed:
        assumptions[TRANSPOSED] = None
    first = state.get("firstPlayer", colours[0])
    if first not in colours:
        raise ConversionError(text("firstPlayer must be the colour of a player."))
    ruleset: dict[str, Any] = {"landscape": landscape}
    setup: dict[str, Any] = {
        "mountain": _transpose(mountain) if transposed else mountain,
        "goals": [_goal(number) for number in _get(state, "goals", list)],
        "keys": [_element(number, transposed) for number in _get(state, "keyElements", list)],
    }
    if state.get("isCompassionRoundOrder") is True:
        if len(players) == min(PLAYERS):
            raise ConversionError(text("The compassionate order is not for two players (9)."))
        ruleset["order"] = "compassionate"
        setup["order"] = _first_order(players, colours.index(first), assumptions)
    else:
        setup["start"] = f"p{colours.index(first) + 1}"
    if len(players) == min(PLAYERS):
        is_tactical = state.get("isTacticalRemove") is True
        ruleset["removal"] = "tactical" if is_tactical else "burrow"
    seats = [
        {"role": f"p{number}", "name": None, "x_colour": colour}
        for number, colour in enumerate(colours, 1)
    ]
    common = {"format": FORMAT, "game": "gorinto", "ruleset": ruleset, "players": seats}
    return {**common, "setup": setup, "source": "Game Park"}, transposed


def _first_order(players: list[Any], first: int, assumptions: dict[str, None]) -> list[str]:
    seats = list(range(len(players)))
    ranks = [player.get("compassionOrder") for player in players]
    if sorted(rank for rank in ranks if type(rank) is int) == [seat + 1 for seat in seats]:
        seats.sort(key=lambda seat: int(ranks[seat]))
    else:
        assumptions[SEAT_ORDER] = None
        seats = [(first + step) % len(players) for step in seats]
    return [f"p{seat + 1}" for seat in seats]


def _mountain(state: dict[str, Any]) -> dict[str, list[str]]:
    columns = _get(state, "mountainBoard", list)
    if len(columns) != SIZE or any(not isinstance(c, list) or len(c) != SIZE for c in columns):
        raise ConversionError(text("mountainBoard must be five columns of five stacks."))
    mountain = {}
    for letter, column in zip(COLUMNS, columns, strict=True):
        for row, stack in zip(ROWS, column, strict=True):
            if not isinstance(stack, list):
                raise ConversionError(text("Each stack of mountainBoard must be a list."))
            mountain[letter + row] = [_element(number, False) for number in stack]
    return mountain


def _landscape(mountain: dict[str, list[str]]) -> tuple[str, bool]:
    """Return the landscape, and whether it is transposed."""
    for transposed in (False, True):
        board = _transpose(mountain) if transposed else mountain
        heights = tuple(len(board[cell]) for cell in CELLS)
        for landscape in LANDSCAPES.values():
            if landscape.heights == heights:
                return landscape.id, transposed
    raise ConversionError(text("The heights of mountainBoard are not those of any landscape."))


def _transpose(mountain: dict[str, list[str]]) -> dict[str, list[str]]:
    """Exchange columns and rows, and fire and water. A tile that gathers along its column then
    gathers along its row.
    """
    return {
        COLUMNS[ROWS.index(cell[1])] + ROWS[COLUMNS.index(cell[0])]: [
            ELEMENTS[EXCHANGED.get(ELEMENTS.index(name), ELEMENTS.index(name))] for name in stack
        ]
        for cell, stack in mountain.items()
    }


def _element(number: Any, transposed: bool) -> str:
    if type(number) is not int or not 0 <= number < len(ELEMENTS):
        raise ConversionError(text("{value} is not an element. Use 0 to 4.", value=show(number)))
    return ELEMENTS[EXCHANGED.get(number, number) if transposed else number]


def _goal(number: Any) -> str:
    if type(number) is not int or not 0 <= number < len(GOALS):
        raise ConversionError(text("{value} is not a goal. Use 0 to 11.", value=show(number)))
    return f"g{number + 1}"


def _path(holder: Mapping[str, Any], key: str) -> list[Any]:
    path: list[Any] = _get(holder, key, list)
    if len(path) != SIZE:
        raise ConversionError(text("{key} must have five slots.", key=key))
    return path


def _fill(upper: list[Any], left: list[Any], transposed: bool) -> Fill:
    elements = [_element(number, transposed) for number in (*upper, *left)]
    if transposed:
        elements = elements[SIZE:] + elements[:SIZE]
    return Fill(tuple(zip(SPACES, elements, strict=True)))


# -------------------------------------------------------------------------------------- the moves


class _Game:
    """A game during its conversion: the events so far, the current position, and the turn that is
    being recorded.
    """

    def __init__(
        self, state: State, transposed: bool, bag: list[Any], assumptions: dict[str, None]
    ) -> None:
        self.events: list[Event] = []
        self._state, self._transposed, self._bag = state, transposed, bag
        self._assumptions = assumptions
        self._place: Place | None = None
        self._levels: list[int] = []
        self._number = 0

    def add(self, event: Event) -> None:
        """Add an event. Raise ConversionError if it is not legal."""
        problem = violation(self._state, event)
        if problem is not None:
            raise self._error(
                text("{message} ({rule})", message=problem.message, rule=problem.rule)
            )
        self.events.append(event)
        self._state, _ = transition(self._state, event)

    def play(self, move: Any, number: int) -> None:
        """Convert a recorded move."""
        kind = _get(move, "type", int)
        if kind in MOVE_TYPES and kind != TAKEN:
            self._end_turn()
        self._number = number
        if kind not in MOVE_TYPES:
            raise self._error(text("Unknown move type {type}.", type=kind))
        if kind == TAKEN:
            self._take(move)
        elif kind == PLACED:
            self._start_turn(move)
        elif kind == REMOVED:
            self._remove(move)
        elif kind == REFILLED:
            self._refill(move)

    def finish(self) -> None:
        """End the last turn, or leave it out if it is incomplete."""
        place = self._place
        if place is not None and len(place.take) < self._due(place):
            self._assumptions[CUT_SHORT] = None
            self._place = None
        self._end_turn()

    def _error(self, message: str) -> ConversionError:
        return ConversionError(
            text("Move {number}: {message}", number=self._number, message=message)
        )

    def _due(self, place: Place) -> int:
        """Return how many tiles the placement gathers (4.7)."""
        state = self._state
        tile, cell = state.path[SPACES.index(place.space)], CELLS.index(place.to)
        there = len(available(state, cell, tile))
        return min(understanding(state, state.player, tile), there)

    def _cell(self, move: Mapping[str, Any]) -> str:
        """Return the cell of a move: column x and row y, both from 0."""
        column, row = _get(move, "x", int), _get(move, "y", int)
        if not 0 <= column < SIZE or not 0 <= row < SIZE:
            raise self._error(text("There is no cell {x}, {y}.", x=column, y=row))
        if self._transposed:
            column, row = row, column
        return COLUMNS[column] + ROWS[row]

    def _space(self, path: Any, slot: int) -> str:
        if path not in (UPPER, LEFT) or not 0 <= slot < SIZE:
            raise self._error(
                text("There is no Path space {path}, {slot}.", path=show(path), slot=slot)
            )
        is_row = bool(path == LEFT) != self._transposed
        return SPACES[slot + SIZE * is_row]

    def _start_turn(self, move: Mapping[str, Any]) -> None:
        path = move.get("path")
        cell = self._cell(move)
        space = self._space(path, _get(move, "x" if path == UPPER else "y", int))
        state = self._state
        tile = state.path[SPACES.index(space)]
        if state.phase is not PLACE or tile == EMPTY:
            raise self._error(text("No tile can be moved from {space} now.", space=space))
        role = state.setup.ruleset.roles[state.player]
        self._place = Place(role, space, cell, (), ELEMENTS[tile])
        self._levels = list(range(1, len(state.mountain[CELLS.index(cell)]) + 1))

    def _take(self, move: Mapping[str, Any]) -> None:
        if self._place is None:
            raise self._error(text("A tile is taken before one was moved."))
        where = move.get("coordinates", move)
        entry: str | int = self._cell(where)
        if self._place.tile == ELEMENTS[EARTH]:
            z = _get(where, "z", int)  # counted without the tiles taken before
            if not 0 <= z < len(self._levels):
                raise self._error(text("There is no tile on level {z} of the stack.", z=z))
            entry = self._levels.pop(z)
        self._place = self._place._replace(take=(*self._place.take, entry))

    def _end_turn(self) -> None:
        """Add the recorded turn. With two players the last tile of a Season is removed after it."""
        place, self._place = self._place, None
        if place is None:
            return
        self.add(place._replace(take=tuple(sorted(place.take, key=str))))
        left = [space for space, tile in enumerate(self._state.path) if tile != EMPTY]
        if self._state.phase in (BURROW, REMOVE) and len(left) == 1:
            self._assumptions[LAST_TILE] = None
            self._add_removal(SPACES[left[0]])

    def _remove(self, move: Mapping[str, Any]) -> None:
        """Add a removal if one is due. At the end of a Season the rules clear the Path."""
        if self._state.phase in (BURROW, REMOVE):
            self._add_removal(self._space(move.get("path"), _get(move, "index", int)))

    def _add_removal(self, space: str) -> None:
        state = self._state
        if state.phase is BURROW:
            self._assumptions[TOKENS] = None
            self.add(Burrow((space,)))
        else:
            tile = ELEMENTS[state.path[SPACES.index(space)]]
            self.add(Remove(state.setup.ruleset.roles[state.last_player], space, tile))

    def _refill(self, move: Mapping[str, Any]) -> None:
        if self._state.phase is OVER:
            return
        if self._state.phase is not FILL:
            raise self._error(text("The Path is refilled before the Season is over."))
        if "horizontalPath" in move:
            upper, left = _path(move, "horizontalPath"), _path(move, "verticalPath")
        elif len(self._bag) >= len(SPACES):
            self._assumptions[FROM_BAG] = None
            upper, left = self._bag[:SIZE], self._bag[SIZE : 2 * SIZE]
            del self._bag[: 2 * SIZE]
        else:
            raise self._error(text("The tiles of the refill are not recorded."))
        self.add(_fill(upper, left, self._transposed))
