"""Reading a board from a log or a file: all that is wrong with it, in words (rules page 2.1; log-format page, "A Goryō board")."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.findings import show
from games.goryo.rules.board import Board

SPACE_NAME = re.compile(r"[a-z][1-9][0-9]?")
ROOMS, SPACES_A_ROOM, TYPES = 4, 8, 8
SAMURAI = ("green", "red", "blue", "purple")
GONG_MAX = 1000


def read_board(data: Mapping[str, Any]) -> Board | list[str]:
    """The board, or every fault found in its data, one sentence each."""
    faults = list(_faults(data))
    return faults or Board(data)


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    if not _is_name(data.get("id")):
        yield "A board needs an id: text."
    types, rooms, spaces = data.get("object_types"), data.get("rooms"), data.get("spaces")
    shape_ok = True
    for key, names, count in (("object_types", types, TYPES), ("rooms", rooms, ROOMS)):
        if not _are_names(names) or len(set(names)) != count or len(names) != count:
            yield f"{key} lists {count} different names."
            shape_ok = False
    if not isinstance(spaces, dict) or not spaces:
        yield "spaces is an object: a space's name, then its room and object."
        return
    for name, space in spaces.items():
        if not SPACE_NAME.fullmatch(name):
            yield f"{show(name)} is no name of a space: a column letter and a row from 1 to 99, as in b4."
            shape_ok = False
        elif not isinstance(space, dict) or not _is_name(space.get("room")) or not _is_name(space.get("object")):
            yield f"Space {name} needs a room and an object."
            shape_ok = False
        elif type(space.get("centre", False)) is not bool:
            yield f"centre of space {name} is true or false."
            shape_ok = False
    if not shape_ok:
        return
    room_faults = list(_room_faults(data))
    bridge_faults = list(_bridge_faults(data))
    yield from room_faults
    yield from bridge_faults
    if not room_faults and not bridge_faults:
        yield from _connection_faults(data)
    yield from _samurai_faults(data)
    yield from _gong_faults(data.get("gong"))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.strip() != ""


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(_is_name(name) for name in value)


def _room_faults(data: Mapping[str, Any]) -> Iterator[str]:
    spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
    in_room: dict[str, list[str]] = {room: [] for room in data["rooms"]}
    known = set(data["object_types"])
    for name, space in spaces.items():
        if space["room"] not in in_room:
            yield f"Space {name} lies in {show(space['room'])}, which is none of the rooms."
        else:
            in_room[space["room"]].append(name)
        if space["object"] not in known:
            yield f"Space {name} holds {show(space['object'])}, which is none of the object types."
    for room, names in in_room.items():
        if len(names) != SPACES_A_ROOM:
            yield f"Room {room} has {len(names)} spaces; a room has {SPACES_A_ROOM}."
        if len({spaces[name]["object"] for name in names}) != len(names):
            yield f"Room {room} has an object type more than once."
        centres = [name for name in names if spaces[name].get("centre") is True]
        if len(centres) != 1:
            yield f"Room {room} has {len(centres)} centres; a room has one."


def _bridge_faults(data: Mapping[str, Any]) -> Iterator[str]:
    bridges, spaces = data.get("bridges"), data["spaces"]
    if not isinstance(bridges, list):
        yield "bridges is a list of pairs of spaces."
        return
    for bridge in bridges:
        if not _are_names(bridge) or len(bridge) != 2:
            yield "A bridge is a pair of spaces."
        elif not all(end in spaces for end in bridge):
            yield f"The bridge {bridge[0]}-{bridge[1]} ends at a space that does not exist."
        elif spaces[bridge[0]]["room"] == spaces[bridge[1]]["room"]:
            yield f"The bridge {bridge[0]}-{bridge[1]} lies inside one room; a bridge joins two."


def _connection_faults(data: Mapping[str, Any]) -> Iterator[str]:
    spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
    near: dict[str, set[str]] = {name: set() for name in spaces}
    for one, two in data["bridges"]:
        near[one].add(two)
        near[two].add(one)
    todo = [next(iter(spaces))]
    seen = set(todo)
    while todo:
        here = todo.pop()
        column, row = ord(here[0]), int(here[1:])
        steps = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        room = spaces[here]["room"]
        reach = near[here].union(f"{chr(c)}{r}" for c, r in steps)
        for there in reach - seen:
            if there in spaces and (there in near[here] or spaces[there]["room"] == room):
                seen.add(there)
                todo.append(there)
    if len(seen) != len(spaces):
        lost = ", ".join(sorted(spaces.keys() - seen)[:8])
        yield f"Not every space can be reached from every other: {lost} cannot be reached from {min(spaces)}."


def _samurai_faults(data: Mapping[str, Any]) -> Iterator[str]:
    samurai, spaces = data.get("samurai"), data["spaces"]
    if not isinstance(samurai, dict) or set(samurai) != set(SAMURAI):
        yield "samurai names the centre where each of green, red, blue and purple begins."
        return
    centres = {name for name, space in spaces.items() if space.get("centre") is True}
    stand = [value for value in samurai.values() if isinstance(value, str)]
    if set(stand) != centres or len(stand) != len(SAMURAI):
        yield f"The four Samurai begin on the four centres ({', '.join(sorted(centres))}), one each."


def _gong_faults(gong: Any) -> Iterator[str]:
    if not isinstance(gong, dict):
        yield "gong is an object: how many spaces, and which carry bags."
        return
    spaces, bags = gong.get("spaces"), gong.get("bags")
    if type(spaces) is not int or not 1 <= spaces <= GONG_MAX:
        yield f"gong.spaces is a whole number from 1 to {GONG_MAX}."
    elif not isinstance(bags, list) or any(type(bag) is not int or not 0 <= bag < spaces for bag in bags):
        yield f"gong.bags lists spaces of the gong, from 0 to {spaces - 1}."
