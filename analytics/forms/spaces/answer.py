"""The answer of a metric of spaces: counts by space of one board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.question import Filters
from analytics.insight.wilson import Rate, rate
from games.core.metrics import WHOLE, Grid, SpacesMetric
from games.core.sums import BoardSum, SpaceSum


@dataclass(frozen=True, slots=True)
class SpaceQuestion:
    """How often did something happen on each space of one board (`filters.board`, never empty)?
    `layer` is a layer of the metric, `show` a view of the board (`views`).
    """

    kind: str
    filters: Filters
    layer: str
    show: str = "times"


@dataclass(frozen=True, slots=True)
class SpaceCount:
    """A space: what it is, how often it was counted, and the share of games in which it was counted
    at least once.
    """

    space: str
    about: str
    times: int
    share: Rate


@dataclass(frozen=True, slots=True)
class Ruleset:
    """An edition and a mode that some of the games were played by."""

    edition: str
    mode: str


@dataclass(frozen=True, slots=True)
class SpaceAnswer:
    """Counts by space of one board, all its spaces in the grid's order.

    `played` is how many of the tally's games have at least one observation of the metric (such as
    discovered rounds): the n of every share. `observations` are all that these games have.
    """

    question: SpaceQuestion
    metric: SpacesMetric
    board: BoardFacts
    grid: Grid
    tally: Tally
    played: int
    observations: int
    total: int
    spaces: tuple[SpaceCount, ...]
    basis: Basis

    @property
    def title(self) -> str:
        """The layer's title."""
        return self.metric.layers[self.question.layer][0]


def answer_spaces(
    question: SpaceQuestion,
    metric: SpacesMetric,
    sums: Mapping[str, Any],
    board: BoardFacts,
    tally: Tally,
    basis: Basis,
) -> SpaceAnswer:
    """Return the counts of one layer for every space of the board, from the metric's sums."""
    whole = BoardSum(*sums.get(WHOLE, ()))
    leaves = sums.get(question.layer, {})
    grid = metric.grid(board.data)
    counts = []
    for space in grid.cells:
        leaf = SpaceSum(*leaves.get(space, ()))
        share = rate(leaf.games, whole.games)
        counts.append(SpaceCount(space, grid.about[space], leaf.times, share))
    n = (whole.games, whole.observations, sum(count.times for count in counts))
    return SpaceAnswer(question, metric, board, grid, tally, *n, tuple(counts), basis)
