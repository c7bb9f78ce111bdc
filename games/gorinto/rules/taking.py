"""What a placement may gather and give (rules page, 4.3 to 4.8 and 10.2)."""

from games.core.findings import show
from games.core.rules import Violation
from games.gorinto.rules.elements import EARTH, ELEMENTS, NUMBER
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import (
    CELL_NUMBER,
    CELLS,
    PATTERN_NAMES,
    PATTERN_WORDS,
    PATTERNS,
    Stack,
)
from games.gorinto.rules.state import State


def understanding(state: State, player: int, tile: int) -> int:
    """How many tiles a placement of this element gathers (4.3)."""
    return 1 + state.mats[player][tile]


def available(state: State, cell: int, tile: int) -> list[int]:
    """What there is to gather: cells whose top tile can be taken, or for earth levels from 1
    (4.4 to 4.6).
    """
    if tile == EARTH:
        return list(range(1, len(state.mountain[cell]) + 1))
    return [other for other in PATTERNS[tile][cell] if state.mountain[other]]


def check_take(state: State, event: Place, cell: int, tile: int) -> Violation | None:
    """4.4 to 4.7. The tiles are looked at once; only where something is wrong each check is made
    for all of them before the next.
    """
    take, stack = event.take, state.mountain[cell]
    if tile == EARTH:
        there = len(stack)
        for entry in take:
            if type(entry) is not int or not 1 <= entry <= there:
                return _take_fault(state, event, tile)
    else:
        there, pattern = 0, PATTERN_NAMES[tile][cell]
        for other in PATTERNS[tile][cell]:
            if state.mountain[other]:
                there += 1
        for entry in take:
            if entry not in pattern or not state.mountain[CELL_NUMBER[str(entry)]]:
                return _take_fault(state, event, tile)
    if len(take) > 1 and len(set(take)) != len(take):
        return _take_fault(state, event, tile)
    due = min(understanding(state, state.player, tile), there)
    return None if len(take) == due else _wrong_number(state, event, tile, due, there)


def _take_fault(state: State, event: Place, tile: int) -> Violation | None:
    """The first check that some entry fails."""
    cell, stack = CELL_NUMBER[event.to], state.mountain[CELL_NUMBER[event.to]]
    name = ELEMENTS[tile]
    kind, own = (int, len(stack) + 1) if tile == EARTH else (str, event.to)
    for entry in event.take:
        if type(entry) is not kind:
            what = "levels of its stack, as numbers" if tile == EARTH else "cells"
            message = f"With {name} one gathers {what}; {show(entry)} is none."
            return Violation("4.4", "wrong_kind", message)
    if own in event.take:
        message = f"The tile just placed on {event.to} is not gathered in its own turn."
        return Violation("4.5", "placed_tile", message)
    for entry in event.take:
        if not _is_in_pattern(entry, tile, cell, stack):
            where = f"on {event.to} lie {len(stack)} tiles" if tile == EARTH else "it is not there"
            message = (
                f"{name} on {event.to} gathers from {PATTERN_WORDS[tile]}; not {show(entry)}: "
            )
            return Violation("4.4", "outside_pattern", message + where + ".")
    for entry in event.take:
        if type(entry) is str and not state.mountain[CELL_NUMBER[entry]]:
            return Violation("4.6", "empty_stack", f"No tile is on {show(entry)}.")
    if len(set(event.take)) != len(event.take):
        twice = next(entry for entry in event.take if event.take.count(entry) > 1)
        message = f"{twice} stands there twice; a stack gives its top tile once, a level one tile."
        return Violation("4.6", "taken_twice", message)
    return None


def _is_in_pattern(entry: str | int, tile: int, cell: int, stack: Stack) -> bool:
    if tile == EARTH:
        return type(entry) is int and 1 <= entry <= len(stack)
    return entry in PATTERN_NAMES[tile][cell]


def _wrong_number(state: State, event: Place, tile: int, due: int, there: int) -> Violation:
    knows = understanding(state, state.player, tile)
    message = (
        f"{event.player} gathers {due} here, neither more nor fewer: the Understanding of "
        f"{ELEMENTS[tile]} is {knows}, and {there} can be gathered; the log has {len(event.take)}."
    )
    code = "too_many" if len(event.take) > due else "too_few"
    return Violation("4.7", code, message)


def check_give(state: State, event: Place, cell: int, tile: int) -> Violation | None:
    """10.2: with a partner exactly one of the tiles gathered in this turn, else nothing."""
    if not state.setup.ruleset.partners:
        if event.give is None:
            return None
        return Violation("10.2", "no_partner", "Only in partnership a tile is given.")
    if not event.take:
        if event.give is None:
            return None
        return Violation("10.2", "nothing_gathered", "Nothing was gathered, so nothing is given.")
    gathered = gathered_elements(state, cell, tile, event.take)
    if event.give is None:
        message = f"One of the tiles gathered goes to the partner: {_words(gathered)}."
        return Violation("10.2", "no_gift", message)
    if NUMBER[event.give] not in gathered:
        message = f"{event.give} was not gathered in this turn, but {_words(gathered)}."
        return Violation("10.2", "not_gathered", message)
    return None


def gathered_elements(state: State, cell: int, tile: int, take: tuple[str | int, ...]) -> list[int]:
    """The different elements that a legal `take` gathers, in the order of the mat."""
    if tile == EARTH:
        found = {state.mountain[cell][int(level) - 1] for level in take}
    else:
        found = {state.mountain[CELL_NUMBER[str(name)]][-1] for name in take}
    return sorted(found)


def _words(elements: list[int]) -> str:
    return ", ".join(ELEMENTS[element] for element in elements)


def take_words(entries: tuple[int, ...], tile: int) -> tuple[str | int, ...]:
    """Entries of `available` as the log writes them: names of cells, or levels."""
    return entries if tile == EARTH else tuple([CELLS[entry] for entry in entries])
