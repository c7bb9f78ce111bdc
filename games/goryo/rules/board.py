"""A board of Goryō: data turned into indices and bit masks.

Spaces are numbered in the order of their names, so a mask read from the lowest bit up gives sorted
names. A mask is an int with bit `i` set for space (or object type) number `i`.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.core.codec import canonical_json, sha256_hex

HOUSE_BOARD = "house-1"


class Trail(NamedTuple):
    """Move cubes and a target as a set: the mask of their spaces, the target, and how many routes
    cover just these.
    """

    mask: int
    target: int
    ways: int


class Board:
    """An immutable board. Made by `board_file.read_board`, which checks the data first; compares
    by its data.
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
        near = _near(index, self.room_of, data["bridges"])
        self.near = tuple([tuple(sorted(others)) for others in near])
        self.near_mask = tuple([sum([1 << j for j in others]) for others in near])
        self.samurai = tuple(index[data["samurai"][c]] for c in ("green", "red", "blue", "purple"))
        self.gong_last: int = data["gong"]["spaces"] - 1
        self.bags = tuple(sorted({bag for bag in data["gong"]["bags"] if bag > 0}))
        self.all_types = (1 << len(self.types)) - 1
        self._trails: dict[tuple[int, int], tuple[Trail, ...]] = {}
        self._digest = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the board's canonical data, in hex: what tells boards apart."""
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
        """Where the board comes from: `house` for a board that this house ships, else `user`,
        whatever its data say; nobody can check a claim that it is the printed one.
        """
        return "house" if self is house_board() or self == house_board() else "user"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self is other or self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Board {self.id}>"

    def reach(self, start: int) -> int:
        """All spaces that can be reached from one, as a mask."""
        seen, edge = 0, 1 << start
        while edge:
            seen |= edge
            grown = 0
            for i in bits(edge):
                grown |= self.near_mask[i]
            edge = grown & ~seen
        return seen

    def spaces(self, mask: int) -> list[str]:
        """The names of a mask's spaces, sorted."""
        return [self.names[i] for i in bits(mask)]

    def trails(self, start: int, cubes: int) -> tuple[Trail, ...]:
        """All routes of `cubes` move cubes from a space with a target after them, by 4.1 to 4.3
        alone; orders of the same cubes with the same target are counted, not listed.
        """
        found = self._trails.get((start, cubes))
        if found is None:
            ends = {(1 << start, start): 1}
            for _ in range(cubes):
                ends = self._longer(ends)
            found = tuple(Trail(mask, target, ways) for (mask, target), ways in ends.items())
            self._trails[start, cubes] = found
        return found

    def _longer(self, ends: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Ways to have covered a set of spaces and stand on one of them, a step on."""
        longer: dict[tuple[int, int], int] = {}
        for (mask, at), ways in ends.items():
            for j in self.near[at]:
                if not mask >> j & 1:
                    key = (mask | 1 << j, j)
                    longer[key] = longer.get(key, 0) + ways
        return longer


NEXT_SPACES = {
    f"{column}{row}": (f"{chr(ord(column) + 1)}{row}", f"{column}{row + 1}")
    for column in "abcdefghijklmnopqrstuvwxyz"
    for row in range(1, 100)
}
"""Every name a space can have (a column letter and a row), with the names to its right and above
it.
"""


def _near(index: Mapping[str, int], room_of: tuple[str, ...], bridges: Any) -> list[set[int]]:
    """For each space the numbers of those adjacent to it (2.2)."""
    near: list[set[int]] = [set() for _ in room_of]
    for name, i in index.items():
        for other in NEXT_SPACES[name]:
            j = index.get(other)
            if j is not None and room_of[i] == room_of[j]:
                near[i].add(j)
                near[j].add(i)
    for one, two in bridges:
        near[index[one]].add(index[two])
        near[index[two]].add(index[one])
    return near


def bits(mask: int) -> Iterator[int]:
    """The numbers of a mask's set bits, from the lowest.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1)
def house_board() -> Board:
    """The board `house-1`: a reconstruction, since the printed layout is in none of the
    rulebooks' texts.
    """
    path = files("games.goryo").joinpath("data", f"{HOUSE_BOARD}.json")
    return Board(json.loads(path.read_text(encoding="utf-8")))
