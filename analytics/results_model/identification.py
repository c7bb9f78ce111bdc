"""How much information a group has on its seats after adjusting for players (spec 3.3, 3.4)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import cg

from .design import Array
from .games import MIN_EFFECTIVE, MIN_PLAYERS, Game

_DENSE_PLAYERS, _NOTHING = 400, 1e-9


class Evidence(NamedTuple):
    """The numbers that decide whether a group is identified."""

    games: int
    players: int
    players_on_several_sides: int
    effective_games: float

    @property
    def reason(self) -> str | None:
        """Why the effects of seats can't be separated from those of players; None if they can."""
        if self.players_on_several_sides < MIN_PLAYERS:
            return "few_players_on_several_sides"
        if self.effective_games < MIN_EFFECTIVE:
            return "few_effective_games"
        return None


def evidence(games: Sequence[Game], names: Sequence[str]) -> Evidence:
    """Return the evidence of the games of one group, with these sides."""
    sides_of: dict[str, set[str]] = {}
    for game in games:
        for side in game.sides:
            for player in side.members:
                if player:
                    sides_of.setdefault(player, set()).add(side.name)
    several = sum(len(sides) > 1 for sides in sides_of.values())
    effective = min((_effective(games, names, sorted(sides_of))), default=0.0)
    return Evidence(len(games), len(sides_of), several, effective)


def _effective(games: Sequence[Game], names: Sequence[str], players: list[str]) -> list[float]:
    """Return n (1 − R²) of each side: its indicator regressed on the players' columns, both centred
    in each game.
    """
    players_x, sides_x = _centred(games, names, players)
    inner = (players_x.T @ players_x).tocsr()
    cross = (players_x.T @ sides_x).toarray()
    totals = np.asarray(sides_x.multiply(sides_x).sum(axis=0)).ravel()
    solved = _solve(inner, cross)
    explained = np.einsum("ij,ij->j", cross, solved)
    played = Counter(side.name for game in games for side in game.sides)
    effective = []
    for name, part, total in zip(names, explained, totals, strict=True):
        left = 1 - float(part) / float(total) if total > 0 else 0.0
        effective.append(played[name] * left if left > _NOTHING else 0.0)
    return effective


def _centred(
    games: Sequence[Game], names: Sequence[str], players: list[str]
) -> tuple[sparse.csr_array, sparse.csr_array]:
    column = {name: n for n, name in enumerate(players)}
    side_column = {name: n for n, name in enumerate(names)}
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    side_rows: list[int] = []
    side_columns: list[int] = []
    side_values: list[float] = []
    first = 0
    for game in games:
        k = len(game.sides)
        for number, side in enumerate(game.sides):
            for row in range(k):
                centred = float(row == number) - 1 / k
                side_rows.append(first + row)
                side_columns.append(side_column[side.name])
                side_values.append(centred)
                for player in side.members:
                    if player:
                        rows.append(first + row)
                        columns.append(column[player])
                        values.append(centred / len(side.members))
        first += k
    return (
        sparse.csr_array((values, (rows, columns)), shape=(first, len(players))),
        sparse.csr_array((side_values, (side_rows, side_columns)), shape=(first, len(names))),
    )


def _solve(inner: sparse.csr_array, cross: Array) -> Array:
    """Return a solution of the normal equations, which may be singular."""
    n = inner.shape[0]
    if n <= _DENSE_PLAYERS:
        values, vectors = np.linalg.eigh(inner.toarray()) if n else (np.zeros(0), np.zeros((0, 0)))
        positive = values > 1e-9 * max(1e-12, float(values.max(initial=0.0)))
        projected = vectors[:, positive].T @ cross
        return np.asarray(vectors[:, positive] @ (projected / values[positive][:, None]))
    columns = [cg(inner, column, rtol=1e-9, maxiter=4 * n)[0] for column in cross.T]
    return np.array(columns).T
