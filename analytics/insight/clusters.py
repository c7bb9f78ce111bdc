"""How many people a rate or mean rests on, and its interval with players as clusters
(model.md, section 7). Pure, from what each game adds, its players and its uploader.

A rate or mean is `sum of totals / sum of sizes` over games. Games that share a player are not
independent. So its variance adds up the products of the residuals of all pairs of games with a
common player (A. C. Cameron, J. B. Gelbach, D. L. Miller, Journal of Business & Economic Statistics
29, 2011, p. 238): players once, minus pairs of players, plus triples, minus fours.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .means import t_975
from .people import BOOTSTRAP_BELOW, MIN_CLUSTERS, NO_INTERVAL, Capped, Interval, People

DRAWS, SEED = 2000, 20261129
_MAX_STORED = 2_000_000
"""Weights in memory at once."""
Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


class Subsets(NamedTuple):
    """The subsets of one size of the games' players: for each game and subset, the game and the
    subset's number; and how many there are.
    """

    games: Indices
    codes: Indices
    size: int

    def sums(self, values: Numbers) -> Numbers:
        """Return the sum of the games' values for each subset."""
        return np.bincount(self.codes, values[self.games], self.size).astype(np.float64)


@dataclass(frozen=True)
class Players:
    """Who played some games: for each game the numbers of its named players, how many unnamed seats
    it has, and the number of its uploader. Many numbers of the same games share it.
    """

    named: Sequence[tuple[int, ...]]
    unnamed: Sequence[int]
    uploaders: Sequence[int]

    @cached_property
    def members(self) -> list[tuple[int, ...]]:
        """The players of each game, without repetition: an unnamed seat is a new player."""
        following, members = self.first_unnamed, []
        for named, unnamed in zip(self.named, self.unnamed, strict=True):
            members.append((*sorted(set(named)), *range(following, following + unnamed)))
            following += unnamed
        return members

    @cached_property
    def first_unnamed(self) -> int:
        """The number of the first unnamed player; those of named ones are lower."""
        return 1 + max((player for game in self.named for player in game), default=-1)

    @cached_property
    def subsets(self) -> list[Subsets]:
        """The subsets of each size from 1 to the largest number of players of a game."""
        largest = max(map(len, self.members), default=0)
        return [self._subsets(size) for size in range(1, largest + 1)]

    def _subsets(self, size: int) -> Subsets:
        games, columns = [], []
        by_size: dict[int, list[int]] = {}
        for game, members in enumerate(self.members):
            by_size.setdefault(len(members), []).append(game)
        for n, numbers in by_size.items():
            players = np.array([self.members[game] for game in numbers], dtype=np.int64)
            for chosen in combinations(range(n), size):
                games.append(np.array(numbers, dtype=np.int64))
                columns.append(players[:, chosen])
        table = np.concatenate(columns)
        codes = table[:, 0]
        n_codes = int(codes.max()) + 1
        for column in table.T[1:]:
            keys = codes * (int(column.max()) + 1) + column  # below games × players: no overflow
            distinct, codes = np.unique(keys, return_inverse=True)
            n_codes = len(distinct)
        return Subsets(np.concatenate(games), codes, n_codes)

    def in_seats(self, names: Sequence[Sequence[Hashable]]) -> Subsets:
        """Return the players that have some of each game's seats, by name or another key."""
        codes: dict[Hashable, int] = {}
        pairs = [
            (game, codes.setdefault(name, len(codes)))
            for game, its in enumerate(names)
            for name in dict.fromkeys(its)
        ]
        games, numbers = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return Subsets(games, numbers, len(codes))

    @cached_property
    def crews(self) -> tuple[Indices, list[tuple[int, ...]]]:
        """For each game the number of its set of players, and the sets."""
        sets: dict[tuple[int, ...], int] = {}
        numbers = [sets.setdefault(members, len(sets)) for members in self.members]
        return np.array(numbers, dtype=np.int64), list(sets)

    def weights(self, used: tuple[int, ...]) -> Numbers:
        """Return the weights of some sets of players in all draws. Those of the last call are
        stored: the numbers of a table mostly rest on the same players.
        """
        stored = self.last_weights.get(used)
        if stored is None:
            stored = np.vstack(list(_draws([self.crews[1][crew] for crew in used])))
            self.last_weights.clear()
            self.last_weights[used] = stored
        return stored

    @cached_property
    def last_weights(self) -> dict[tuple[int, ...], Numbers]:
        """The sets of players of the last bootstrap, and their weights."""
        return {}

    @cached_property
    def uploader_codes(self) -> Indices:
        """The uploaders as an array."""
        return np.array(self.uploaders, dtype=np.int64)


