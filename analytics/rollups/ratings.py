"""Ratings of one game after the other: OpenSkill's Plackett–Luce model, which knows ranks, ties and
teams (R. C. Weng, C.-J. Lin, JMLR 12, 2011, p. 267; V. Joshy, JOSS 9, 2024, 5901).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Z_95 = 1.959963984540054


class Rated(NamedTuple):
    """A rating after `number` games: the skill is taken to be normal, `mu` ± `sigma`."""

    mu: float
    sigma: float
    number: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mu - Z_95 * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mu + Z_95 * self.sigma


Entrant = tuple[str, str]
"""A player's handle, and the place it is rated at (empty: all alike)."""


class Team(NamedTuple):
    """A side of a game that is to be rated."""

    rank: int
    entrants: tuple[Entrant, ...]


def teams_of(
    seats: Sequence[Mapping[str, Any]], handles: Mapping[str, str], *, apart: bool
) -> list[Team]:
    """The sides of a game, best first; none where it is not rated: nobody won, a side alone, or
    somebody at the table without a name, or with the same player on both sides. `handles` are those
    of names.
    """
    sides: dict[int, list[Mapping[str, Any]]] = {}
    for seat in seats:
        if seat["side"] == -1 or not seat["name"]:
            return []
        sides.setdefault(seat["side"], []).append(seat)
    teams = [
        Team(
            of[0]["rank"],
            tuple((handles[seat["name"]], seat["place"] if apart else "") for seat in of),
        )
        for _, of in sorted(sides.items())
    ]
    players = [handle for team in teams for handle, _ in team.entrants]
    if len(teams) < 2 or len(set(players)) < len(players):
        return []
    return sorted(teams, key=lambda team: team.rank)


def unrated() -> Rated:
    """What everybody begins with."""
    one = _model().rating()
    return Rated(one.mu, one.sigma, 0)


def rate_game(teams: Sequence[Team], before: Mapping[Entrant, Rated]) -> dict[Entrant, Rated]:
    """The ratings after a game, from those before it (who has none begins)."""
    model = _model()
    have = {one: before.get(one) or unrated() for team in teams for one in team.entrants}
    rows = [
        [model.rating(mu=have[one].mu, sigma=have[one].sigma) for one in team.entrants]
        for team in teams
    ]
    rated = model.rate(rows, ranks=[float(team.rank) for team in teams])
    return {
        one: Rated(new.mu, new.sigma, have[one].number + 1)
        for team, of in zip(teams, rated, strict=True)
        for one, new in zip(team.entrants, of, strict=True)
    }


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
