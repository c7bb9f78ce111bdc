"""Read a board from a log or a file and describe every error in it (rules page 2.1; log-format
page, "A Goryō board").
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeGuard

from games.core.findings import show
from games.core.language import Items, Text, ntext, text
from games.goryo.rules.board import NEXT_SPACES, SAMURAI, Board

ROOMS, SPACES_PER_ROOM, TYPES = 4, 8, 8
GONG_MAX = 1000
BRIDGES_MAX = 32
NAME_MAX = 60
"""Our limits: what a page can draw, and what keeps the number of routes manageable."""


def read_board(data: Mapping[str, Any]) -> Board | list[Text]:
    """Return the board, or the errors in its data, one sentence each."""
    errors = list(_errors(data))
    if errors:
        return errors
    board = Board(data)
    reached = board.reach(0)
    if reached.bit_count() == len(board.names):
        return board
    missing = [name for i, name in enumerate(board.names) if not reached >> i & 1]
    message = text(
        "Every space must be reachable from every other. From {start}, these are not: {spaces}.",
        start=board.names[0],
        spaces=Items(missing[:8]),
    )
    return [message]


def _errors(data: Mapping[str, Any]) -> Iterator[Text]:
    if not _is_name(data.get("id")):
        yield text("A board needs an id: a text of at most {most} characters.", most=NAME_MAX)
    types, rooms, spaces = data.get("object_types"), data.get("rooms"), data.get("spaces")
    is_readable = True
    for key, names, count in (("object_types", types, TYPES), ("rooms", rooms, ROOMS)):
        if not _are_names(names) or len(set(names)) != count or len(names) != count:
            yield text(
                '"{key}" must be a list of {count} different names of at most {most} characters.',
                key=key,
                count=count,
                most=NAME_MAX,
            )
            is_readable = False
    if not isinstance(spaces, dict) or not spaces:
        yield text('"spaces" must be an object that maps each space to its room and object.')
        return
    if not is_readable or not _are_regular(spaces, rooms, types):
        for name, space in spaces.items():
            error = _space_error(name, space)
            if error is not None:
                yield error
                is_readable = False
        if is_readable:
            yield from _room_errors(data)
    if is_readable:
        yield from _bridge_errors(data)
        yield from _samurai_errors(data)
        yield from _gong_errors(data.get("gong"))


def _are_regular(spaces: dict[str, Any], rooms: Any, types: Any) -> bool:
    """Return whether the spaces certainly have no error: each room has each object type on one of
    its spaces, and one centre. It spares most boards the checks of each space.
    """
    if not spaces.keys() <= NEXT_SPACES.keys() or len(spaces) != ROOMS * SPACES_PER_ROOM:
        return False
    try:
        cells = {(space["room"], space["object"]) for space in spaces.values()}
    except (KeyError, TypeError):
        return False
    marked = [space for space in spaces.values() if "centre" in space]
    centres = [space["room"] for space in marked if space["centre"] is True]
    are_whole = cells == set(product(rooms, types)) and len(marked) == ROOMS
    return are_whole and sorted(centres) == sorted(rooms)


def _space_error(name: str, space: Any) -> Text | None:
    if name not in NEXT_SPACES:
        return text(
            "{name} can't be the name of a space. Use a letter and a row from 1 to 99, as in b4.",
            name=show(name),
        )
    if (
        not isinstance(space, dict)
        or not _is_name(space.get("room"))
        or not _is_name(space.get("object"))
    ):
        return text("Space {name} needs a room and an object.", name=name)
    if type(space.get("centre", False)) is not bool:
        return text('"centre" of space {name} must be true or false.', name=name)
    return None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.strip() != "" and len(value) <= NAME_MAX


def _are_names(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(_is_name(name) for name in value)


def _room_errors(data: Mapping[str, Any]) -> Iterator[Text]:
    spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
    in_room: dict[str, list[Mapping[str, Any]]] = {room: [] for room in data["rooms"]}
    known = set(data["object_types"])
    for name, space in spaces.items():
        if space["room"] not in in_room:
            room = show(space["room"])
            yield text('Space {name} is in room {room}, which "rooms" lacks.', name=name, room=room)
        else:
            in_room[space["room"]].append(space)
        if space["object"] not in known:
            kind = show(space["object"])
            yield text(
                'Space {name} has the object {kind}, which "object_types" lacks.',
                name=name,
                kind=kind,
            )
    for room, inside in in_room.items():
        if len(inside) != SPACES_PER_ROOM:
            yield ntext(
                "Room {room} has {n} space. A room must have {count}.",
                "Room {room} has {n} spaces. A room must have {count}.",
                len(inside),
                room=room,
                count=SPACES_PER_ROOM,
            )
        if len({space["object"] for space in inside}) != len(inside):
            yield text("Room {room} has an object type more than once.", room=room)
        centres = sum([space.get("centre") is True for space in inside])
        if centres != 1:
            yield text("Room {room} has {n} centres. A room must have one.", room=room, n=centres)


def _bridge_errors(data: Mapping[str, Any]) -> Iterator[Text]:
    bridges, spaces = data.get("bridges"), data["spaces"]
    if not isinstance(bridges, list):
        yield text('"bridges" must be a list of pairs of spaces.')
        return
    if len(bridges) > BRIDGES_MAX:
        yield text(
            "A board can have at most {most} bridges; this one has {n}.",
            most=BRIDGES_MAX,
            n=len(bridges),
        )
        return
    for bridge in bridges:
        if not _are_names(bridge) or len(bridge) != 2:
            yield text("A bridge must be a pair of spaces.")
        elif not all(end in spaces for end in bridge):
            yield text("The bridge {bridge} ends at an unknown space.", bridge="-".join(bridge))
        elif spaces[bridge[0]]["room"] == spaces[bridge[1]]["room"]:
            yield text(
                "The bridge {bridge} is inside one room. A bridge must join two rooms.",
                bridge="-".join(bridge),
            )


def _samurai_errors(data: Mapping[str, Any]) -> Iterator[Text]:
    samurai, spaces = data.get("samurai"), data["spaces"]
    if not isinstance(samurai, dict) or not samurai.keys() >= set(SAMURAI):
        yield text('"samurai" must give the starting centre of {colours}.', colours=Items(SAMURAI))
        return
    centres = {name for name, space in spaces.items() if space.get("centre") is True}
    starts = [samurai[colour] for colour in SAMURAI if isinstance(samurai[colour], str)]
    if set(starts) != centres or len(starts) != len(SAMURAI):
        yield text(
            "The Samurai must start on the four centres ({centres}), one on each.",
            centres=Items(sorted(centres)),
        )


def _gong_errors(gong: Any) -> Iterator[Text]:
    if not isinstance(gong, dict):
        yield text('"gong" must be an object with "spaces" and "bags".')
        return
    spaces, bags = gong.get("spaces"), gong.get("bags")
    if type(spaces) is not int or not 1 <= spaces <= GONG_MAX:
        yield text('"gong.spaces" must be a whole number from 1 to {most}.', most=GONG_MAX)
    elif not isinstance(bags, list) or any(
        type(bag) is not int or not 0 <= bag < spaces for bag in bags
    ):
        yield text('"gong.bags" must list gong spaces from 0 to {last}.', last=spaces - 1)
