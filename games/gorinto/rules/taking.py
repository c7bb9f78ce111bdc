"""The tiles a placement may gather and give (rules page, 4.3 to 4.8 and 10.2)."""

from games.core.findings import show
from games.core.language import Items, text
from games.core.language import gettext_noop as _
from games.core.rules import Violation
from games.gorinto.rules.elements import EARTH, ELEMENTS, NUMBER
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, PATTERN_NAMES, PATTERNS, Stack
from games.gorinto.rules.state import State

_OUTSIDE = (
    _('"{entry}" is not in the Pattern. Void on {cell} gathers from the diagonal neighbours.'),
    _('"{entry}" is not in the Pattern. Wind on {cell} gathers from the orthogonal neighbours.'),
    _('"{entry}" is not in the Pattern. Fire on {cell} gathers from the rest of its column.'),
    _('"{entry}" is not in the Pattern. Water on {cell} gathers from the rest of its row.'),
)
"""Messages by element about an entry outside the Pattern (4.4)."""


def understanding(state: State, player: int, tile: int) -> int:
    """Return how many tiles a placement of this element gathers (4.3)."""
    return 1 + state.mats[player][tile]


def available(state: State, cell: int, tile: int) -> list[int]:
    """Return the entries to gather from: cells with a tile, or for earth the levels from 1 (4.4 to
    4.6).
    """
    if tile == EARTH:
        return list(range(1, len(state.mountain[cell]) + 1))
    return [other for other in PATTERNS[tile][cell] if state.mountain[other]]


def check_take(state: State, event: Place, cell: int, tile: int) -> Violation | None:
    """Check 4.4 to 4.7. A legal `take` is recognised in one pass. If an entry is wrong,
    `_first_fault` makes each check for all entries before the next check.
    """
    take, stack = event.take, state.mountain[cell]
    if tile == EARTH:
        there = len(stack)
        for entry in take:
            if type(entry) is not int or not 1 <= entry <= there:
                return _first_fault(state, event, tile)
    else:
        there, pattern = 0, PATTERN_NAMES[tile][cell]
        for other in PATTERNS[tile][cell]:
            if state.mountain[other]:
                there += 1
        for entry in take:
            if entry not in pattern or not state.mountain[CELL_NUMBER[str(entry)]]:
                return _first_fault(state, event, tile)
    if len(take) > 1 and len(set(take)) != len(take):
        return _first_fault(state, event, tile)
    due = min(understanding(state, state.player, tile), there)
    return None if len(take) == due else _wrong_number(state, event, tile, due, there)


def _first_fault(state: State, event: Place, tile: int) -> Violation | None:
    """Return the violation of the first check that any entry fails."""
    cell, stack = CELL_NUMBER[event.to], state.mountain[CELL_NUMBER[event.to]]
    kind, placed = (int, len(stack) + 1) if tile == EARTH else (str, event.to)
    for entry in event.take:
        if type(entry) is not kind:
            return Violation("4.4", "wrong_kind", _wrong_kind(entry, tile))
    if placed in event.take:
        message = text("The tile just placed on {cell} can't be gathered.", cell=event.to)
        return Violation("4.5", "placed_tile", message)
    for entry in event.take:
        if not _is_in_pattern(entry, tile, cell, stack):
            return Violation("4.4", "outside_pattern", _outside_pattern(event, entry, tile, stack))
    for entry in event.take:
        if type(entry) is str and not state.mountain[CELL_NUMBER[entry]]:
            message = text("There is no tile on {cell} to gather.", cell=entry)
            return Violation("4.6", "empty_stack", message)
    if len(set(event.take)) != len(event.take):
        twice = next(entry for entry in event.take if event.take.count(entry) > 1)
        if tile == EARTH:
            message = text("Level {level} is taken twice.", level=twice)
        else:
            message = text("{cell} is taken twice. Only its top tile can be taken.", cell=twice)
        return Violation("4.6", "taken_twice", message)
    return None


def _wrong_kind(entry: str | int, tile: int) -> str:
    if tile == EARTH:
        return text(
            'Earth gathers levels of its stack, written as numbers, not "{entry}".',
            entry=show(entry),
        )
    return text(
        '{element} gathers from cells such as c3, not from "{entry}".',
        element=ELEMENTS[tile],
        entry=show(entry),
    )


def _outside_pattern(event: Place, entry: str | int, tile: int, stack: Stack) -> str:
    if tile != EARTH:
        return text(_OUTSIDE[tile], entry=show(entry), cell=event.to)
    return text(
        "There is no level {level} on {cell}. The height of its stack is {height}.",
        level=show(entry),
        cell=event.to,
        height=len(stack),
    )


def _is_in_pattern(entry: str | int, tile: int, cell: int, stack: Stack) -> bool:
    if tile == EARTH:
        return type(entry) is int and 1 <= entry <= len(stack)
    return entry in PATTERN_NAMES[tile][cell]


def _wrong_number(state: State, event: Place, tile: int, due: int, there: int) -> Violation:
    message = text(
        "Wrong number of gathered tiles: {taken}, not {due}. The Understanding of {element} is "
        "{understanding}, and the number of available tiles is {available}.",
        taken=len(event.take),
        due=due,
        element=ELEMENTS[tile],
        understanding=understanding(state, state.player, tile),
        available=there,
    )
    return Violation("4.7", "too_many" if len(event.take) > due else "too_few", message)


def check_give(state: State, event: Place, cell: int, tile: int) -> Violation | None:
    """Check 10.2: with a partner exactly one of the tiles gathered in this turn, else nothing."""
    if not state.setup.ruleset.partners:
        if event.give is None:
            return None
        message = text("There is no partner to give a tile to. Remove give.")
        return Violation("10.2", "no_partner", message)
    if not event.take:
        if event.give is None:
            return None
        message = text("No tile was gathered, so none can be given. Remove give.")
        return Violation("10.2", "nothing_gathered", message)
    gathered = gathered_elements(state, cell, tile, event.take)
    names = Items(ELEMENTS[element] for element in gathered)
    if event.give is None:
        message = text("Give one of the gathered tiles to the partner: {elements}.", elements=names)
        return Violation("10.2", "no_gift", message)
    if NUMBER[event.give] not in gathered:
        message = text(
            "{element} can't be given: it was not gathered in this turn. Give one of {elements}.",
            element=event.give,
            elements=names,
        )
        return Violation("10.2", "not_gathered", message)
    return None


def gathered_elements(state: State, cell: int, tile: int, take: tuple[str | int, ...]) -> list[int]:
    """Return the different elements that a legal `take` gathers, in the order of the mat."""
    if tile == EARTH:
        elements = {state.mountain[cell][int(level) - 1] for level in take}
    else:
        elements = {state.mountain[CELL_NUMBER[str(name)]][-1] for name in take}
    return sorted(elements)


def entry_names(entries: tuple[int, ...], tile: int) -> tuple[str | int, ...]:
    """Return entries of `available` as in the log: cell names, or levels."""
    return entries if tile == EARTH else tuple([CELLS[entry] for entry in entries])
