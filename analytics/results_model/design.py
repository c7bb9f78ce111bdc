"""From games to matrices: parameters, the rows of sides, and the prior (spec 1 and 2).

Parameters in order: for each named player the strengths `s` in the blocks of days with games, then
the deviations `d` of the sides played; one value for each nameless seat; then the *common* ones:
`g` for each set of sides, `a` for each ruleset and side, and the boards' deviations `e`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .games import Game, in_order, ruleset_of, side_sets
from .ties import ranks_of, terms_of

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
BLOCK_DAYS = 60
YEAR = 365.25
PRIOR_A, PRIOR_G = 10.0, 5.0
"""Standard deviations of the priors of seat effects and of the term for seat choice (spec 2.4)."""


@dataclass(slots=True)
class Parameters:
    """The columns of all parameters, and what is known of each player."""

    start: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, list[int]] = field(default_factory=dict)
    """The blocks of a player with games, oldest first, counted back from the last one."""
    roles: dict[tuple[str, str], int] = field(default_factory=dict)
    nameless: list[int] = field(default_factory=list)
    choice: dict[tuple[tuple[str, ...], str], int] = field(default_factory=dict)
    seat: dict[tuple[str, str], int] = field(default_factory=dict)
    board: dict[tuple[str, str], int] = field(default_factory=dict)
    first_common: int = 0
    n: int = 0

    def add(self) -> int:
        """Return the column of one more parameter."""
        self.n += 1
        return self.n - 1


@dataclass(slots=True)
class Terms:
    """The log-sum-exp terms over the same number of sides: rows of sides, weights, and for each
    pair of sides of a term the number of the pair in `Design.pairs`.
    """

    sides: Ints
    weights: Array
    pairs: Ints
    columns: list[tuple[int, int]]


@dataclass(slots=True)
class Prior:
    """What the prior precision is made of."""

    first: Ints
    edges: Ints
    years: Array
    roles: Ints
    nameless: Ints
    boards: Ints
    fixed: Array


@dataclass(slots=True)
class Design:
    """The matrices of a pool's fitted games."""

    games: list[Game]
    last_day: int
    sets: dict[str, tuple[str, ...]]
    shares: dict[str, dict[tuple[str, ...], dict[str, float]]]
    games_by_set: dict[str, Counter[tuple[str, ...]]]
    parameters: Parameters
    rows: sparse.csr_array
    linear: Array
    terms: list[Terms]
    pairs: sparse.csr_array
    prior: Prior

    def block(self, day: int | None) -> int:
        """Return the number of a day's block, counted back from the last one."""
        return block_of(day, self.last_day)

    def choice_value(self, player: str, group_sides: tuple[str, ...], side: str) -> float:
        """Return x − 1/K of a player and a side; 0 for a nameless or new player."""
        shares = self.shares.get(player, {}).get(group_sides)
        return shares.get(side, 0.0) - 1 / len(group_sides) if shares else 0.0


def build(games: Sequence[Game], last_day: int | None = None) -> Design:
    """Return the design of a pool's decided games. `last_day` replaces the last day of the blocks,
    from which they are counted back.
    """
    games = in_order(games)
    if last_day is None:
        last_day = _last_day([game.day for game in games if game.day is not None])
    sets = side_sets(games)
    shares, games_by_set = _shares(games, sets)
    parameters, nameless = _parameters(games, sets, shares, last_day)
    rows, row_of = _rows(games, sets, shares, parameters, nameless, last_day)
    linear, terms, pairs = _terms(games, row_of, rows)
    prior = _prior(parameters)
    return Design(
        games, last_day, sets, shares, games_by_set, parameters, rows, linear, terms, pairs, prior
    )


def block_of(day: int | None, last_day: int) -> int:
    """Return the number of a day's block, counted back from the last one; without a date the last
    one.
    """
    return 0 if day is None else (last_day - day) // BLOCK_DAYS


