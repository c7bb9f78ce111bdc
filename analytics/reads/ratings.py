"""Reads of ratings: leaderboards, and a player's ratings over time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext_noop

from analytics.models import RatingPoint, RatingPool, Snapshot, SnapshotStanding, Standing
from games.core.contract import GameKind
from games.registry import KINDS

MINIMUM = 10
"""Rated games that a leaderboard asks for."""
POINTS = 200
"""Points that are shown of a rating over time."""
RATINGS = gettext_noop(
    "Ratings are OpenSkill's (Plackett–Luce): a skill that is taken to be normal, everybody's 25 ± "
    "16.3 at first, moved after each game by who stood higher. Where roles are not alike each role "
    "has a rating of its own. Rated are decided games in which everybody has a name and nobody "
    "sits on both sides, in the order of the date as written, those without a date first, then in "
    "that in which they were stored; each ruleset by itself, no solo games, people's and simulated "
    "games apart. A log holds one name for the Samurai, so a team is rated as one player."
)
LADDER = gettext_noop(
    "Ranked by the lower end of the 95 % interval (rating − 1.96 standard deviations), so that few "
    "games never stand above many; from ten rated games on."
)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a pool at a place, with points that led there (the number of the rated
    game, mu, sigma), in order: at most some `POINTS`, evenly from the first to the last.
    """

    pool: RatingPool
    kind: GameKind
    place: str
    standing: Standing | SnapshotStanding
    points: list[tuple[int, float, float]]

    @property
    def place_words(self) -> str:
        """The place, for people."""
        return place_words(self.kind, self.place)


def place_words(kind: GameKind, place: str) -> str:
    """A place for people; empty where all are rated alike."""
    return {**kind.sides, **kind.places}.get(place, place)


def standings(snapshot: str = "") -> QuerySet[Any]:
    """The standings of now, or of a snapshot."""
    if snapshot:
        return SnapshotStanding.objects.filter(snapshot__name=snapshot)
    return Standing.objects.all()


def snapshots(kind: str) -> list[str]:
    """The snapshots in which ratings of a game are kept, the newest first."""
    return Snapshot.names_in(SnapshotStanding.objects.filter(pool__kind=kind))


def pools(kind: str, *, simulated: bool, snapshot: str = "") -> list[RatingPool]:
    """The pools of a game in which somebody is rated, most rated games first."""
    rows = standings(snapshot).filter(pool__kind=kind, pool__is_simulated=simulated).order_by()
    games = dict(rows.values_list("pool").annotate(n=Sum("number")))
    found = RatingPool.objects.filter(pk__in=games)
    return sorted(found, key=lambda pool: (-games[pool.pk], pool.edition, pool.mode))


def ladder(pool: RatingPool, place: str, snapshot: str = "") -> QuerySet[Any]:
    """The players rated at a place from `MINIMUM` games on, best first."""
    rows = standings(snapshot).filter(pool=pool, place=place, number__gte=MINIMUM)
    return rows.order_by("-low", "handle")


def places(pool: RatingPool, snapshot: str = "") -> list[str]:
    """The places at which somebody is rated, in the order of the game."""
    rows = standings(snapshot).filter(pool=pool).order_by()
    found = set(rows.values_list("place", flat=True).distinct())
    kind = KINDS[pool.kind]
    return sorted(found, key=lambda place: [*kind.places, *kind.sides, place].index(place))


def n_below(pool: RatingPool, place: str, snapshot: str = "") -> int:
    """How many are rated at a place and have too few games for the leaderboard."""
    return standings(snapshot).filter(pool=pool, place=place, number__lt=MINIMUM).count()


def n_waiting() -> int:
    """How many pools wait to be rated again."""
    return RatingPool.objects.filter(due_game__isnull=False).count()


def ratings_of(handles: Iterable[str], chosen: dict[str, Any], snapshot: str = "") -> list[Rating]:
    """A player's ratings among the pools chosen, most games first; of a snapshot without points."""
    names = ("kind", "edition", "mode", "is_simulated")
    where = {f"pool__{name}": chosen[name] for name in names if name in chosen}
    rows = standings(snapshot).filter(handle__in=list(handles), **where).select_related("pool")
    return [
        Rating(row.pool, KINDS[row.pool.kind], row.place, row, [] if snapshot else _points(row))
        for row in rows.order_by("-number", "pool_id", "place")
    ]


def _points(row: Standing) -> list[tuple[int, float, float]]:
    step = max(1, row.number // POINTS)
    numbers = [*range(1, row.number, step), row.number]
    points = RatingPoint.objects.filter(
        pool=row.pool_id, handle=row.handle, place=row.place, number__in=numbers
    )
    return list(points.order_by("number").values_list("number", "mu", "sigma"))
