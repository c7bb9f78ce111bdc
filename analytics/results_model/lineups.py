"""The sides and players of games as arrays of numbers, in the order of the games."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .games import Game

Ints = NDArray[np.int64]


class Lineups(NamedTuple):
    """Groups, sides and named players by number, in alphabetical order. Each side of a game is a
    row, numbered over all games, and each of its members an entry.
    """

    groups: list[str]
    sides: list[str]
    players: list[str]
    group: Ints
    """The group of each game."""
    first_row: Ints
    """The first row of each game."""
    game: Ints
    """The game of each row."""
    side: Ints
    """The side of each row."""
    size: Ints
    """The number of members of each row."""
    row: Ints
    """The row of each entry."""
    player: Ints
    """The player of each entry, −1 without a name."""

    @property
    def is_named(self) -> NDArray[np.bool_]:
        """Whether an entry has a name."""
        return self.player >= 0

    def sets(self) -> dict[str, tuple[str, ...]]:
        """Return the sides seen in each group, sorted."""
        seen = np.unique(self.group[self.game] * len(self.sides) + self.side)
        names: dict[str, list[str]] = {group: [] for group in self.groups}
        for group, side in zip(*(part.tolist() for part in self.split(seen)), strict=True):
            names[self.groups[group]].append(self.sides[side])
        return {group: tuple(of_group) for group, of_group in names.items()}

    def split(self, keys: Ints) -> tuple[Ints, Ints]:
        """Return what numbers `first · number of sides + side` are made of."""
        first, side = np.divmod(keys, len(self.sides))
        return first, side


def lineups_of(games: Sequence[Game]) -> Lineups:
    """Return the lineups of games."""
    sides = [side for game in games for side in game.sides]
    names = [name for side in sides for name in side.members]
    groups, group = _numbered([game.group for game in games])
    side_names, side = _numbered([each.name for each in sides])
    players, player = _numbered(names)
    if players and not players[0]:
        players, player = players[1:], player - 1
    sizes = np.array([len(game.sides) for game in games], dtype=np.int64)
    members = np.array([len(each.members) for each in sides], dtype=np.int64)
    return Lineups(
        groups,
        side_names,
        players,
        group,
        np.cumsum(sizes) - sizes,
        np.repeat(np.arange(len(games)), sizes),
        side,
        members,
        np.repeat(np.arange(len(sides)), members),
        player,
    )


def _numbered(names: Iterable[str]) -> tuple[list[str], Ints]:
    """Return the different names, sorted, and the number of each name."""
    names = list(names)
    ordered = sorted(set(names))
    number = {name: n for n, name in enumerate(ordered)}
    return ordered, np.array([number[name] for name in names], dtype=np.int64)
