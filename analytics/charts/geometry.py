"""A board's own geometry: where its spaces lie, where walls and bridges are. Units are cells; row 1
is at the bottom.

A space's name says where it lies (`a1` at the left end of the bottom row). A wall stands wherever
the neighbour is of another room, or there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.insight.spaces import place

Segment = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Geometry:
    """`cells` maps a space to (column, row) from 0. `walls` and `bridges` are segments in corners'
    units: x right, y up.
    """

    columns: int
    rows: int
    cells: dict[str, tuple[int, int]]
    walls: tuple[Segment, ...]
    bridges: tuple[Segment, ...]


def geometry(board: Mapping[str, Any]) -> Geometry:
    """The geometry of a board given as data."""
    rooms = {name: about["room"] for name, about in board["spaces"].items()}
    cells = {name: place(name) for name in sorted(rooms, key=place)}
    at = {where: name for name, where in cells.items()}
    walls = set()
    for name, (x, y) in cells.items():
        for dx, dy, segment in (
            (1, 0, (x + 1, y, x + 1, y + 1)),
            (-1, 0, (x, y, x, y + 1)),
            (0, 1, (x, y + 1, x + 1, y + 1)),
            (0, -1, (x, y, x + 1, y)),
        ):
            other = at.get((x + dx, y + dy))
            if other is None or rooms[other] != rooms[name]:
                walls.add(segment)
    bridges = tuple(_bridge(cells[one], cells[two]) for one, two in board["bridges"])
    columns = 1 + max(x for x, _ in cells.values())
    rows = 1 + max(y for _, y in cells.values())
    return Geometry(columns, rows, cells, tuple(sorted(walls)), bridges)


def _bridge(one: tuple[int, int], two: tuple[int, int]) -> Segment:
    """Over a wall a short plank across it; between spaces that do not touch, a line from middle to
    middle.
    """
    (x1, y1), (x2, y2) = (one[0] + 0.5, one[1] + 0.5), (two[0] + 0.5, two[1] + 0.5)
    if abs(x1 - x2) + abs(y1 - y2) > 1:
        return (x1, y1, x2, y2)
    mx, my, reach = (x1 + x2) / 2, (y1 + y2) / 2, 0.14
    dx, dy = (x2 - x1) * reach, (y2 - y1) * reach
    return (mx - dx, my - dy, mx + dx, my + dy)
