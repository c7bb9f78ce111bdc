"""Simulated coverage of the 95 % intervals of survival, trends, cross-tables, cards and changes
between snapshots, by the functions that the pages use, for games of players who differ.

The truth of each difference is 0 over all players that there could be. `equal` players do not
differ; the others have a skill in each role with a standard deviation of 0.7 or 1.5 logits, or an
influence on the length of a game of half as much.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from analytics.insight.clusters import Numbers, Players, people_of
from analytics.insight.conclusions import Item, compared_items
from analytics.insight.differences import Compared
from analytics.insight.rest import contrasts, widened
from analytics.insight.strata import pooled_difference
from analytics.insight.survival import inflation_of, survival
from analytics.insight.wilson import rate

SEED = 20261130
WORLDS = {"equal": 0.0, "skilled": 0.7, "strong": 1.5}
SIZES = ((20, 200), (40, 400), (200, 1000))
"""Players and games."""
MONTHS = 6
CELLS = (0.4, 0.25, 0.15, 0.1, 0.06, 0.04)
"""The shares of the games of the cells of a cross-table."""
TURNS = 3
AFTER = 3
"""The round after which the share of games still going is covered or not."""
Rng = np.random.Generator


class Sample(NamedTuple):
    """Games of one world: their two players, and whether the first one won."""

    pairs: np.ndarray
    won: Numbers
    who: Players

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.won)


class Coverage(NamedTuple):
    """How many intervals contain the truth, of how many."""

    held: int
    n: int

    @property
    def share(self) -> float:
        """Their share."""
        return self.held / self.n if self.n else float("nan")


def sample(rng: Rng, sd: float, players: int, games: int) -> Sample:
    """Return games of random pairs of players."""
    skills = rng.normal(0, sd, (2, players))
    pairs = np.array([rng.choice(players, 2, replace=False) for _ in range(games)])
    edge = skills[0][pairs[:, 0]] - skills[1][pairs[:, 1]]
    won = (rng.random(games) < 1 / (1 + np.exp(-edge))).astype(float)
    named = [tuple(pair) for pair in pairs.tolist()]
    return Sample(pairs, won, Players(named, [0] * games, list(range(games))))


def item(of: Sample, is_in: np.ndarray, *, is_drawn: bool = True) -> Item:
    """Return the win rate of some games, with the wider interval or that of games."""
    plain = Item("", "", rate(int(of.won[is_in].sum()), int(is_in.sum())))
    if not is_drawn:
        return plain
    return plain.drawn(people_of(of.who, of.won * is_in, is_in.astype(float)))


def _of_parts(of: Sample, part: np.ndarray) -> Iterator[Compared]:
    """Yield each part's difference from the rest, as trends and cross-tables compute it."""
    pairs = [
        (item(of, part == number), item(of, part != number, is_drawn=False))
        for number in np.unique(part)
    ]
    yield from (contrast.compared for contrast in contrasts(pairs))


def trend(rng: Rng, of: Sample) -> Iterable[Compared]:
    """Months in which some players play more than in others."""
    usual = rng.integers(0, MONTHS, of.pairs.max() + 1)
    at_random = rng.integers(0, MONTHS, of.games)
    part = np.where(rng.random(of.games) < 0.5, usual[of.pairs[:, 0]], at_random)
    return _of_parts(of, part)


def cross(rng: Rng, of: Sample) -> Iterable[Compared]:
    """Rules and boards with very different numbers of games."""
    return _of_parts(of, rng.choice(len(CELLS), of.games, p=CELLS))


def card_seen(rng: Rng, of: Sample) -> Iterable[Compared]:
    """A card in hand at any time minus never."""
    seen = rng.random(of.games) < 0.6
    yield compared_items(item(of, ~seen), item(of, seen))[0]


def card_drawn(rng: Rng, of: Sample) -> Iterable[Compared]:
    """A card drawn minus not drawn, pooled over the turns that games reach without it."""
    left, tables, widest = np.ones(of.games, dtype=bool), [], 1.0
    for _ in range(TURNS):
        drawn = left & (rng.random(of.games) < 0.25)
        left = left & ~drawn
        pair = item(of, drawn), item(of, left)
        widest = max(widest, *(each.inflation for each in pair))
        counts = [number for each in pair for number in each.estimate[:2]]
        tables.append(tuple(map(int, counts)))
        left = left & (rng.random(of.games) < 0.8)  # the game ends
    yield pooled_difference(tables, widest)[0]  # type: ignore[arg-type]  # four numbers each


