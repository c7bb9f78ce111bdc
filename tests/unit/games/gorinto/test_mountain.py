"""Lines, Patterns and landscapes."""

import pytest

from games.gorinto.rules.elements import FIRE, VOID, WATER, WIND
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.mountain import CELL_NUMBER, LINES, PATTERNS, SPACE_NUMBER, names


def line(space: str) -> str:
    return " ".join(names(LINES[SPACE_NUMBER[space]]))


def pattern(element: int, cell: str) -> str:
    return " ".join(sorted(names(PATTERNS[element][CELL_NUMBER[cell]])))


def test_tiles_move_down_columns_and_right_along_rows() -> None:
    assert line("c") == "c1 c2 c3 c4 c5"
    assert line("2") == "a2 b2 c2 d2 e2"


@pytest.mark.parametrize(
    ("element", "cell", "cells"),
    [
        (VOID, "c3", "b2 b4 d2 d4"),
        (VOID, "a1", "b2"),
        (VOID, "e3", "d2 d4"),
        (WIND, "c3", "b3 c2 c4 d3"),
        (WIND, "a5", "a4 b5"),
        (FIRE, "b4", "b1 b2 b3 b5"),
        (WATER, "b4", "a4 c4 d4 e4"),
    ],
)
def test_patterns(element: int, cell: str, cells: str) -> None:
    assert pattern(element, cell) == cells


def test_patterns_are_symmetric() -> None:
    for table in PATTERNS:
        for cell, cells in enumerate(table):
            assert cell not in cells
            assert all(cell in table[other] for other in cells)


HEIGHTS = {
    "peak": "22222 23332 23432 23332 22222",
    "waves": "23232 23232 23232 23232 23232",
    "mesa": "12121 24442 14441 24442 12121",
    "lake": "33333 32123 31013 32123 33333",
    "hill": "13431 13431 13431 13431 13431",
}


@pytest.mark.parametrize("name", HEIGHTS)
def test_heights_of_landscapes(name: str) -> None:
    heights = LANDSCAPES[name].data["heights"]
    rows = ["".join(str(heights[c + r]) for c in "abcde") for r in "12345"]
    assert " ".join(rows) == HEIGHTS[name]
    assert sum(LANDSCAPES[name].heights) == 60


def test_landscapes_differ() -> None:
    assert len({landscape.digest for landscape in LANDSCAPES.values()}) == 5
    assert LANDSCAPES["hill"].provenance == "inferred"
    assert LANDSCAPES["peak"] == LANDSCAPES["peak"] != LANDSCAPES["lake"]
