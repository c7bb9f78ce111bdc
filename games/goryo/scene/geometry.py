"""The geometry of a drawn Goryō board: corners, floors, walls and bridges, from the board's data.

A space's name gives its position: the letter is the column, the number the row, row 1 at the
bottom. Unused columns and rows shrink to a narrow aisle, so that a board that reaches to z99 still
fits on a screen.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from math import hypot
from typing import Any, NamedTuple, TypeAlias

from games.core.scene import CELL

AISLE = 45
BOW = 0.24  # how far a long bridge bends, as a share of its length
DOCK = 40  # the distance from a space's middle to the end of a long bridge

Point: TypeAlias = tuple[float, float]


class Bridge(NamedTuple):
    """A bridge as drawn: `bend` is the control point of its curve, or None if it crosses a shared
    wall.

    `bank` is its outline (or the curve), `deck` its planks (or the curve again).
    """

    one: str
    two: str
    bend: Point | None
    bank: str
    deck: str


def number(value: float) -> str:
    """Format a length for SVG, with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


class Layout:
    """The layout of one drawn board. `data` is the checked data of a board."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
        columns = _offsets({ord(name[0]) for name in self.spaces})
        rows = _offsets({-int(name[1:]) for name in self.spaces})
        self.corner: dict[str, Point] = {
            name: (columns[ord(name[0])], rows[-int(name[1:])]) for name in self.spaces
        }
        self.size: Point = (max(columns.values()) + CELL, max(rows.values()) + CELL)
        self._edges = self._find_edges()
        self.bridges = [self._bridge(one, two) for one, two in data["bridges"]]
        self._bends = {frozenset((b.one, b.two)): b.bend for b in self.bridges}

    def middle(self, space: str) -> Point:
        """Return the middle of a space."""
        x, y = self.corner[space]
        return x + CELL / 2, y + CELL / 2

    def floor(self, room: str) -> str:
        """Return the path of a room's floor: the squares of its spaces."""
        return "".join(
            f"M{number(x)} {number(y)}h{CELL}v{CELL}h-{CELL}z"
            for name, (x, y) in sorted(self.corner.items())
            if self.spaces[name]["room"] == room
        )

    def walls(self) -> str:
        """Return the path of the walls around every room, in the longest straight runs."""
        lines: dict[tuple[str, float], list[float]] = defaultdict(list)
        for (direction, across, along), rooms in self._edges.items():
            if len(rooms) == 1 or rooms[0] != rooms[1]:
                lines[direction, across].append(along)
        parts = []
        for (direction, across), starts in sorted(lines.items()):
            for start, end in _runs(starts):
                if direction == "h":
                    parts.append(f"M{number(start)} {number(across)}H{number(end)}")
                else:
                    parts.append(f"M{number(across)} {number(start)}V{number(end)}")
        return "".join(parts)

    def name_plate(self, room: str) -> tuple[float, float, float]:
        """Return where a room's name plate fits: x and y of its middle, and the width of the wall.

        An outer wall above or below the room is preferred, then an inner wall without a bridge,
        then any wall.
        """
        crossed = {frozenset((b.one, b.two)) for b in self.bridges if b.bend is None}
        by_line: dict[tuple[int, float], list[float]] = defaultdict(list)
        for (direction, across, along), rooms in self._edges.items():
            is_wall = len(rooms) == 1 or rooms[0] != rooms[1]
            if direction != "h" or room not in rooms or not is_wall:
                continue
            rank = 2 if len(rooms) == 1 else 1 - self._is_crossed(across, along, crossed)
            by_line[rank, across].append(along)
        middle = self.size[1] / 2
        _, width, _, x, y = max(
            (rank, end - start, -abs(across - middle), (start + end) / 2, across)
            for (rank, across), starts in by_line.items()
            for start, end in _runs(starts)
        )
        return x, y, width

    def free_corners(self) -> dict[str, Point]:
        """Return the middle of an empty square next to each room, for its name. The squares lie in
        the grid of the spaces, next to no other room. Without one for every room, and on boards
        with long bridges, which may cross them, return nothing.
        """
        columns, rows = ({corner[axis] for corner in self.corner.values()} for axis in (0, 1))
        rooms = {corner: self.spaces[name]["room"] for name, corner in self.corner.items()}
        squares: dict[str, list[tuple[int, Point]]] = defaultdict(list)
        for x, y in product(sorted(columns), sorted(rows)):
            around = ((x - CELL, y), (x + CELL, y), (x, y - CELL), (x, y + CELL))
            adjacent = [rooms[square] for square in around if square in rooms]
            if (x, y) not in rooms and len(set(adjacent)) == 1:
                squares[adjacent[0]].append((len(adjacent), (x + CELL / 2, y + CELL / 2)))
        has_all = set(squares) == set(rooms.values())
        if not has_all or any(bridge.bend for bridge in self.bridges):
            return {}
        return {room: max(found)[1] for room, found in squares.items()}

    def _is_crossed(self, across: float, along: float, crossed: set[frozenset[str]]) -> bool:
        sides = frozenset(
            n for n, (x, y) in self.corner.items() if x == along and y in (across, across - CELL)
        )
        return sides in crossed

    def route(self, spaces: Iterable[str]) -> str:
        """Return a path through the middles of spaces that follows the curves of long bridges."""
        parts: list[str] = []
        before = ""
        for space in spaces:
            x, y = self.middle(space)
            end = f"{number(x)} {number(y)}"
            bend = self._bends.get(frozenset((before, space)))
            if not before:
                parts.append(f"M{end}")
            elif bend is not None:
                parts.append(f"Q{number(bend[0])} {number(bend[1])} {end}")
            else:
                parts.append(f"L{end}")
            before = space
        return "".join(parts) if len(parts) > 1 else ""

    def view_box(self, margin: float) -> list[float]:
        """Return left, top, width and height of everything drawn, with a margin."""
        left, top, right, bottom = 0.0, 0.0, *self.size
        for bridge in self.bridges:
            if bridge.bend is not None:
                ends = self.middle(bridge.one), self.middle(bridge.two)
                x, y = _on_curve(ends[0], bridge.bend, ends[1])
                left, right = min(left, x), max(right, x)
                top, bottom = min(top, y), max(bottom, y)
        width, height = right - left + 2 * margin, bottom - top + 2 * margin
        return [round(v, 1) for v in (left - margin, top - margin, width, height)]

    def _find_edges(self) -> dict[tuple[str, float, float], list[str]]:
        """Return the rooms at every side of every space. A side is its direction, its position
        across that direction, and where it starts.
        """
        edges: dict[tuple[str, float, float], list[str]] = defaultdict(list)
        for name, (x, y) in self.corner.items():
            room = self.spaces[name]["room"]
            for side in (("h", y, x), ("h", y + CELL, x), ("v", x, y), ("v", x + CELL, y)):
                edges[side].append(room)
        return dict(edges)

    def _bridge(self, one: str, two: str) -> Bridge:
        (x1, y1), (x2, y2) = self.middle(one), self.middle(two)
        length = hypot(x2 - x1, y2 - y1)
        if length == CELL:
            ux, uy = (x2 - x1) / CELL, (y2 - y1) / CELL
            mx, my = (x1 + x2) / 2, (y1 + y2) / 2
            return Bridge(one, two, None, *_crossing(mx, my, ux, uy))
        bend = self._bend((x1, y1), (x2, y2), length)
        start, end = _towards((x1, y1), bend), _towards((x2, y2), bend)
        x, y = bend
        d = "M{} {}Q{} {} {} {}".format(*(number(v) for v in (*start, x, y, *end)))
        return Bridge(one, two, bend, d, d)

    def _bend(self, one: Point, two: Point, length: float) -> Point:
        """Return the control point of a long bridge, on the side away from the board's middle."""
        mx, my = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        normal = -(two[1] - one[1]) / length, (two[0] - one[0]) / length
        outward = (mx - self.size[0] / 2) * normal[0] + (my - self.size[1] / 2) * normal[1]
        bow = length * BOW * (-1 if outward < 0 else 1)
        return mx + normal[0] * bow, my + normal[1] * bow


