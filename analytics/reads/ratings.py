"""Ratings: leaderboards, and a player's ratings over time."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_noop

from analytics.models import ResultsFit, Standing
from analytics.reads.counting import ledger_revision
from analytics.reads.set_fits import NOTHING, set_results
from analytics.reads.sums import LIVE, SumsReader
from analytics.results_model.scale import win_chance
from games.core.contract import GameKind
from games.registry import KINDS
from replays.reads.sets import GameSet

MINIMUM = 10
"""Rated games that a player needs to be ranked."""
MAIN = 1
"""The largest component."""
RATINGS = gettext_noop(
    "Ratings and balance come from one model of all decided games of a board game, human and bot "
    "games apart: a rating is a player's strength after adjusting for seats and opponents. "
    "Strength may change over time. 1500 is the average of the players who are linked by common "
    "games; between equal seats, a player with 200 points more wins about 76 % of games. The "
    "interval is the 95 % interval of the difference from that average, and becomes wider "
    "without recent games. A rating in a role adds how much better or worse the player is in it. "
    "The order of uploads does not matter. A log has one name for the Samurai, so a team is rated "
    "as one player; solo games are not rated."
)
LADDER = gettext_noop(
    "Players with at least ten games, ranked by the lower end of the 95 % interval, so that "
    "uncertain ratings rank lower. Players without a chain of common games between them cannot "
    "be compared, so they are ranked in separate lists."
)


class Rating(NamedTuple):
    """A player's rating in a pool, overall or in a role."""

    kind: GameKind
    standing: Standing

    @property
    def role(self) -> str:
        """The role; empty overall."""
        return self.standing.role


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with ratings of a kind, newest first."""
    return Standing.snapshot_names(kind=kind)


def standings(reader: SumsReader, kind: str, *, simulated: bool) -> QuerySet[Standing]:
    """Return the standings of a pool of all games."""
    return Standing.of(reader.snapshot).filter(kind=kind, is_simulated=simulated)


def shown_roles(kind: GameKind) -> tuple[str, ...]:
    """Return the roles with a leaderboard, after the overall one (empty)."""
    return ("", *(kind.identity.sides if kind.counting.seats_rated_separately else ()))


def has_standings(reader: SumsReader, kind: str, *, simulated: bool) -> bool:
    """Return whether a pool has a rated player."""
    if reader.games is not None:
        return bool(_of_set(reader.games, kind, simulated=simulated))
    return standings(reader, kind, simulated=simulated).exists()


def _of_set(games: GameSet, kind: str, *, simulated: bool) -> tuple[Standing, ...]:
    return (set_results(games, kind, simulated=simulated) or NOTHING).standings


def _of_role(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, component: int, is_ranked: bool
) -> QuerySet[Standing] | list[Standing]:
    """Return the players of a component with `MINIMUM` games or more in a role, or with fewer."""
    if reader.games is not None:
        rows = _of_set(reader.games, kind, simulated=simulated)
        return [
            row
            for row in rows
            if (row.role, row.component) == (role, component)
            and (row.games >= MINIMUM) == is_ranked
        ]
    games = {"games__gte": MINIMUM} if is_ranked else {"games__lt": MINIMUM}
    every = standings(reader, kind, simulated=simulated)
    return every.filter(role=role, component=component, **games)


def ladder(
    reader: SumsReader,
    kind: str,
    role: str,
    *,
    simulated: bool,
    component: int = MAIN,
    most: int | None = None,
) -> list[Standing]:
    """Return the players of a component with `MINIMUM` games or more in a role, best first, at
    most `most`.
    """
    rows = _of_role(reader, kind, role, simulated=simulated, component=component, is_ranked=True)
    if isinstance(rows, list):
        return sorted(rows, key=_by_low)[:most]
    return list(rows.order_by("-low", "handle")[:most])


def _by_low(row: Standing) -> tuple[float, str]:
    return -row.low, row.handle


def ladders(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, most: int, most_of_role: int
) -> list[tuple[int, Standing]]:
    """Return the ranked players of every component in a role with their ranks, at most `most` of
    each component and `most_of_role` in all, by component and rank; without their curves.
    """
    if reader.games is not None:
        by_component: dict[int, list[Standing]] = defaultdict(list)
        for row in _of_set(reader.games, kind, simulated=simulated):
            if row.role == role and row.games >= MINIMUM:
                by_component[row.component].append(row)
        found = [
            (rank, row)
            for _, rows in sorted(by_component.items())
            for rank, row in enumerate(sorted(rows, key=_by_low)[:most], 1)
        ]
        return found[:most_of_role]
    order = [F("low").desc(), F("handle").asc()]
    rank = Window(RowNumber(), partition_by=[F("component")], order_by=order)
    rows = standings(reader, kind, simulated=simulated).filter(role=role, games__gte=MINIMUM)
    ranked: Any = rows.annotate(rank=rank).filter(rank__lte=most)
    ranked = ranked.order_by("component", "rank", "handle").defer("curve")
    return [(row.rank, row) for row in ranked[:most_of_role]]


def below_minimum(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, component: int, most: int
) -> tuple[list[Standing], int]:
    """Return the players with too few games to be ranked, most games first, at most `most`, and how
    many there are in all.
    """
    rows = _of_role(reader, kind, role, simulated=simulated, component=component, is_ranked=False)
    if isinstance(rows, list):
        order = sorted(rows, key=lambda row: (-row.games, *_by_low(row)))
        return order[:most], len(order)
    return list(rows.order_by("-games", "-low", "handle")[:most]), rows.count()


def components(reader: SumsReader, kind: str, *, simulated: bool) -> list[int]:
    """Return the components with a player who is ranked overall."""
    if reader.games is not None:
        of_set = _of_set(reader.games, kind, simulated=simulated)
        return sorted({r.component for r in of_set if not r.role and r.games >= MINIMUM})
    rows = standings(reader, kind, simulated=simulated).filter(role="", games__gte=MINIMUM)
    return sorted(set(rows.order_by().values_list("component", flat=True)))


def is_waiting(kind: str) -> bool:
    """Return whether the live fits of a kind may be of an earlier state of the games."""
    fits = ResultsFit.objects.filter(kind=kind)
    return fits.exclude(revision=ledger_revision()).exists()


def day_of(ordinal: int) -> str:
    """Return the day of a point of a curve, as 2026-11-29."""
    return date.fromordinal(ordinal).isoformat()


def ratings_of(
    handles: Iterable[str], chosen: dict[str, Any], reader: SumsReader = LIVE
) -> list[Rating]:
    """Return a player's ratings in the chosen pools: most games first, overall before its roles."""
    where = {name: chosen[name] for name in ("kind", "is_simulated") if name in chosen}
    rows = list(Standing.of(reader.snapshot).filter(handle__in=list(handles), **where))
    games = {(row.kind, row.is_simulated): row.games for row in rows if not row.role}
    rows.sort(
        key=lambda row: (
            -games.get((row.kind, row.is_simulated), 0), row.kind, row.is_simulated, row.role,
        )
    )  # fmt: skip
    return [
        Rating(KINDS[row.kind], row) for row in rows if row.role in shown_roles(KINDS[row.kind])
    ]


def chances_against(
    ratings: Iterable[Rating], others: Iterable[str], reader: SumsReader = LIVE
) -> dict[str, float]:
    """Return the chances of a player with these ratings to beat those of the other handles who are
    in the same component, between equal seats; empty if the ratings are of several pools.
    """
    overall = [rating.standing for rating in ratings if not rating.role]
    if len(overall) != 1:
        return {}
    own = overall[0]
    rows = standings(reader, own.kind, simulated=own.is_simulated)
    rows = rows.filter(role="", component=own.component, handle__in=list(others))
    values = rows.values_list("handle", "rating")
    return {handle: win_chance(own.rating - rating) for handle, rating in values}