def _last_day(days: Sequence[int]) -> int:
    """Return the last day of the last block. Blocks start at the first date, so that their borders
    stay where they are when games of later days arrive.
    """
    if not days:
        return 0
    first = min(days)
    return first + BLOCK_DAYS * ((max(days) - first) // BLOCK_DAYS + 1) - 1


def _shares(
    games: Sequence[Game], sets: dict[str, tuple[str, ...]]
) -> tuple[dict[str, dict[tuple[str, ...], dict[str, float]]], dict[str, Counter[tuple[str, ...]]]]:
    """Return for each player and set of sides the share of games on each side, and their number."""
    numbers: dict[str, Counter[tuple[str, ...]]] = {}
    counts: dict[str, dict[tuple[str, ...], dict[str, float]]] = {}
    for game in games:
        for side in game.sides:
            for name in side.members:
                if name:
                    of_set = counts.setdefault(name, {}).setdefault(sets[game.group], {})
                    of_set[side.name] = of_set.get(side.name, 0) + 1
    for player, by_set in counts.items():
        numbers[player] = Counter()
        for names, of_set in by_set.items():
            total = sum(of_set.values())
            numbers[player][names] = int(total)
            for side_name in of_set:
                of_set[side_name] /= total
    return counts, numbers


def _parameters(
    games: Sequence[Game],
    sets: dict[str, tuple[str, ...]],
    shares: dict[str, dict[tuple[str, ...], dict[str, float]]],
    last_day: int,
) -> tuple[Parameters, int]:
    """Return the parameters, and the first column of nameless seats."""
    blocks: dict[str, set[int]] = defaultdict(set)
    nameless = 0
    for game in games:
        block = block_of(game.day, last_day)
        for side in game.sides:
            for name in side.members:
                if name:
                    blocks[name].add(block)
                else:
                    nameless += 1
    parameters = Parameters()
    for name in sorted(blocks):
        parameters.blocks[name] = sorted(blocks[name], reverse=True)
        parameters.start[name] = parameters.n
        parameters.n += len(blocks[name])
        for side_name in sorted({side for of_set in shares[name].values() for side in of_set}):
            parameters.roles[name, side_name] = parameters.add()
    first_nameless = parameters.n
    parameters.nameless = [parameters.add() for _ in range(nameless)]
    parameters.first_common = parameters.n
    _add_common(parameters, sets)
    return parameters, first_nameless


def _add_common(parameters: Parameters, sets: dict[str, tuple[str, ...]]) -> None:
    for names in sorted(set(sets.values())):
        for name in names:
            parameters.choice[names, name] = parameters.add()
    boards: dict[str, list[str]] = {}
    for group in sets:
        boards.setdefault(ruleset_of(group), []).append(group)
    for ruleset, groups in sorted(boards.items()):
        for name in sorted({name for group in groups for name in sets[group]}):
            parameters.seat[ruleset, name] = parameters.add()
        if len(groups) > 1:
            for group in groups:
                for name in sets[group]:
                    parameters.board[group, name] = parameters.add()


def _seat_columns(
    sets: dict[str, tuple[str, ...]], parameters: Parameters
) -> dict[tuple[str, str], list[int]]:
    """Return the columns of the seat effect of each group and side."""
    columns = {}
    for group, names in sets.items():
        for name in names:
            columns[group, name] = [parameters.seat[ruleset_of(group), name]]
            if (group, name) in parameters.board:
                columns[group, name].append(parameters.board[group, name])
    return columns


Entries = tuple[list[int], list[float]]
"""Columns and values."""


def _member_columns(
    shares: dict[str, dict[tuple[str, ...], dict[str, float]]], parameters: Parameters
) -> Callable[[str, str, tuple[str, ...]], Entries]:
    """Return a function of a player, a side and its set of sides that returns the entries of d and
    of the term for seat choice.
    """

    @cache
    def entries(name: str, side: str, names: tuple[str, ...]) -> Entries:
        of_set = shares[name][names]
        columns = [parameters.roles[name, side]]
        columns += [parameters.choice[names, each] for each in names]
        return columns, [1.0, *(of_set.get(each, 0.0) - 1 / len(names) for each in names)]

    return entries


def _rows(
    games: Sequence[Game],
    sets: dict[str, tuple[str, ...]],
    shares: dict[str, dict[tuple[str, ...], dict[str, float]]],
    parameters: Parameters,
    nameless: int,
    last_day: int,
) -> tuple[sparse.csr_array, list[int]]:
    """Return the matrix with one row per side of a game, and the first row of each game."""
    columns: list[int] = []
    values: list[float] = []
    ends = [0]
    first_rows = []
    node = {
        name: {block: parameters.start[name] + n for n, block in enumerate(blocks)}
        for name, blocks in parameters.blocks.items()
    }
    of_member = _member_columns(shares, parameters)
    seats = _seat_columns(sets, parameters)
    for game in games:
        first_rows.append(len(ends) - 1)
        names, block = sets[game.group], block_of(game.day, last_day)
        for side in game.sides:
            of_seat = seats[game.group, side.name]
            columns += of_seat
            values += [1.0] * len(of_seat)
            weight = 1 / len(side.members)
            for name in side.members:
                values.append(weight)
                if not name:
                    columns.append(nameless)
                    nameless += 1
                    continue
                columns.append(node[name][block])
                more, of_more = of_member(name, side.name, names)
                columns += more
                values += of_more if weight == 1 else [weight * value for value in of_more]
            ends.append(len(columns))
    matrix = sparse.csr_array(
        (np.array(values), np.array(columns, dtype=np.int64), np.array(ends, dtype=np.int64)),
        shape=(len(ends) - 1, parameters.n),
    )
    matrix.sum_duplicates()
    return matrix, first_rows


def _terms(
    games: Sequence[Game], first_rows: list[int], rows: sparse.csr_array
) -> tuple[Array, list[Terms], sparse.csr_array]:
    """Return the coefficients of rows, the terms by size, and the differences of pairs of rows."""
    patterns: dict[tuple[int, ...], list[int]] = defaultdict(list)
    pair_starts = np.cumsum([0, *(comb(len(game.sides), 2) for game in games)])
    for number, game in enumerate(games):
        patterns[ranks_of(tuple([side.place or 0.0 for side in game.sides]))].append(number)
    linear = np.zeros(rows.shape[0])
    firsts, seconds = np.zeros((2, pair_starts[-1]), dtype=np.int64)
    by_size: dict[int, list[tuple[Ints, Array, Ints]]] = defaultdict(list)
    starts = np.array(first_rows, dtype=np.int64)
    for ranks, numbers in sorted(patterns.items()):
        of_game, terms = terms_of(ranks)
        row, pair = starts[numbers], pair_starts[numbers]
        pairs = list(combinations(range(len(ranks)), 2))
        position = {each: n for n, each in enumerate(pairs)}
        for side, coefficient in enumerate(of_game):
            linear[row + side] = coefficient
        for n, (i, j) in enumerate(pairs):
            firsts[pair + n], seconds[pair + n] = row + i, row + j
        for weight, sides in terms:
            of_term = [position[each] for each in combinations(sides, 2)]
            by_size[len(sides)].append(
                (
                    row[:, None] + np.array(sides),
                    np.full(len(row), weight),
                    pair[:, None] + np.array(of_term, dtype=np.int64),
                )
            )
    sized = [
        Terms(
            np.concatenate([sides for sides, _, _ in of_size]),
            np.concatenate([weights for _, weights, _ in of_size]),
            np.concatenate([pairs for *_, pairs in of_size]),
            list(combinations(range(size), 2)),
        )
        for size, of_size in sorted(by_size.items())
    ]
    return linear, sized, sparse.csr_array(rows[firsts] - rows[seconds])


def _prior(parameters: Parameters) -> Prior:
    first, edges, years = [], [], []
    for name, blocks in parameters.blocks.items():
        start = parameters.start[name]
        first.append(start)
        for n in range(1, len(blocks)):
            edges.append(start + n)
            years.append((blocks[n - 1] - blocks[n]) * BLOCK_DAYS / YEAR)
    fixed = np.zeros(parameters.n)
    fixed[list(parameters.choice.values())] = PRIOR_G**-2
    fixed[list(parameters.seat.values())] = PRIOR_A**-2
    return Prior(
        np.array(first, dtype=np.int64),
        np.array(edges, dtype=np.int64),
        np.array(years),
        np.array(sorted(parameters.roles.values()), dtype=np.int64),
        np.array(parameters.nameless, dtype=np.int64),
        np.array(sorted(parameters.board.values()), dtype=np.int64),
        fixed,
    )
