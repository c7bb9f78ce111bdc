"""How games with the same set-up are compared: first differences, measures, ranks per side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analytics.forms.base import Source
from analytics.forms.registry import grouped_form
from analytics.insight.means import Mean
from analytics.models import Contribution
from analytics.rollups.measures import total
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric
from games.registry import get_kind
from replays.models import Game
from replays.reads import deals as deal_reads

from .standings import Seated, score

MAX_MEASURES = 6


@dataclass(frozen=True, slots=True)
class SideResult:
    """How a player did in a role, compared with the others in that role: `halves` are one point for
    each of them with a worse rank and half for each with the same, in half points, of `most`.
    `place` is 1 for the best.
    """

    game: Game
    name: str | None
    rank: int
    halves: int
    most: int
    place: int


@dataclass(frozen=True)
class Deal:
    """Public games with the same set-up, all of humans or all of bots, oldest first."""

    games: Sequence[Game]

    @property
    def kind(self) -> GameKind:
        """The board game."""
        return get_kind(self.games[0].kind)

    @cached_property
    def _counted(self) -> dict[int, Contribution]:
        ids = [game.pk for game in self.games if not game.not_counted]
        return Contribution.objects.defer("habits").in_bulk(ids)

    @property
    def n_pending(self) -> int:
        """How many games wait to be counted."""
        return sum(not game.not_counted for game in self.games) - len(self._counted)

    def differences(self, first: Game) -> dict[int, int | None]:
        """Return for each other game the first step at which it differs from one of them."""
        return {
            game.pk: deal_reads.first_difference(first, game)
            for game in self.games
            if game.pk != first.pk
        }

    @cached_property
    def measures(self) -> list[tuple[str, dict[int, float]]]:
        """Titles of measures, each with its mean in each game, where it has one."""
        rows = []
        for metric in self.kind.counting.metrics:
            if isinstance(metric, DistributionMetric) and not metric.is_detail:
                values = {
                    pk: value
                    for pk, row in self._counted.items()
                    if (value := _mean(self.kind, metric, row.value.get(metric.key))) is not None
                }
                if values:
                    rows.append((metric.title, values))
        return rows[:MAX_MEASURES]

    @cached_property
    def sides(self) -> dict[str, list[SideResult]]:
        """The results by role, the best first: for duplicate tournaments."""
        by_role: dict[str, list[tuple[Game, str | None, int]]] = {}
        for game in self.games:
            row = self._counted.get(game.pk)
            for seat, counted in zip(game.seats.all(), row.seats if row else (), strict=False):
                if counted["rank"]:
                    by_role.setdefault(seat.role, []).append((game, seat.name, counted["rank"]))
        roles = [role for role in self.kind.identity.roles if len(by_role.get(role, ())) > 1]
        return {role: _ranked(by_role[role]) for role in roles}


def _ranked(played: Sequence[tuple[Game, str | None, int]]) -> list[SideResult]:
    results = []
    for number, (game, name, rank) in enumerate(played):
        own = Seated("", number, rank)
        others = [Seated("", n, each[2]) for n, each in enumerate(played) if n != number]
        halves = sum(score(own, other) for other in others)
        place = 1 + sum(other.rank < rank for other in others)
        results.append(SideResult(game, name, rank, halves, 2 * len(others), place))
    return sorted(results, key=lambda result: result.place)


def _mean(
    kind: GameKind, metric: DistributionMetric, sums: Mapping[str, Any] | None
) -> float | None:
    """Return the mean of a metric in a game, over all its groups; None: the game has no value."""
    if not sums:
        return None
    form = grouped_form(metric)
    group = form.group(metric, Source(kind.slug, "", "", "", {}), total(sums.values()))
    for item in form.items([group]):
        if isinstance(item.estimate, Mean):
            return item.estimate.value
    return None
