"""Answers: frozen values that pages, figures and the API are made from."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core.metrics import Grid, SpacesMetric

from .question import RoleQuestion, SpaceQuestion
from .wilson import Rate


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games there are, and how they ended: `games = decided + abandoned + unfinished`,
    always; of those decided, `resigned` by resignation.
    """

    games: int = 0
    decided: int = 0
    abandoned: int = 0
    unfinished: int = 0
    resigned: int = 0


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer rests on: when a sum last changed (UTC, None: never), and the versions that
    made the sums. `snapshot` names a kept state of the sums, empty: as they are now; `n_stale`
    games are still counted by earlier versions.
    """

    as_of: datetime | None
    revision: int
    engine_version: str
    facts_version: int
    snapshot: str = ""
    n_stale: int = 0


@dataclass(frozen=True, slots=True)
class Cluster:
    """One group of games and each role's share of wins in it.

    `rates` maps a role to a Rate over `denominator` games. `words` are the games-list words that
    list the group's games.
    """

    key: str
    label: str
    tally: Tally
    rates: dict[str, Rate]
    words: dict[str, str]

    @property
    def denominator(self) -> int:
        """The n of the rates."""
        return next(iter(self.rates.values())).n


@dataclass(frozen=True, slots=True)
class RoleAnswer:
    """Win rates: over all games asked about, and by group where the question has a `by`."""

    question: RoleQuestion
    roles: dict[str, str]
    overall: Cluster
    clusters: tuple[Cluster, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class SpaceCount:
    """One space: what it is, how often, and the share of played games in which it happened at least
    once.
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
class BoardFacts:
    """The board an answer speaks of: `data` as in the log, `provenance` house, printed or user."""

    digest: str
    board_id: str
    name: str
    provenance: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SpaceAnswer:
    """Counts by space of one board, all its spaces in the grid's order.

    `played` is how many of the tally's games have at least one observation of the metric (as
    discovered rounds): the n of every share. `observations` are all of theirs.
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
