"""The board (rules page 2.1, 2.2, 2.5): 30 spaces and their site types."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.core.codec import canonical_json, sha256_hex
from games.kyoto.rules.components import HQ, NEUTRAL, ONIWABAN, OTHER, SIDES

DEFAULT_BOARD_ID = "kyoto-recon-1"
COLUMNS, ROWS = "abcde", "123456"
SPACES = tuple(column + row for column in COLUMNS for row in ROWS)
"""Sorted by name."""
SPACE_SET = frozenset(SPACES)
HOME_ROW = {ONIWABAN: 1, OTHER[ONIWABAN]: 6}
GOAL_ROW = {side: HOME_ROW[OTHER[side]] for side in SIDES}
FORWARD = {ONIWABAN: 1, OTHER[ONIWABAN]: -1}
"""What one space forward adds to the row (2.2)."""


def row(space: str) -> int:
    """Return the row of a space, counted from 1."""
    return int(space[1])


GOAL_SPACES = {side: frozenset(s for s in SPACES if row(s) == GOAL_ROW[side]) for side in SIDES}


def column(space: str) -> int:
    """Return the column of a space, counted from 0."""
    return ord(space[0]) - ord("a")


def shift(space: str, columns: int, rows: int) -> str | None:
    """Return the space so many columns to the right and rows up, or None outside the board.

    >>> shift("b2", 1, 1), shift("a1", -1, 0)
    ('c3', None)
    """
    name = chr(ord(space[0]) + columns) + chr(ord(space[1]) + rows)
    return name if name in SPACE_SET else None


def vector(origin: str, to: str) -> tuple[int, int]:
    """Return the distance between two spaces: columns to the right, rows up."""
    return column(to) - column(origin), row(to) - row(origin)


class Board:
    """A board as the log-format page describes it, from checked data."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.id: str = data["id"]
        name = data.get("name")
        self.name: str = name if isinstance(name, str) and name else self.id
        self.digest = sha256_hex(canonical_json(data))
        self.types: dict[str, str] = {space: data["spaces"][space] for space in SPACES}
        self.starts = {side: tuple(sorted(data["starts"][side])) for side in SIDES}
        self.territory = {side: frozenset(data["territory"][side]) for side in SIDES}
        self.targets: dict[tuple[str, str, str, bool], frozenset[str]] = {}
        """What `moves.open_targets` has computed."""
        self.push_targets: dict[tuple[str, str], tuple[str, ...]] = {}
        self.spring_targets: dict[tuple[str, str], tuple[str, ...]] = {}
        """What `moves.pushes` and `moves.spring_targets` have computed."""

    @property
    def provenance(self) -> str:
        """Return `house` for the default board, else `user`, whatever the data claims."""
        return "house" if self.digest == default_board().digest else "user"

    def is_enemy_hq(self, side: str, space: str) -> bool:
        """Return whether a space is a headquarters of the other side."""
        return self.types[space] == HQ[OTHER[side]]

    def is_neutral_of(self, side: str, space: str) -> bool:
        """Return whether a space is neutral and in a side's territory (9.5)."""
        return self.types[space] == NEUTRAL and row(space) in self.territory[side]


@cache
def default_board() -> Board:
    """Return the reconstruction of the printed board (2.5)."""
    source = files("games.kyoto").joinpath("data", "recon-1.json")
    return Board(json.loads(source.read_text(encoding="utf-8")))
