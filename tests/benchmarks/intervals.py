"""Simulated coverage of the intervals of statistics. `make intervals` prints the coverage of the
95 % Wilson score interval for n from 5 to 5,000, on average over p from 0.02 to 0.98, and the worst
cell; then that of the interval of means, with games as clusters; then, for games of players with
different strength and activity, that of the wider of Wilson's interval and the one with players as
clusters, and of Wilson's alone; then those of `interval_kinds`.
"""

import argparse
import os
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")

from analytics.insight.clusters import Players, cluster_interval
from analytics.insight.means import mean_of
from analytics.insight.wilson import rate
from games.core.sums import Moments

from . import interval_kinds

SIZES = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
SHARES = tuple(round(0.02 + 0.01 * step, 2) for step in range(97))
SEED = 20261128


class Covered(NamedTuple):
    """Coverage of the interval at one size."""

    n: int
    mean: float
    worst: float
    worst_share: float


def wilson(sizes: tuple[int, ...] = SIZES, times: int = 20_000) -> Iterator[Covered]:
    """Yield the coverage at each size."""
    chance = np.random.default_rng(SEED)
    for n in sizes:
        bounds = np.array([rate(k, n)[3:] for k in range(n + 1)], dtype=float)
        cells = []
        for share in SHARES:
            drawn = chance.binomial(n, share, times)
            low, high = bounds[drawn].T
            cells.append(float(np.mean((low <= share) & (share <= high))))
        worst = min(range(len(cells)), key=cells.__getitem__)
        yield Covered(n, float(np.mean(cells)), cells[worst], SHARES[worst])


def clustered(games: int, times: int = 4_000) -> float:
    """Return the coverage of the interval of a mean if observations of a game are similar: each of
    one to four in a game is the level of the game plus a little noise.
    """
    chance = np.random.default_rng(SEED + games)
    held = 0
    for _ in range(times):
        sums = [0] * 6
        for level in chance.integers(0, 200, games):
            values = level + chance.integers(-20, 21, chance.integers(1, 5))
            sums = [a + b for a, b in zip(sums, Moments.of_game(values.tolist()), strict=True)]
        mean = mean_of(sums)
        held += mean.low is not None and mean.high is not None and mean.low <= 99.5 <= mean.high
    return held / times


WORLDS = {"equal": (0.0, 0.0), "skilled": (0.7, 0.0), "busy": (0.7, 0.7), "strong": (1.5, 0.0)}
"""Standard deviation of the players' skill in each role, and that of the log of their activity."""


class ByPlayers(NamedTuple):
    """Coverage in a world with players: of the wider interval, and of Wilson's alone."""

    wider: float
    wilson: float


def by_players(world: str, players: int, games: int, times: int = 400) -> ByPlayers:
    """Return the coverage of the win rate of a role, 0.5 over all players, if each player has a
    skill in each role.
    """
    skill_sd, activity_sd = WORLDS[world]
    chance = np.random.default_rng([SEED, players, games, *map(ord, world)])
    wider = alone = 0
    for _ in range(times):
        skills = chance.normal(0, skill_sd, (2, players))
        activity = np.exp(chance.normal(0, activity_sd, players))
        pairs = _pairs(chance, activity / activity.sum(), games)
        edge = skills[0][pairs[:, 0]] - skills[1][pairs[:, 1]]
        won = (chance.random(games) < 1 / (1 + np.exp(-edge))).astype(float)
        wilson_bounds = rate(int(won.sum()), games)[3:]
        who = Players([tuple(pair) for pair in pairs.tolist()], [0] * games, [0] * games)
        clusters = cluster_interval(who, won, np.ones(games))
        wide = max(
            (wilson_bounds, clusters), key=lambda bounds: (bounds[1] or 0) - (bounds[0] or 0)
        )
        alone += _holds(wilson_bounds)
        wider += _holds(wide)
    return ByPlayers(wider / times, alone / times)


def _pairs(chance: np.random.Generator, shares: np.ndarray, games: int) -> np.ndarray:
    """Return two different players for each game, drawn by their shares of the games."""
    pairs = chance.choice(len(shares), (games, 2), p=shares)
    while (same := pairs[:, 0] == pairs[:, 1]).any():
        pairs[same] = chance.choice(len(shares), (int(same.sum()), 2), p=shares)
    return pairs


def _width(bounds: tuple[float | None, float | None]) -> float:
    low, high = bounds
    return -1.0 if low is None or high is None else high - low


def _holds(bounds: tuple[float | None, float | None], value: float = 0.5) -> bool:
    low, high = bounds
    return low is not None and high is not None and low <= value <= high


def main() -> None:
    """Print the coverages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20_000)
    times = parser.parse_args().times
    sizes = list(wilson(times=times))
    for n, mean, worst_mean, share in sizes:
        print(f"intervals.wilson.n{n} {mean:.4f} worst {worst_mean:.4f} at p {share}")
    worst = min(sizes, key=lambda covered: covered.worst)
    print(f"intervals.wilson.mean {np.mean([covered.mean for covered in sizes]):.4f}")
    print(f"intervals.wilson.worst {worst.worst:.4f} at n {worst.n}, p {worst.worst_share}")
    for games in (3, 5, 10, 20, 30, 100):
        print(f"intervals.mean.games{games} {clustered(games, times):.4f}")
    for world in WORLDS:
        for players, games in ((8, 60), (20, 200), (40, 400), (200, 1000)):
            covered = by_players(world, players, games, max(1, times // 50))
            name = f"intervals.players.{world}.p{players}.g{games}"
            print(f"{name} {covered.wider:.4f} wilson {covered.wilson:.4f}")
    for line in interval_kinds.lines(max(1, times // 100)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