def _offsets(used: set[int]) -> dict[int, float]:
    """Return the start of each used column or row; unused ones between two form one aisle."""
    offset, before, offsets = 0.0, None, {}
    for line in sorted(used):
        if before is not None:
            offset += CELL + (AISLE if line - before > 1 else 0)
        offsets[line] = offset
        before = line
    return offsets


def _runs(starts: Iterable[float]) -> list[tuple[float, float]]:
    """Join the sides of cells that meet into runs."""
    runs: list[tuple[float, float]] = []
    for start in sorted(starts):
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], start + CELL)
        else:
            runs.append((start, start + CELL))
    return runs


def _crossing(x: float, y: float, ux: float, uy: float) -> tuple[str, str]:
    """Return outline and planks of a short bridge over a wall at (x, y), along the unit vector (ux,
    uy).
    """
    long, half = 17, 13

    def point(along: float, across: float) -> str:
        return f"{number(x + along * ux - across * uy)} {number(y + along * uy + across * ux)}"

    outline = "L".join(point(a * long, b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    planks = "".join(f"M{point(a, -half)}L{point(a, half)}" for a in (-10.2, -3.4, 3.4, 10.2))
    return f"M{outline}z", planks


def _towards(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(DOCK / length, 0.45)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _on_curve(one: Point, bend: Point, two: Point) -> Point:
    """Return the middle of a quadratic curve, its farthest point from the straight line."""
    return one[0] / 4 + bend[0] / 2 + two[0] / 4, one[1] / 4 + bend[1] / 2 + two[1] / 4
