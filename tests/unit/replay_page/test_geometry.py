"""Drawing a board from its data: nothing overlaps, every wall and bridge is there, whatever the
board.
"""

import random
import re
from itertools import combinations

import pytest

from games.goryo.rules.board import default_board
from games.goryo.scene.geometry import AISLE, Layout
from tests.support.boards import random_board

BOARDS = [dict(default_board().data), *(random_board(random.Random(seed)) for seed in range(25))]


def segments(walls: str) -> set[tuple[float, float, float, float]]:
    """The unit sides covered by the walls' path, each as x1, y1, x2, y2 from left or top."""
    found = set()
    for x, y, way, end in re.findall(r"M(-?[\d.]+) (-?[\d.]+)([HV])(-?[\d.]+)", walls):
        at, last = float(x if way == "H" else y), float(end)
        while at < last:
            across = (at, float(y), at + 100, float(y))
            found.add(across if way == "H" else (float(x), at, float(x), at + 100))
            at += 100
        assert at == last, "a wall ends inside a side"
    return found


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b["id"])
def test_columns_go_right_and_rows_go_up_and_no_two_spaces_overlap(board: dict) -> None:
    for (one, (x1, y1)), (two, (x2, y2)) in combinations(Layout(board).corner.items(), 2):
        assert (x1 < x2) == (one[0] < two[0])
        assert (y1 > y2) == (int(one[1:]) < int(two[1:]))
        assert abs(x1 - x2) >= 100 or abs(y1 - y2) >= 100


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b["id"])
def test_walls_are_exactly_on_sides_without_a_neighbour_in_the_room(board: dict) -> None:
    layout, walls = Layout(board), segments(Layout(board).walls())
    expected = set()
    for name, (x, y) in layout.corner.items():
        column, row = name[0], int(name[1:])
        for other, side in (
            (f"{column}{row + 1}", (x, y, x + 100, y)),
            (f"{column}{row - 1}", (x, y + 100, x + 100, y + 100)),
            (f"{chr(ord(column) - 1)}{row}", (x, y, x, y + 100)),
            (f"{chr(ord(column) + 1)}{row}", (x + 100, y, x + 100, y + 100)),
        ):
            spaces = board["spaces"]
            if other not in spaces or spaces[other]["room"] != spaces[name]["room"]:
                expected.add(side)
    assert walls == expected


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b["id"])
def test_every_bridge_is_drawn_and_lies_inside_the_picture(board: dict) -> None:
    layout = Layout(board)
    left, top, width, height = layout.view_box(10)
    assert [(b.one, b.two) for b in layout.bridges] == [tuple(pair) for pair in board["bridges"]]
    for bridge in layout.bridges:
        (x1, y1), (x2, y2) = layout.middle(bridge.one), layout.middle(bridge.two)
        assert (bridge.bend is None) == (abs(x1 - x2) + abs(y1 - y2) == 100)
        if bridge.bend is not None:
            x, y = (x1 + 2 * bridge.bend[0] + x2) / 4, (y1 + 2 * bridge.bend[1] + y2) / 4
            assert left <= x <= left + width
            assert top <= y <= top + height


def test_unused_columns_and_rows_fold_to_one_aisle() -> None:
    spaces = {name: {"room": "r", "object": "urn"} for name in ("a1", "b1", "z1", "a99")}
    layout = Layout({"spaces": spaces, "bridges": [["b1", "z1"], ["a1", "a99"]]})
    assert layout.corner == {
        "a1": (0, 100 + AISLE),
        "b1": (100, 100 + AISLE),
        "z1": (200 + AISLE, 100 + AISLE),
        "a99": (0, 0),
    }
    assert all(bridge.bend is not None for bridge in layout.bridges)


def test_a_route_follows_the_curve_of_a_far_bridge_in_both_directions() -> None:
    spaces = {name: {"room": "r", "object": "urn"} for name in ("a1", "b1", "e1")}
    layout = Layout({"spaces": spaces, "bridges": [["b1", "e1"]]})
    there, back = layout.route(["a1", "b1", "e1"]), layout.route(["e1", "b1"])
    assert re.fullmatch(r"M50 50L150 50Q[\d.]+ -?[\d.]+ 295 50", there)
    assert there.split("Q")[1].rsplit(" ", 2)[0] == back.split("Q")[1].rsplit(" ", 2)[0]
    assert layout.route(["a1"]) == ""


def test_name_plates_of_the_default_board_are_on_outer_walls_without_bridges() -> None:
    layout = Layout(default_board().data)
    assert {room: layout.name_plate(room) for room in ("nw", "ne", "sw", "se")} == {
        "nw": (200, 0, 200),
        "ne": (400, 0, 200),
        "sw": (200, 600, 200),
        "se": (400, 600, 200),
    }


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b["id"])
def test_names_of_rooms_in_free_corners_cover_no_space(board: dict) -> None:
    layout = Layout(board)
    corners = layout.free_corners()
    assert len(set(corners.values())) == len(corners)
    for room, (x, y) in corners.items():
        beside = [
            layout.spaces[name]["room"]
            for name, (left, top) in layout.corner.items()
            if abs(left + 50 - x) + abs(top + 50 - y) == 100
        ]
        assert set(beside) == {room}
        for left, top in layout.corner.values():
            assert abs(left + 50 - x) >= 100 or abs(top + 50 - y) >= 100


def test_the_default_board_has_its_names_in_the_four_corners() -> None:
    assert Layout(default_board().data).free_corners() == {
        "nw": (50, 50),
        "ne": (550, 50),
        "sw": (50, 550),
        "se": (550, 550),
    }


def test_without_a_free_corner_for_each_room_no_name_is_in_one() -> None:
    spaces = {"a1": {"room": "x"}, "b1": {"room": "y"}, "b2": {"room": "y"}, "c1": {"room": "y"}}
    board = {"spaces": spaces, "bridges": []}
    assert Layout(board).free_corners() == {}
