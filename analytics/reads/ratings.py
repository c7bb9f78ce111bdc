"""Ratings: leaderboards, and a player's ratings over time."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_noop

from analytics.models import ResultsFit, Standing
from analytics.reads.counting import ledger_revision
from analytics.reads.sums import LIVE, SumsReader
from analytics.results_model.scale import win_chance
from games.core.contract import GameKind
from games.registry import KINDS

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
    """Return the standings of a pool."""
    return Standing.of(reader.snapshot).filter(kind=kind, is_simulated=simulated)


def shown_roles(kind: GameKind) -> tuple[str, ...]:
    """Return the roles with a leaderboard, after the overall one (empty)."""
    return ("", *(kind.identity.sides if kind.counting.seats_rated_separately else ()))


def ladder(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, component: int = MAIN
) -> QuerySet[Standing]:
    """Return the players of a component with `MINIMUM` games or more in a role, best first."""
    rows = standings(reader, kind, simulated=simulated)
    rows = rows.filter(role=role, component=component, games__gte=MINIMUM)
    return rows.order_by("-low", "handle")


def ladders(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, most: int
) -> QuerySet[Any, Any]:
    """Return the ranked players of every component in a role, at most `most` of each, by component
    and `rank`; without their curves.
    """
    order = [F("low").desc(), F("handle").asc()]
    rank = Window(RowNumber(), partition_by=[F("component")], order_by=order)
    rows = standings(reader, kind, simulated=simulated).filter(role=role, games__gte=MINIMUM)
    ranked = rows.annotate(rank=rank).filter(rank__lte=most)
    return ranked.order_by("component", "rank", "handle").defer("curve")


def below_minimum(
    reader: SumsReader, kind: str, role: str, *, simulated: bool, component: int = MAIN
) -> QuerySet[Standing]:
    """Return the players with too few games to be ranked, most games first."""
    rows = standings(reader, kind, simulated=simulated)
    rows = rows.filter(role=role, component=component, games__lt=MINIMUM)
    return rows.order_by("-games", "-low", "handle")


def components(reader: SumsReader, kind: str, *, simulated: bool) -> list[int]:
    """Return the components with a player who is ranked overall."""
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
