"""An independent, naive reader of a Goryō board: it returns a `Board` or raises `Refused`.

Written from the rules page and the format page alone; slow and simple on purpose.
"""

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

NAME = re.compile(r"[a-z][1-9][0-9]?")


class Refused(Exception):
    """A log or board is refused; `rule` is the section it breaks."""

    def __init__(self, rule: str, why: str = "") -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule


def need(rule: str, condition: bool, why: str = "") -> None:
    """Raise `Refused` with a rule unless a condition holds."""
    if not condition:
        raise Refused(rule, why)


def passes(check: Callable[[Any], Any], event: Any) -> bool:
    """Return whether a check does not refuse an event."""
    try:
        check(event)
    except Refused:
        return False
    return True


def play_log(
    log: Any, start: Callable[[Any], Any], record: Callable[[Any, Any], None]
) -> tuple[Any, tuple[int | None, str] | None]:
    """Play a parsed log of any game, and call `record` with the game after each event.

    Return the game, None if its header is refused, and (event or None, rule) of the refusal.
    """
    game = at = None
    try:
        need("log-format", isinstance(log, dict), "no object")
        game = start(log)
        for index, event in enumerate(log["events"]):
            at = index
            game.play(event)
            record(game, event)
    except Refused as refusal:
        return game, (at, refusal.rule)
    return game, None


_need = partial(need, "2.1")


@dataclass(frozen=True)
class Board:
    """32 spaces with their neighbours, and the gong."""

    data: dict[str, Any]
    types: list[str]
    objects: dict[str, str]
    neighbours: dict[str, set[str]]
    centres: dict[str, str]
    samurai: dict[str, str]
    gong_last: int
    bags: set[int]

    @property
    def spaces(self) -> list[str]:
        return sorted(self.objects)


def default_board() -> dict[str, Any]:
    """Return the data of the default board, from a separate copy."""
    return json.loads((Path(__file__).parent / "house-1.json").read_text("utf-8"))


def _is_texts(value: object, count: int) -> bool:
    is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return is_list and len(value) == len(set(value)) == count


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_starts(data: dict[str, Any], centres: dict[str, str]) -> dict[str, str]:
    """Return where the Samurai start; check the gong too."""
    samurai, gong = data.get("samurai"), data.get("gong")
    _need(isinstance(samurai, dict), "samurai")
    starts = {colour: samurai.get(colour) for colour in ("green", "red", "blue", "purple")}
    _need(all(isinstance(start, str) for start in starts.values()), "samurai")
    _need(sorted(starts.values()) == sorted(centres.values()), "samurai off centre")
    _need(isinstance(gong, dict), "gong")
    _need(_is_whole(gong.get("spaces")) and gong["spaces"] >= 1, "gong spaces")
    _need(isinstance(gong.get("bags"), list), "bags")
    for bag in gong["bags"]:
        _need(_is_whole(bag) and 0 <= bag < gong["spaces"], f"bag {bag}")
    return starts


def read_board(data: object) -> Board:
    """Return the board in `data`. Raise `Refused` with rule 2.1 if it is invalid."""
    _need(isinstance(data, dict), "no object")
    _need(isinstance(data.get("id"), str) and data["id"] != "", "id")
    _need(_is_texts(data.get("object_types"), 8), "object types")
    _need(_is_texts(data.get("rooms"), 4), "rooms")
    spaces = data.get("spaces")
    _need(isinstance(spaces, dict) and len(spaces) == 32, "32 spaces")
    for name, space in spaces.items():
        _need(NAME.fullmatch(name) is not None, f"name {name}")
        _need(isinstance(space, dict), name)
        _need(space.get("room") in data["rooms"], f"room of {name}")
        _need(space.get("object") in data["object_types"], f"object of {name}")
    room_of = {name: space["room"] for name, space in spaces.items()}
    centres = {}
    for room in data["rooms"]:
        inside = [name for name in spaces if room_of[name] == room]
        objects = [spaces[name]["object"] for name in inside]
        _need(sorted(objects) == sorted(data["object_types"]), f"objects of {room}")
        middle = [name for name in inside if spaces[name].get("centre") is True]
        _need(len(middle) == 1, f"centre of {room}")
        centres[room] = middle[0]
    neighbours: dict[str, set[str]] = {name: set() for name in spaces}
    for one, other in itertools.permutations(spaces, 2):
        distance = abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))
        if room_of[one] == room_of[other] and distance == 1:
            neighbours[one].add(other)
    _need(isinstance(data.get("bridges"), list), "bridges")
    for bridge in data["bridges"]:
        _need(_is_texts(bridge, 2) and set(bridge) <= set(spaces), f"bridge {bridge}")
        one, other = bridge
        _need(room_of[one] != room_of[other], f"bridge {bridge}")
        neighbours[one].add(other)
        neighbours[other].add(one)
    reached = {next(iter(spaces))}
    for _ in spaces:
        reached |= {near for name in reached for near in neighbours[name]}
    _need(len(reached) == 32, "not connected")
    starts = _read_starts(data, centres)
    return Board(
        data=data,
        types=list(data["object_types"]),
        objects={name: space["object"] for name, space in spaces.items()},
        neighbours=neighbours,
        centres=centres,
        samurai=starts,
        gong_last=data["gong"]["spaces"] - 1,
        bags=set(data["gong"]["bags"]) - {0},
    )
