"""Ratings game by game: OpenSkill's Plackett–Luce model, which supports ranks, ties and teams
(R. C. Weng, C.-J. Lin, JMLR 12, 2011, p. 267; V. Joshy, JOSS 9, 2024, 5901).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Z_95 = 1.959963984540054


class Rated(NamedTuple):
    """A rating after `number` games: skill is assumed to be normal, `mu` ± `sigma`."""

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
"""A player's handle, and the rated seat (empty: one rating for all)."""


class Team(NamedTuple):
    """A side of a rated game."""

    rank: int
    entrants: tuple[Entrant, ...]


def teams_of(
    seats: Sequence[Mapping[str, Any]], handles: Mapping[str, str], *, apart: bool
) -> list[Team]:
    """Return the sides of a game, best first; none where it is not rated: without a winner, with
    one side only, with a nameless player, or with the same player on both sides. `handles` maps
    names to handles.
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
    """Return the initial rating."""
    initial = _model().rating()
    return Rated(initial.mu, initial.sigma, 0)


def rate_game(teams: Sequence[Team], before: Mapping[Entrant, Rated]) -> dict[Entrant, Rated]:
    """Return the ratings after a game from those before it; without one, from the initial
    rating.
    """
    model = _model()
    old = {each: before.get(each) or unrated() for team in teams for each in team.entrants}
    rows = [
        [model.rating(mu=old[each].mu, sigma=old[each].sigma) for each in team.entrants]
        for team in teams
    ]
    rated = model.rate(rows, ranks=[float(team.rank) for team in teams])
    return {
        each: Rated(new.mu, new.sigma, old[each].number + 1)
        for team, of_team in zip(teams, rated, strict=True)
        for each, new in zip(team.entrants, of_team, strict=True)
    }


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
