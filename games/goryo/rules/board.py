"""A Goryō board: its data as indices and bit masks.

Spaces are numbered in the order of their names, so the bits of a mask, lowest first, give sorted
names. A mask is an integer whose bit `i` stands for space (or object type) number `i`.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.core.codec import canonical_json, sha256_hex

DEFAULT_BOARD = "house-1"
SAMURAI = ("green", "red", "blue", "purple")
"""The colours that a board gives a start; the fourth one differs between editions."""


class RouteSet(NamedTuple):
    """All routes with the same target that cover the same spaces: the mask of those spaces, the
    target, and the number of routes (orders of the move cubes).
    """

    mask: int
    target: int
    orders: int


class Board:
    """An immutable board. `board_file.read_board` checks the data before it creates one. Boards
    are equal if their data are.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.id: str = data["id"]
        spaces: Mapping[str, Mapping[str, Any]] = data["spaces"]
        self.types: tuple[str, ...] = tuple(data["object_types"])
        self.type_index = type_index = {name: i for i, name in enumerate(self.types)}
        self.names: tuple[str, ...] = tuple(sorted(spaces))
        self.index = index = {name: i for i, name in enumerate(self.names)}
        sorted_spaces = [spaces[name] for name in self.names]
        self.type_of = tuple([type_index[space["object"]] for space in sorted_spaces])
        self.room_of = tuple([space["room"] for space in sorted_spaces])
        of_type = [0] * len(self.types)
        for i, kind in enumerate(self.type_of):
            of_type[kind] |= 1 << i
        self.of_type = tuple(of_type)
        self.centres = tuple([i for i, s in enumerate(sorted_spaces) if s.get("centre") is True])
        near, near_mask = _near(index, self.room_of, data["bridges"])
        self.near = tuple([tuple(sorted(others)) for others in near])
        self.near_mask = tuple(near_mask)
        green, red, blue, purple = (data["samurai"][colour] for colour in SAMURAI)
        self.samurai = index[green], index[red], index[blue], index[purple]
        self.gong_last: int = data["gong"]["spaces"] - 1
        self.bags = tuple(sorted({bag for bag in data["gong"]["bags"] if bag > 0}))
        self.all_types = (1 << len(self.types)) - 1
        self._route_sets: dict[tuple[int, int], tuple[RouteSet, ...]] = {}
        self._digest = ""

    @property
    def digest(self) -> str:
        """The SHA-256 digest (hex) of the board's canonical data, which identifies the board."""
        if not self._digest:
            self._digest = sha256_hex(canonical_json(self.data))
        return self._digest

    @property
    def name(self) -> str:
        """The board's name, or its id."""
        name = self.data.get("name")
        return name if isinstance(name, str) and name else self.id

    @property
    def provenance(self) -> str:
        """`house` for the board that ships with this package, else `user`, whatever the data
        claim: a claim that a board is the printed one cannot be checked.
        """
        return "house" if self is default_board() or self == default_board() else "user"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self is other or self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Board {self.id}>"

    def reach(self, start: int) -> int:
        """Return the mask of all spaces that can be reached from a space."""
        reached, frontier = 0, 1 << start
        while frontier:
            reached |= frontier
            frontier = self.neighbours(frontier) & ~reached
        return reached

    def neighbours(self, mask: int) -> int:
        """Return the mask of all spaces adjacent to a space of a mask."""
        near = 0
        for i in set_bits(mask):
            near |= self.near_mask[i]
        return near

    def spaces(self, mask: int) -> list[str]:
        """Return the sorted names of a mask's spaces."""
        return [self.names[i] for i in set_bits(mask)]

    def route_sets(self, start: int, cubes: int) -> tuple[RouteSet, ...]:
        """Return all routes of `cubes` move cubes from a space, with a target after them, by rules
        4.1 to 4.3 alone. Routes that differ only in the order of the cubes are counted together.
        """
        route_sets = self._route_sets.get((start, cubes))
        if route_sets is None:
            paths = {(1 << start, start): 1}
            for _ in range(cubes):
                paths = self._extend(paths)
            route_sets = tuple(RouteSet(mask, end, count) for (mask, end), count in paths.items())
            self._route_sets[start, cubes] = route_sets
        return route_sets

    def _extend(self, paths: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Extend every path by one space; paths are counted by the spaces they cover and their
        last space.
        """
        longer: dict[tuple[int, int], int] = {}
        for (mask, end), count in paths.items():
            for j in self.near[end]:
                if not mask >> j & 1:
                    key = (mask | 1 << j, j)
                    longer[key] = longer.get(key, 0) + count
        return longer


NEXT_SPACES = {
    f"{column}{row}": (f"{chr(ord(column) + 1)}{row}", f"{column}{row + 1}")
    for column in "abcdefghijklmnopqrstuvwxyz"
    for row in range(1, 100)
}
"""Every possible name of a space (a column letter and a row), with the names to its right and above
it.
"""


def _near(
    index: Mapping[str, int], room_of: tuple[str, ...], bridges: Any
) -> tuple[list[list[int]], list[int]]:
    """Return for each space the numbers of the spaces adjacent to it (2.2), and their masks."""
    near: list[list[int]] = [[] for _ in room_of]
    masks = [0] * len(room_of)
    pairs = [
        (i, j)
        for name, i in index.items()
        for other in NEXT_SPACES[name]
        if (j := index.get(other)) is not None and room_of[i] == room_of[j]
    ]
    joined = [(index[one], index[two]) for one, two in bridges]
    pairs += {(min(ends), max(ends)) for ends in joined}  # a bridge may be listed twice
    for i, j in pairs:
        near[i].append(j)
        near[j].append(i)
        masks[i] |= 1 << j
        masks[j] |= 1 << i
    return near, masks


def set_bits(mask: int) -> Iterator[int]:
    """Yield the numbers of a mask's set bits, lowest first.

    >>> list(set_bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1)
def default_board() -> Board:
    """Return the board `house-1`: a reconstruction, since no rulebook text gives the printed
    layout.
    """
    path = files("games.goryo").joinpath("data", f"{DEFAULT_BOARD}.json")
    return Board(json.loads(path.read_text(encoding="utf-8")))
