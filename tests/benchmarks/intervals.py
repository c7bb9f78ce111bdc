"""Simulated coverage of the intervals of statistics. `make intervals` prints the coverage of the
95 % Wilson score interval for n from 5 to 5,000, on average over p from 0.02 to 0.98, and the worst
cell; then that of the interval of means, with games as clusters.
"""

import argparse
import os
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")

from analytics.insight.means import mean_of
from analytics.insight.wilson import rate
from games.core.sums import Moments

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


if __name__ == "__main__":
    main()
