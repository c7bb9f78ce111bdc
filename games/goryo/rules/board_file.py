"""Reading a board from a log or a file: all that is wrong with it, in words (rules page 2.1;
log-format page, "A Goryō board").
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from games.core.findings import show
from games.goryo.rules.board import NEXT_SPACES, Board

ROOMS, SPACES_A_ROOM, TYPES = 4, 8, 8
SAMURAI = ("green", "red", "blue", "purple")
GONG_MAX = 1000
BRIDGES_MAX = 32
NAME_MAX = 60
"""Limits of ours: what a page can draw, and what keeps the number of routes in bounds."""


def read_board(data: Mapping[str, Any]) -> Board | list[str]:
    """The board, or every fault found in its data, one sentence each."""
    faults = list(_faults(data))
    if faults:
        return faults
    board = Board(data)
    seen = board.reach(0)
    if seen.bit_count() == len(board.names):
        return board
    lost = [name for i, name in enumerate(board.names) if not seen >> i & 1]
    return [
        f"Not every space can be reached from every other: {', '.join(lost[:8])} cannot be "
        f"reached from {board.names[0]}."
    ]


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    if not _is_name(data.get("id")):
        yield f"A board needs an id: text of at most {NAME_MAX} characters."
    types, rooms, spaces = data.get("object_types"), data.get("rooms"), data.get("spaces")
    shape_ok = True
    for key, names, count in (("object_types", types, TYPES), ("rooms", rooms, ROOMS)):
        if not _are_names(names) or len(set(names)) != count or len(names) != count:
            yield f"{key} lists {count} different names of at most {NAME_MAX} characters."
            shape_ok = False
    if not isinstance(spaces, dict) or not spaces:
        yield "spaces is an object: a space's name, then its room and object."
        return
    for name, space in spaces.items():
        fault = _space_fault(name, space)
        if fault is not None:
            yield fault
            shape_ok = False
    if not shape_ok:
        return
    yield from _room_faults(data)
    yield from _bridge_faults(data)
    yield from _samurai_faults(data)
    yield from _gong_faults(data.get("gong"))


def _space_fault(name: str, space: Any) -> str | None:
    if name not in NEXT_SPACES:
        return (
            f"{show(name)} is no name of a space: a column letter and a row from 1 to 99, as in b4."
        )
    if (
        not isinstance(space, dict)
        or not _is_name(space.get("room"))
        or not _is_name(space.get("object"))
    ):
        return f"Space {name} needs a room and an object."
    if type(space.get("centre", False)) is not bool:
        return f"centre of space {name} is true or false."
    return None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.strip() != "" and len(value) <= NAME_MAX


def _are_names(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(_is_name(name) for name in value)


def _room_faults(data: Mapping[str, Any]) -> Iterator[str]:
    spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
    in_room: dict[str, list[Mapping[str, Any]]] = {room: [] for room in data["rooms"]}
    known = set(data["object_types"])
    for name, space in spaces.items():
        if space["room"] not in in_room:
            yield f"Space {name} lies in {show(space['room'])}, which is none of the rooms."
        else:
            in_room[space["room"]].append(space)
        if space["object"] not in known:
            yield f"Space {name} holds {show(space['object'])}, which is none of the object types."
    for room, inside in in_room.items():
        if len(inside) != SPACES_A_ROOM:
            yield f"Room {room} has {len(inside)} spaces; a room has {SPACES_A_ROOM}."
        if len({space["object"] for space in inside}) != len(inside):
            yield f"Room {room} has an object type more than once."
        centres = sum([space.get("centre") is True for space in inside])
        if centres != 1:
            yield f"Room {room} has {centres} centres; a room has one."


def _bridge_faults(data: Mapping[str, Any]) -> Iterator[str]:
    bridges, spaces = data.get("bridges"), data["spaces"]
    if not isinstance(bridges, list):
        yield "bridges is a list of pairs of spaces."
        return
    if len(bridges) > BRIDGES_MAX:
        yield f"A board has at most {BRIDGES_MAX} bridges, not {len(bridges)}."
        return
    for bridge in bridges:
        if not _are_names(bridge) or len(bridge) != 2:
            yield "A bridge is a pair of spaces."
        elif not all(end in spaces for end in bridge):
            yield f"The bridge {bridge[0]}-{bridge[1]} ends at a space that does not exist."
        elif spaces[bridge[0]]["room"] == spaces[bridge[1]]["room"]:
            yield f"The bridge {bridge[0]}-{bridge[1]} lies inside one room; a bridge joins two."


def _samurai_faults(data: Mapping[str, Any]) -> Iterator[str]:
    samurai, spaces = data.get("samurai"), data["spaces"]
    if not isinstance(samurai, dict) or not samurai.keys() >= set(SAMURAI):
        yield "samurai names the centre where each of green, red, blue and purple begins."
        return
    centres = {name for name, space in spaces.items() if space.get("centre") is True}
    stand = [samurai[colour] for colour in SAMURAI if isinstance(samurai[colour], str)]
    if set(stand) != centres or len(stand) != len(SAMURAI):
        yield (
            f"The four Samurai begin on the four centres ({', '.join(sorted(centres))}), one each."
        )


def _gong_faults(gong: Any) -> Iterator[str]:
    if not isinstance(gong, dict):
        yield "gong is an object: how many spaces, and which carry bags."
        return
    spaces, bags = gong.get("spaces"), gong.get("bags")
    if type(spaces) is not int or not 1 <= spaces <= GONG_MAX:
        yield f"gong.spaces is a whole number from 1 to {GONG_MAX}."
    elif not isinstance(bags, list) or any(
        type(bag) is not int or not 0 <= bag < spaces for bag in bags
    ):
        yield f"gong.bags lists spaces of the gong, from 0 to {spaces - 1}."
