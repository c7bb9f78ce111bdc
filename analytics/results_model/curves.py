"""Ratings over time, on the scale of `ratings` (spec 4.3)."""

import numpy as np

from analytics.insight.wilson import Z_95

from .design import BLOCK_DAYS, Array
from .fitted import PoolFit, Row, to_matrix
from .ratings import centred, components, overall_rows
from .scale import CENTRE, POINTS

Point = tuple[int, float, float, float]
"""The ordinal of a day, and the rating there with the ends of its 95 % interval."""
MAX_POINTS = 60


def curves(fit: PoolFit, *, max_points: int = MAX_POINTS) -> dict[str, list[Point]]:
    """Return the overall rating of each named player at the end of each of the player's blocks of
    days and at the pool's last date, oldest first; empty for a pool without dates.

    All points are relative to the same centre, the mean of the main component at the last date, so
    the last point is the player's rating. The interval is that of the difference to the centre.
    Longer curves are thinned evenly to `max_points` (at least 2) and keep both ends.
    """
    last_date = max((game.day for game in fit.design.games if game.day is not None), default=None)
    players = sorted(fit.design.parameters.start)
    if last_date is None or not players:
        return {}
    rows, extra, main = overall_rows(fit, players, components(fit.design.games))
    of_player = list(range(len(players)))
    days = [last_date] * len(players)
    for number, player in enumerate(players):
        for block in _shown_blocks(fit.design.parameters.blocks[player], max_points):
            rows.append(_row_at(fit, player, block, rows[number]))
            extra.append(np.zeros(4))
            of_player.append(number)
            days.append(fit.design.last_day - BLOCK_DAYS * block)
    mean, variance = fit.marginal(
        centred(to_matrix(rows, fit.design.parameters.n), np.array(extra), main, of_player)
    )
    return _by_player(players, of_player, days, mean, Z_95 * np.sqrt(variance))


def _shown_blocks(blocks: list[int], max_points: int) -> list[int]:
    """Return the blocks that get a point in addition to the last date, which is in block 0."""
    ends = [*(block for block in blocks if block > 0), 0]
    if len(ends) > max_points:
        chosen = np.linspace(0, len(ends) - 1, max_points).round().astype(int)
        ends = [ends[number] for number in chosen]
    return ends[:-1]


def _row_at(fit: PoolFit, player: str, block: int, overall: Row) -> Row:
    """Return the coefficients of a player's overall strength in a block with games."""
    parameters = fit.design.parameters
    start, n = parameters.start[player], len(parameters.blocks[player])
    others = {column: x for column, x in overall.items() if not start <= column < start + n}
    return {start + parameters.blocks[player].index(block): 1.0, **others}


def _by_player(
    players: list[str], of_player: list[int], days: list[int], mean: Array, error: Array
) -> dict[str, list[Point]]:
    result: dict[str, list[Point]] = {player: [] for player in players}
    values = CENTRE + POINTS * np.array([mean, mean - error, mean + error])
    for number, day, (value, low, high) in zip(of_player, days, values.T.tolist(), strict=True):
        result[players[number]].append((day, value, low, high))
    return {player: sorted(points) for player, points in result.items()}
