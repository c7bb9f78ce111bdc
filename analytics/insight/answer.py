"""Answers: values that pages, figures and the API show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .people import People, drawn_rate
from .question import RoleQuestion
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
    made the sums. `snapshot` names a snapshot, empty: live sums; `n_stale` games are still
    counted by earlier versions; `n_pending` of the selected human or bot games wait to be counted,
    or to be counted again.
    """

    as_of: datetime | None
    revision: int
    engine_version: str
    facts_version: int
    snapshot: str = ""
    n_stale: int = 0
    n_pending: int = 0


@dataclass(frozen=True, slots=True)
class Cluster:
    """One group of games and each role's share of wins in it.

    `rates` maps a role to a Rate over `denominator` games. `params` are the query
    parameters of the list of these games. `people` are those that each rate rests on, by role, and
    by ending those of its share (the empty role); empty where they are not known.
    """

    key: str
    label: str
    tally: Tally
    rates: dict[str, Rate]
    params: dict[str, str]
    people: Mapping[str, People] = field(default_factory=dict)

    def shown(self, role: str) -> Rate:
        """Return a role's rate with the interval that is drawn."""
        return drawn_rate(self.rates[role], self.people.get(role))

    @property
    def denominator(self) -> int:
        """The n of the rates."""
        return next(iter(self.rates.values())).n


@dataclass(frozen=True, slots=True)
class RoleAnswer:
    """Win rates: in all selected games, and by group if the question has a `by`."""

    question: RoleQuestion
    roles: dict[str, str]
    overall: Cluster
    clusters: tuple[Cluster, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """The board of an answer: `data` as in the log, `provenance` house, printed or user."""

    digest: str
    board_id: str
    name: str
    provenance: str
    data: dict[str, Any]