def people_of(
    players: Players,
    totals: Numbers,
    sizes: Numbers,
    own: Subsets | None = None,
    cap: float = 0.0,
) -> People | None:
    """Return the people of a number that games add `totals` of `sizes` to; None without any.

    `own` are the players whose own values are averaged, game by game; by default all of a game.
    `cap` is the largest share of the weight that an uploader may have; 0: any.
    """
    counted = sizes > 0
    games = int(counted.sum())
    if not games:
        return None
    singles = players.subsets[0]
    by_player = singles.sums(counted.astype(float))
    active = np.flatnonzero(by_player)
    trials = singles.sums(sizes)[active]
    by_uploader = np.bincount(players.uploader_codes[counted])
    named = int((active < players.first_unnamed).sum())
    return People(
        games=games,
        players=named,
        unnamed=len(active) - named,
        effective=effective_number(trials),
        largest=float(by_player.max() / games),
        uploaders=int((by_uploader > 0).sum()),
        largest_uploader=float(by_uploader.max() / games),
        without_pair=without_pair(players, totals, sizes),
        by_player=mean_by_player(own or singles, totals, sizes),
        interval=cluster_interval(players, totals, sizes),
        capped=capped_of(players, totals, sizes, cap),
    )


def capped_of(
    players: Players, totals: Numbers, sizes: Numbers, cap: float, *, has_interval: bool = True
) -> Capped | None:
    """Return the value with the weight of uploaders capped; None where that changes nothing.

    Without `has_interval` the interval of players, which takes most of the time, is omitted.
    """
    counted = sizes > 0
    games = np.bincount(
        players.uploader_codes[counted], minlength=int(players.uploader_codes.max()) + 1
    )
    weights_of = uploader_weights(games.astype(np.float64), cap)
    if weights_of is None:
        return None
    weights = weights_of[players.uploader_codes] * counted
    totals, sizes = totals * weights, sizes * weights
    return Capped(
        float(totals.sum() / sizes.sum()),
        cluster_interval(players, totals, sizes) if has_interval else NO_INTERVAL,
        float(weights.sum() ** 2 / (weights**2).sum()),
        cap,
    )


def uploader_weights(games: Numbers, cap: float) -> Numbers | None:
    """Return the weight of a game of each uploader, so that no uploader has more than `cap` of all
    the weight; None if none has, or there are too few uploaders for that.
    """
    total, uploaders = float(games.sum()), int((games > 0).sum())
    if not cap or uploaders * cap <= 1 or games.max() <= cap * total:
        return None
    ranked = np.sort(games[games > 0])[::-1]
    for n_capped in range(1, len(ranked)):
        rest = float(ranked[n_capped:].sum())
        limit = cap * rest / (1 - n_capped * cap)
        if limit >= ranked[n_capped]:
            break
    return np.where(games > limit, limit / np.maximum(games, 1), 1.0)


def mean_by_player(own: Subsets, totals: Numbers, sizes: Numbers) -> float | None:
    """Return the mean over players of each one's own value."""
    n, total = own.sums(sizes), own.sums(totals)
    has_games = n > 0
    return float(np.mean(total[has_games] / n[has_games])) if has_games.any() else None


def without_pair(players: Players, totals: Numbers, sizes: Numbers) -> tuple[float, float] | None:
    """Return the lowest and the highest value without the games of any one pair of players; None
    where no pair is left.
    """
    if len(players.subsets) < 2:
        return None
    pairs = players.subsets[1]
    left_n = sizes.sum() - pairs.sums(sizes)
    left = totals.sum() - pairs.sums(totals)
    is_left = (left_n > 0) & (pairs.sums(sizes) > 0)
    if not is_left.any():
        return None
    values = left[is_left] / left_n[is_left]
    return float(values.min()), float(values.max())


