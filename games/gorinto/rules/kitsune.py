"""The Kitsune's turn (rules page, 11.3, 11.5 to 11.7)."""

from games.gorinto.rules.effects import KitsuneActed
from games.gorinto.rules.elements import EARTH, ELEMENTS, NONE_OF_ANY
from games.gorinto.rules.mountain import CELLS, LINES, PATTERNS, Mountain
from games.gorinto.rules.state import HEAD, Fox, Setup, State

TILES = 5
"""How many Kitsune tiles and Movement chits there are."""
CHITS_DRAWN = 4
"""Chits drawn in a Season; the fifth is set aside unseen (11.3)."""


def chit_cell(fox: Fox, number: int) -> int:
    """The cell that a chit names: the k-th of the line of Kitsune tile k, counted from the Path
    (11.3).
    """
    return LINES[fox.tiles[number - 1]][number - 1]


def act(state: State, token: str) -> tuple[Mountain, list[int], KitsuneActed]:
    """The Mountain after the token acted, the elements that the Kitsune gathered, and what is
    told of it.
    """
    fox = state.fox or Fox()
    cell = (fox.head if token == HEAD else fox.tail) or 0
    stack = state.mountain[cell]
    if not stack:
        element = most_plentiful(state.setup, state.mountain)
        cells = [c for c, pile in enumerate(state.mountain) if pile and pile[-1] == element]
        taken, mountain = _take_tops(state.mountain, tuple(cells))
        return mountain, taken, KitsuneActed(token, CELLS[cell], ELEMENTS[element], True)
    element = stack[-1]
    acted = KitsuneActed(token, CELLS[cell], ELEMENTS[element], False)
    if element == EARTH:
        stacks = list(state.mountain)
        stacks[cell] = stack[-1:]
        return tuple(stacks), list(stack[:-1]), acted
    taken, mountain = _take_tops(state.mountain, PATTERNS[element][cell])
    return mountain, taken, acted


def _take_tops(mountain: Mountain, cells: tuple[int, ...]) -> tuple[list[int], Mountain]:
    """The top tiles of all these stacks that are not empty."""
    stacks, taken = list(mountain), []
    for cell in cells:
        pile = stacks[cell]
        if pile:
            taken.append(pile[-1])
            stacks[cell] = pile[:-1]
    return taken, tuple(stacks)


def most_plentiful(setup: Setup, mountain: Mountain) -> int:
    """The element of most top tiles; of several a Kitsune Key Element before a regular one before
    the one that is nobody's, then the order of the mat (11.6, 11.7).
    """
    tops = list(NONE_OF_ANY)
    for pile in mountain:
        if pile:
            tops[pile[-1]] += 1
    best = [element for element, number in enumerate(tops) if number == max(tops)]
    for preferred in (setup.kitsune_keys, setup.keys):
        for element in best:
            if element in preferred:
                return element
    return best[0]
