"""The geometry of Mountain and Path (rules page, 2.2, 2.3 and 4.4): cells, lines and Patterns.

Cells are numbered in the order of their names (`a1`, `a2`, … `e5`), Path spaces `a` to `e`, then
`1` to `5`.
"""

from games.gorinto.rules.elements import FIRE, VOID, WATER, WIND

COLUMNS, ROWS = "abcde", "12345"
SIZE = 5
CELLS = tuple(column + row for column in COLUMNS for row in ROWS)
CELL_NUMBER = {name: number for number, name in enumerate(CELLS)}
SPACES: tuple[str, ...] = (*COLUMNS, *ROWS)
SPACE_NUMBER = {name: number for number, name in enumerate(SPACES)}

Stack = tuple[int, ...]
"""The elements of a stack, from the lowest tile up."""
Mountain = tuple[Stack, ...]
"""The stacks of all 25 cells."""
EMPTY = -1
"""What lies on a Path space without an Element tile."""
EMPTY_PATH = (EMPTY,) * len(SPACES)


def _line(space: int) -> tuple[int, ...]:
    if space < SIZE:
        return tuple(space * SIZE + row for row in range(SIZE))
    return tuple(column * SIZE + space - SIZE for column in range(SIZE))


LINES = tuple(_line(space) for space in range(len(SPACES)))
"""For each Path space the five cells of its line, counted from the Path."""

_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _near(cell: int, ways: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    column, row = divmod(cell, SIZE)
    return tuple(
        (column + right) * SIZE + row + down
        for right, down in ways
        if 0 <= column + right < SIZE and 0 <= row + down < SIZE
    )


def _others(cell: int, line: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(other for other in line if other != cell)


_BY_ELEMENT = {
    VOID: [_near(cell, _DIAGONAL) for cell in range(len(CELLS))],
    WIND: [_near(cell, _ORTHOGONAL) for cell in range(len(CELLS))],
    FIRE: [_others(cell, LINES[cell // SIZE]) for cell in range(len(CELLS))],
    WATER: [_others(cell, LINES[SIZE + cell % SIZE]) for cell in range(len(CELLS))],
}
PATTERNS = tuple(tuple(_BY_ELEMENT[element]) for element in (VOID, WIND, FIRE, WATER))
"""For void, wind, fire and water: for each cell the cells of the Pattern, in the order of their
names. Earth gathers from its own stack.
"""
PATTERN_NAMES = tuple(
    tuple(frozenset(CELLS[other] for other in cells) for cells in pattern) for pattern in PATTERNS
)
"""The same as sets of names."""
PATTERN_WORDS = (
    "the diagonal neighbours",
    "the orthogonal neighbours",
    "the other cells of its column",
    "the other cells of its row",
    "the tiles beneath it",
)


def names(cells: tuple[int, ...]) -> tuple[str, ...]:
    """The names of cells.

    >>> names(PATTERNS[0][0])
    ('b2',)
    """
    return tuple(CELLS[cell] for cell in cells)
