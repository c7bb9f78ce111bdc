"""Cost of the model of balance and ratings (spec 5.5), in CPU seconds of one core:

python -m tests.benchmarks.results [games] [players]
"""

import resource
import sys
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from analytics.results_model.balance import balance
from analytics.results_model.fitted import PoolFit, fit_pool
from analytics.results_model.games import Game
from analytics.results_model.ratings import POINTS, ratings
from analytics.results_model.report import fit_results
from analytics.results_model.worlds import game_of, won

T = TypeVar("T")


def club(games: int, players: int, years: float, seed: int = 1) -> list[Game]:
    """Return games of players whose strengths drift, in three groups of one ruleset."""
    chance = np.random.default_rng(seed)
    strength = chance.normal(0, 0.8, players)
    role = chance.normal(0, 0.3, (players, 2))
    weight = np.arange(1, players + 1) ** -0.5
    pairs = chance.choice(players, (games, 2), p=weight / weight.sum())
    result, month = [], None
    for number, (first, second) in enumerate(pairs):
        day = int(number * years * 365.25 / games)
        if month != day // 30:
            month = day // 30
            strength = strength + chance.normal(0, 0.3 * np.sqrt(30 / 365.25), players)
        second = (second + 1) % players if first == second else second
        logit = 0.3 + strength[first] + role[first, 0] - strength[second] - role[second, 1]
        sides = zip([[f"p{first:05}"], [f"p{second:05}"]], won(chance, logit), strict=True)
        result.append(game_of(number, f"rules/{number % 3}", sides, day=738_000 + day))
    return result


def measured(name: str, function: Callable[[], T]) -> T:
    """Call a function and print its CPU seconds."""
    start = time.process_time()
    result = function()
    print(f"{name:<40} {time.process_time() - start:8.2f} s CPU", flush=True)
    return result


def small() -> None:
    """Measure 200 games of 20 players, over two years and without dates."""
    dated = club(200, 20, 2)
    undated = [game._replace(day=None) for game in dated]
    fit_results({"": undated[:50]})  # imports
    measured("200 games, 20 players, undated", lambda: fit_results({"": undated}))
    measured("200 games, 20 players, two years", lambda: fit_results({"": dated}))


def shown(fit: PoolFit, games: Sequence[Game]) -> None:
    """Measure everything that is shown of a large pool, and an update after one more game."""
    measured("balance", lambda: balance(fit))
    measured("ratings", lambda: ratings(fit, ""))
    later = measured("update after one more game", lambda: fit.updated(games))
    fresh = measured("the same, fitted again", lambda: fit_pool(games))
    print(f"largest difference {difference(later, fresh):.1e} logits")


def difference(first: PoolFit, second: PoolFit) -> float:
    """Return the largest difference of ratings and of seat effects, in logits."""
    ratings_of = [
        np.array([row["rating"] for row in ratings(fit, "")]) / POINTS for fit in (first, second)
    ]
    effects = [
        np.array([fit.seat_rows(group) @ fit.posterior.best.x for group in fit.design.sets])
        for fit in (first, second)
    ]
    spreads = [each - each.mean(axis=1, keepdims=True) for each in effects]
    return float(
        max(np.abs(ratings_of[0] - ratings_of[1]).max(), np.abs(spreads[0] - spreads[1]).max())
    )


def main() -> None:
    """Measure small and large pools."""
    small()
    n, players = (int(value) for value in (*sys.argv[1:], "100000", "2000")[:2])
    games = club(n + 1, players, 3)
    fit = measured(f"{n} games, {players} players", lambda: fit_pool(games[:-1]))
    print(f"{fit.design.parameters.n} parameters, {fit.posterior.variances}")
    shown(fit, games)
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
