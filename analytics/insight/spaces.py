"""The answer to a SpaceQuestion, from counts by space."""

from collections.abc import Mapping
from typing import Any

from games.core.metrics import WHOLE, SpacesMetric

from .answer import Basis, BoardFacts, SpaceAnswer, SpaceCount, Tally
from .question import SpaceQuestion
from .wilson import rate


def answer_spaces(
    question: SpaceQuestion,
    metric: SpacesMetric,
    sums: Mapping[str, Any],
    board: BoardFacts,
    tally: Tally,
    basis: Basis,
) -> SpaceAnswer:
    """One layer for every space of the board, also where nothing happened; `sums` are the metric's
    over all games asked about.
    """
    played, observations, _ = sums.get(WHOLE, (0, 0, 0))
    found = sums.get(question.layer, {})
    grid = metric.grid(board.data)
    counts = []
    for space in grid.cells:
        times, games, _, _ = found.get(space, (0, 0, 0, 0))
        counts.append(SpaceCount(space, grid.about[space], times, rate(games, played)))
    total = sum(count.times for count in counts)
    return SpaceAnswer(
        question, metric, board, grid, tally, played, observations, total, tuple(counts), basis
    )
