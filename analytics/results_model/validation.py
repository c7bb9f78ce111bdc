"""Predicting later games from earlier ones (spec 5.3, `log_loss`)."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

from .fitted import fit_pool
from .games import Game, in_order
from .predictions import chances, first_log_loss

BLOCKS = 10


def validate(games: Sequence[Game], pool: str) -> dict[str, Any] | None:
    """Return the log loss of the games after the first of ten blocks of time, each predicted from
    the blocks before it; None with fewer games than blocks.
    """
    ordered = in_time(games)
    if len(ordered) < BLOCKS:
        return None
    borders = [len(ordered) * n // BLOCKS for n in range(BLOCKS + 1)]
    model = base = 0.0
    n = 0
    for start, end in pairwise(borders[1:]):
        fit = fit_pool(ordered[:start])
        raw = _RawShares(ordered[:start])
        following = ordered[start:end]
        for game, predicted in zip(following, chances(fit, following), strict=True):
            model += first_log_loss(predicted, game)
            base += first_log_loss(raw.chances(game), game)
            n += 1
    return {"pool": pool, "n": n, "model": model / n, "base": base / n}


def in_time(games: Sequence[Game]) -> list[Game]:
    """Return games in the order of time. A day without a time counts as its end; games of one day
    are in an order that depends only on what they contain, not on their results.
    """
    last = max((game.day for game in games if game.day is not None), default=0)

    def when(game: Game) -> tuple[int, float, str]:
        day = last if game.day is None else game.day
        instant = float("inf") if game.instant is None else game.instant
        content = repr((game.group, sorted(side[:2] for side in game.sides)))
        return day, instant, sha256(content.encode()).hexdigest()

    return sorted(in_order(games), key=when)


class _RawShares:
    """The raw share of each side in the games so far, with one fair game added."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.sums: dict[tuple[str, str], list[float]] = {}
        for game in games:
            for name, share in game.first_shares.items():
                total = self.sums.setdefault((game.group, name), [0.0, 0.0])
                total[0] += share
                total[1] += 1

    def chances(self, game: Game) -> dict[str, float]:
        """Return the shares of a game's sides, which add up to 1."""
        fair = 1 / len(game.sides)
        values = {}
        for side in game.sides:
            won, n = self.sums.get((game.group, side.name), (0.0, 0.0))
            values[side.name] = (won + fair) / (n + 1)
        total = sum(values.values())
        return {name: value / total for name, value in values.items()}
