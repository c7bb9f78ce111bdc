"""The Kitsune's turn (rules page, 11.3, 11.5 to 11.7)."""

from games.gorinto.rules.elements import EARTH, NO_TILES
from games.gorinto.rules.mountain import LINES, PATTERNS, Mountain
from games.gorinto.rules.state import HEAD, KitsuneState, Setup, State

TILES = 5
"""The number of Kitsune tiles, and of Movement chits."""
CHITS_DRAWN = 4
"""Chits drawn in a Season. The fifth is set aside unseen (11.3)."""


def chit_cell(kitsune: KitsuneState, number: int) -> int:
    """Return the cell of chit k: the k-th cell of the line of Kitsune tile k, counted from the Path
    (11.3).
    """
    return LINES[kitsune.tiles[number - 1]][number - 1]


def take_turn(state: State, token: str) -> tuple[Mountain, list[int]]:
    """Return the Mountain after the token's turn, and the elements the Kitsune gathered."""
    kitsune, mountain = state.kitsune or KitsuneState(), state.mountain
    cell = (kitsune.head if token == HEAD else kitsune.tail) or 0
    stack = mountain[cell]
    if not stack:
        element = most_frequent(state.setup, mountain)
        return _take_tops(
            mountain, [c for c, pile in enumerate(mountain) if pile and pile[-1] == element]
        )
    if stack[-1] == EARTH:
        stacks = list(mountain)
        stacks[cell] = stack[-1:]
        return tuple(stacks), list(stack[:-1])
    return _take_tops(mountain, PATTERNS[stack[-1]][cell])


def _take_tops(
    mountain: Mountain, cells: list[int] | tuple[int, ...]
) -> tuple[Mountain, list[int]]:
    """Return the Mountain without the top tiles of these stacks, and the elements of the tiles."""
    stacks, taken = list(mountain), []
    for cell in cells:
        pile = stacks[cell]
        if pile:
            taken.append(pile[-1])
            stacks[cell] = pile[:-1]
    return tuple(stacks), taken


def most_frequent(setup: Setup, mountain: Mountain) -> int:
    """Return the most frequent element among top tiles.

    Ties go to Kitsune Key Elements, then regular Key Elements, then the order of the mat (11.6,
    11.7).
    """
    tops = list(NO_TILES)
    for pile in mountain:
        if pile:
            tops[pile[-1]] += 1
    tied = [element for element, number in enumerate(tops) if number == max(tops)]
    for preferred in (setup.kitsune_keys, setup.keys):
        for element in tied:
            if element in preferred:
                return element
    return tied[0]