def movers(rng: Rng, of: Sample) -> Iterable[Compared]:
    """The last third of the games minus the earlier ones, by the same players."""
    return _of_added(of, rng.permutation(of.games) >= of.games * 2 // 3)


def newcomers(_: Rng, of: Sample) -> Iterable[Compared]:
    """The same if each player of one side has either earlier or added games."""
    first = of.pairs[:, 0]
    return _of_added(of, first >= np.quantile(first, 2 / 3))


def _of_added(of: Sample, added: np.ndarray) -> Iterable[Compared]:
    factor = item(of, np.ones(of.games, dtype=bool)).inflation
    new = widened(item(of, added, is_drawn=False), factor)
    pairs = [(new, item(of, ~added, is_drawn=False))]
    yield from (each.compared for each in contrasts(pairs, is_one_number=False))


DIFFERENCES: dict[str, Callable[[Rng, Sample], Iterable[Compared]]] = {
    "trend": trend,
    "cross": cross,
    "card-seen": card_seen,
    "card-drawn": card_drawn,
    "movers": movers,
    "newcomers": newcomers,
}


def of_differences(kind: str, world: str, players: int, games: int, times: int) -> Coverage:
    """Return how often the interval of a kind of difference contains 0."""
    rng = np.random.default_rng([SEED, players, games, *map(ord, kind + world)])
    held = n = 0
    for _ in range(times):
        of = sample(rng, WORLDS[world], players, games)
        for compared in DIFFERENCES[kind](rng, of):
            if compared.low is not None and compared.high is not None:
                n += 1
                held += compared.low <= 0 <= compared.high
    return Coverage(held, n)


def of_survival(world: str, players: int, games: int, times: int) -> Coverage:
    """Return how often the interval of the share of games still going after `AFTER` rounds contains
    the truth; one of twenty games stops in each round without an end.
    """
    rng = np.random.default_rng([SEED, players, games, *map(ord, world)])
    sd = WORLDS[world] / 2
    truth = float(np.mean((1 - _hazard(rng.normal(0, sd * np.sqrt(2), 400_000))) ** AFTER))
    held = 0
    for _ in range(times):
        effects = rng.normal(0, sd, (2, players))
        pairs = np.array([rng.choice(players, 2, replace=False) for _ in range(games)])
        hazard = _hazard(effects[0][pairs[:, 0]] + effects[1][pairs[:, 1]])
        ends, stops = rng.geometric(hazard), rng.geometric(0.05, games)
        counts: dict[int, tuple[int, int]] = {}
        for last, ended in zip(np.minimum(ends, stops), ends <= stops, strict=True):
            all_of, by_rule = counts.get(int(last), (0, 0))
            counts[int(last)] = all_of + 1, by_rule + int(ended)
        named = [tuple(pair) for pair in pairs.tolist()]
        who = Players(named, [0] * games, list(range(games)))
        lengths = np.minimum(ends, stops).astype(float)
        factor = inflation_of(counts, people_of(who, lengths, np.ones(games)))
        point = next(point for point in reversed(survival(counts, factor)) if point.at <= AFTER)
        held += (
            point.low is not None and point.high is not None and point.low <= truth <= point.high
        )
    return Coverage(held, times)


def _hazard(edge: Numbers) -> Numbers:
    """Return the chance that a game ends in a round."""
    return np.asarray(1 / (1 + np.exp(1.4 - edge)))


def lines(times: int) -> Iterator[str]:
    """Yield a line for each kind, world and size."""
    for kind in ("survival", *DIFFERENCES):
        for world in WORLDS:
            for players, games in SIZES:
                size = players, games, times
                of = of_survival(world, *size) if kind == "survival" else None
                covered = of or of_differences(kind, world, *size)
                name = f"intervals.{kind}.{world}.p{players}.g{games}"
                yield f"{name} {covered.share:.4f} of {covered.n}"
