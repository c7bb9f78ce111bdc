"""From games to matrices: parameters, the rows of sides, and the prior (spec 1 and 2).

Parameters in order: for each named player the strengths `s` in the blocks of days with games, then
the deviations `d` of the sides played; one value for each nameless seat; then the *common* ones:
`g` for each set of sides, `a` for each ruleset and side, and the boards' deviations `e`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .games import Game, in_order, ruleset_of
from .lineups import Ints, Lineups, lineups_of
from .ties import ranks_of, terms_of

Array = NDArray[np.float64]
Shares = dict[str, dict[tuple[str, ...], dict[str, float]]]
"""For each player and set of sides the share of the player's games on each side."""
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
    shares: Shares
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
    lineups = lineups_of(games)
    sets = lineups.sets()
    shares, games_by_set = _shares(lineups, sets)
    blocks = np.array([block_of(game.day, last_day) for game in games], dtype=np.int64)
    parameters, strengths = _parameters(lineups, sets, shares, blocks)
    rows = _rows(lineups, sets, shares, parameters, strengths)
    linear, terms, pairs = _terms(games, lineups.first_row, rows)
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
    lineups: Lineups, sets: dict[str, tuple[str, ...]]
) -> tuple[Shares, dict[str, Counter[tuple[str, ...]]]]:
    """Return the shares, and for each player the number of games by set of sides."""
    of_group = [sets[group] for group in lineups.groups]
    different = sorted(set(of_group))
    set_of_group = np.array([different.index(names) for names in of_group], dtype=np.int64)
    named = lineups.is_named
    row = lineups.row[named]
    key = lineups.player[named] * len(different) + set_of_group[lineups.group[lineups.game[row]]]
    keys, counts = np.unique(key * len(lineups.sides) + lineups.side[row], return_counts=True)
    shares: Shares = {player: {} for player in lineups.players}
    numbers = {player: Counter[tuple[str, ...]]() for player in lineups.players}
    player_sets, sides = lineups.split(keys)
    for key, side, n in zip(player_sets.tolist(), sides.tolist(), counts.tolist(), strict=True):
        player, names = lineups.players[key // len(different)], different[key % len(different)]
        shares[player].setdefault(names, {})[lineups.sides[side]] = n
        numbers[player][names] += n
    for player, by_set in shares.items():
        for names, of_set in by_set.items():
            for side_name in of_set:
                of_set[side_name] /= numbers[player][names]
    return shares, numbers


def _parameters(
    lineups: Lineups, sets: dict[str, tuple[str, ...]], shares: Shares, blocks: Ints
) -> tuple[Parameters, Ints]:
    """Return the parameters, and the column of the strength of each member of a side."""
    named = lineups.is_named
    oldest = int(blocks.max(initial=0))
    age = oldest - blocks[lineups.game[lineups.row[named]]]
    span = int(age.max(initial=0)) + 1
    keys, node = np.unique(lineups.player[named] * span + age, return_inverse=True)
    owner = keys // span
    parameters = Parameters()
    starts = np.zeros(len(lineups.players), dtype=np.int64)
    for number, name in enumerate(lineups.players):
        first, end = np.searchsorted(owner, (number, number + 1))
        parameters.blocks[name] = (oldest - keys[first:end] % span).tolist()
        starts[number] = parameters.start[name] = parameters.n
        parameters.n += int(end - first)
        for side_name in sorted({side for of_set in shares[name].values() for side in of_set}):
            parameters.roles[name, side_name] = parameters.add()
    strengths = np.empty(len(named), dtype=np.int64)
    within = np.arange(len(keys)) - np.searchsorted(owner, owner)
    strengths[named] = (starts[owner] + within)[node]
    parameters.nameless = [parameters.add() for _ in range(int((~named).sum()))]
    strengths[~named] = parameters.nameless
    parameters.first_common = parameters.n
    _add_common(parameters, sets)
    return parameters, strengths


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


def _rows(
    lineups: Lineups,
    sets: dict[str, tuple[str, ...]],
    shares: Shares,
    parameters: Parameters,
    strengths: Ints,
) -> sparse.csr_array:
    """Return the matrix with one row per side of a game: eta as a function of the parameters."""
    group = lineups.group[lineups.game]
    everywhere = np.arange(len(lineups.side))
    parts: list[tuple[Ints, Ints, Array]] = []
    for seat_columns in _seat_columns(lineups, sets, parameters):
        of_seat = seat_columns[group, lineups.side]
        has = of_seat >= 0
        parts.append((everywhere[has], of_seat[has], np.ones(int(has.sum()))))
    weight = 1 / lineups.size[lineups.row]
    parts.append((lineups.row, strengths, weight))
    named = lineups.is_named
    row, player, weight = lineups.row[named], lineups.player[named], weight[named]
    roles = np.zeros((len(lineups.players), len(lineups.sides)), dtype=np.int64)
    side_number = {side: n for n, side in enumerate(lineups.sides)}
    player_number = {name: n for n, name in enumerate(lineups.players)}
    for (name, side), column in parameters.roles.items():
        roles[player_number[name], side_number[side]] = column
    parts.append((row, roles[player, lineups.side[row]], weight))
    for names in sorted(set(sets.values())):
        in_set = np.array([sets[each] == names for each in lineups.groups])[group[row]]
        of_player = np.full((len(lineups.players), len(names)), -1 / len(names))
        for name, by_set in shares.items():
            for side, share in by_set.get(names, {}).items():
                of_player[player_number[name], names.index(side)] += share
        for n, side in enumerate(names):
            choice = np.full(int(in_set.sum()), parameters.choice[names, side])
            parts.append((row[in_set], choice, of_player[player[in_set], n] * weight[in_set]))
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    shape = (len(everywhere), parameters.n)
    return sparse.csr_array(sparse.coo_array((values, (rows, columns)), shape=shape))


def _seat_columns(
    lineups: Lineups, sets: dict[str, tuple[str, ...]], parameters: Parameters
) -> tuple[Ints, Ints]:
    """Return the columns of the effects of rulesets and of boards, by group and side; −1 where
    there is none.
    """
    of_ruleset = np.full((len(lineups.groups), len(lineups.sides)), -1, dtype=np.int64)
    of_board = of_ruleset.copy()
    for n, group in enumerate(lineups.groups):
        for name in sets[group]:
            side = lineups.sides.index(name)
            of_ruleset[n, side] = parameters.seat[ruleset_of(group), name]
            of_board[n, side] = parameters.board.get((group, name), -1)
    return of_ruleset, of_board


def _terms(
    games: Sequence[Game], starts: Ints, rows: sparse.csr_array
) -> tuple[Array, list[Terms], sparse.csr_array]:
    """Return the coefficients of rows, the terms by size, and the differences of pairs of rows."""
    patterns: dict[tuple[int, ...], list[int]] = defaultdict(list)
    pair_starts = np.cumsum([0, *(comb(len(game.sides), 2) for game in games)])
    for number, game in enumerate(games):
        patterns[ranks_of(tuple([side.place or 0.0 for side in game.sides]))].append(number)
    linear = np.zeros(rows.shape[0])
    firsts, seconds = np.zeros((2, pair_starts[-1]), dtype=np.int64)
    by_size: dict[int, list[tuple[Ints, Array, Ints]]] = defaultdict(list)
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