def cluster_interval(players: Players, totals: Numbers, sizes: Numbers) -> Interval:
    """Return the 95 % interval of `totals / sizes` with players as clusters: a sandwich, or below
    `BOOTSTRAP_BELOW` players a bootstrap; the wider of the two if so few are effective.
    """
    active = players.subsets[0].sums(sizes)
    clusters = int((active > 0).sum())
    if clusters < MIN_CLUSTERS:
        return NO_INTERVAL
    value = float(totals.sum() / sizes.sum())
    residuals = totals - value * sizes
    if not np.abs(residuals).max() > 1e-12 * max(1.0, abs(value)):
        return NO_INTERVAL
    if clusters < BOOTSTRAP_BELOW:
        return _bootstrap(players, totals, sizes)
    variance = _shared_products(players, residuals) * clusters / (clusters - 1)
    half = t_975(clusters - 1) * sqrt(variance) / float(sizes.sum())
    sandwich = Interval(value - half, value + half)
    n_crews = len(np.unique(players.crews[0][sizes > 0]))
    if effective_number(active) >= BOOTSTRAP_BELOW or n_crews * DRAWS > _MAX_STORED:
        return sandwich
    # A few players with most of the games make the sandwich too narrow.
    return max(sandwich, _bootstrap(players, totals, sizes), key=lambda each: each.width)


def effective_number(trials: Numbers) -> float:
    """Return the effective number of players with these numbers of observations."""
    return float(trials.sum() ** 2 / (trials**2).sum())


def _shared_products(players: Players, residuals: Numbers) -> float:
    """Return the sum of the products of the residuals of all games that share a player. It can be
    negative by chance: at least the sum of the games' own squares is returned.
    """
    total, sign = 0.0, 1
    for subsets in players.subsets:
        total += sign * float((subsets.sums(residuals) ** 2).sum())
        sign = -sign
    alone = [game for game, members in enumerate(players.members) if not members]
    total += float((residuals[alone] ** 2).sum())
    return max(total, float((residuals**2).sum()))


def _bootstrap(players: Players, totals: Numbers, sizes: Numbers) -> Interval:
    """Return the percentile interval over draws of players with replacement. A game weighs the
    product of how often its players are drawn.
    """
    crew_of, crews = players.crews
    by_crew = np.bincount(crew_of, sizes, len(crews))
    used = tuple(np.flatnonzero(by_crew).tolist())
    sums = np.stack([by_crew, np.bincount(crew_of, totals, len(crews))], axis=1)[list(used)]
    if len(used) * DRAWS <= _MAX_STORED:
        n, total = (players.weights(used) @ sums).T
    else:
        blocks = [weights @ sums for weights in _draws([crews[crew] for crew in used])]
        n, total = np.vstack(blocks).T
    values = total[n > 0] / n[n > 0]
    if not len(values):
        return NO_INTERVAL
    low, high = np.quantile(values, (0.025, 0.975))
    return Interval(float(low), float(high))


def _draws(crews: Sequence[tuple[int, ...]]) -> Iterator[Numbers]:
    """Yield how much each set of players weighs in each draw, in blocks of draws: a row each."""
    drawn = sorted({player for crew in crews for player in crew})
    position = {player: number for number, player in enumerate(drawn)}
    chance = np.random.default_rng(SEED)
    times = chance.multinomial(len(drawn), [1 / len(drawn)] * len(drawn), DRAWS).astype(np.float64)
    times = np.hstack([times, np.ones((DRAWS, 1))])  # the last column fills smaller sets
    table = np.full((len(crews), max(map(len, crews))), len(drawn))
    for number, crew in enumerate(crews):
        table[number, : len(crew)] = [position[player] for player in crew]
    step = max(1, _MAX_STORED // len(crews))
    for start in range(0, DRAWS, step):
        block = times[start : start + step]
        weights = block[:, table[:, 0]]
        for column in table.T[1:]:
            weights = weights * block[:, column]
        yield weights


def number_players(
    games: Iterable[tuple[Iterable[str], int, str]],
) -> Players:
    """Return the players of games, given as (names, unnamed seats, uploader). An empty uploader is
    unknown, and different from all others.
    """
    names: dict[str, int] = {}
    uploaders: dict[str, int] = {}
    named, unnamed, sent = [], [], []
    for number, (players, blanks, uploader) in enumerate(games):
        named.append(tuple(names.setdefault(name, len(names)) for name in players))
        unnamed.append(blanks)
        sent.append(uploaders.setdefault(uploader or f"game {number}", len(uploaders)))
    return Players(named, unnamed, sent)
