"""Cells, lines and Patterns of Mountain and Path (rules page, 2.2, 2.3 and 4.4).

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
"""The value of a Path space without an Element tile."""
EMPTY_PATH = (EMPTY,) * len(SPACES)


def _line(space: int) -> tuple[int, ...]:
    if space < SIZE:
        return tuple(space * SIZE + row for row in range(SIZE))
    return tuple(column * SIZE + space - SIZE for column in range(SIZE))


LINES = tuple(_line(space) for space in range(len(SPACES)))
"""The five cells of each Path space's line, counted from the Path."""

_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _neighbours(cell: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    column, row = divmod(cell, SIZE)
    return tuple(
        (column + right) * SIZE + row + down
        for right, down in steps
        if 0 <= column + right < SIZE and 0 <= row + down < SIZE
    )


def _others(cell: int, line: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(other for other in line if other != cell)


_BY_ELEMENT = {
    VOID: [_neighbours(cell, _DIAGONAL) for cell in range(len(CELLS))],
    WIND: [_neighbours(cell, _ORTHOGONAL) for cell in range(len(CELLS))],
    FIRE: [_others(cell, LINES[cell // SIZE]) for cell in range(len(CELLS))],
    WATER: [_others(cell, LINES[SIZE + cell % SIZE]) for cell in range(len(CELLS))],
}
PATTERNS = tuple(tuple(_BY_ELEMENT[element]) for element in (VOID, WIND, FIRE, WATER))
"""The cells of the Pattern of void, wind, fire and water around each cell, in the order of their
names. Earth gathers from its own stack.
"""
PATTERN_NAMES = tuple(
    tuple(frozenset(CELLS[other] for other in cells) for cells in pattern) for pattern in PATTERNS
)
"""`PATTERNS` as sets of cell names."""


def names(cells: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of cells.

    >>> names(PATTERNS[0][0])
    ('b2',)
    """
    return tuple(CELLS[cell] for cell in cells)
