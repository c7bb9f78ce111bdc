"""Ratings: leaderboards, and a player's ratings over time."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext_noop

from analytics.models import RatingPoint, RatingPool, Standing
from analytics.reads.sums import LIVE, SumsReader
from games.core.contract import GameKind
from games.registry import KINDS

MINIMUM = 10
"""Rated games that a player needs to be on a leaderboard."""
MAX_POINTS = 200
"""Points that are shown of a rating over time."""
RATINGS = gettext_noop(
    "Ratings use OpenSkill (Plackett–Luce). Skill is assumed to be normally distributed, 25 ± "
    "16.3 at first, and is updated after each game by the final ranks. Where roles are not alike, "
    "each role has a separate rating. Decided games are rated if every player has a name and no "
    "name plays on both sides. They are rated in the order of their dates as written, games "
    "without a date first, then in the order they were stored. Each ruleset is rated separately, "
    "and so are human and bot games; solo games are not rated. A log has one name for the "
    "Samurai, so a team is rated as one player."
)
LADDER = gettext_noop(
    "Players with at least ten rated games, ranked by the lower end of the 95 % interval (rating "
    "− 1.96 standard deviations), so that uncertain ratings rank lower."
)


class Rating(NamedTuple):
    """A player's rating in a pool and seat, with the points before it in order (the number
    of the rated game, mu, sigma): about `MAX_POINTS` at most, evenly from the first to the last.
    """

    pool: RatingPool
    kind: GameKind
    place: str
    standing: Standing
    points: list[tuple[int, float, float]]

    @property
    def place_label(self) -> str:
        """The label of the seat."""
        return place_label(self.kind, self.place)


def place_label(kind: GameKind, place: str) -> str:
    """Return the label of a seat; empty where all have one rating."""
    return {**kind.identity.sides, **kind.counting.seats}.get(place, place)


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with ratings of a kind, newest first."""
    return Standing.snapshot_names(pool__kind=kind)


def pools(reader: SumsReader, kind: str, *, simulated: bool) -> list[RatingPool]:
    """Return the pools of a kind with a rated player, most rated games first."""
    rows = Standing.of(reader.snapshot).filter(pool__kind=kind, pool__is_simulated=simulated)
    games = dict(rows.values_list("pool").annotate(n=Sum("number")))
    return sorted(
        RatingPool.objects.filter(pk__in=games),
        key=lambda pool: (-games[pool.pk], pool.edition, pool.mode),
    )


def ladder(reader: SumsReader, pool: RatingPool, place: str) -> QuerySet[Standing]:
    """Return the players rated in a seat from `MINIMUM` games on, best first."""
    rows = Standing.of(reader.snapshot).filter(pool=pool, place=place, number__gte=MINIMUM)
    return rows.order_by("-low", "handle")


def places(reader: SumsReader, pool: RatingPool) -> list[str]:
    """Return the seats with a rated player, in the order of the game."""
    rows = Standing.of(reader.snapshot).filter(pool=pool).order_by()
    rated = set(rows.values_list("place", flat=True).distinct())
    kind = KINDS[pool.kind]
    return sorted(
        rated, key=lambda place: [*kind.counting.seats, *kind.identity.sides, place].index(place)
    )


def count_below(reader: SumsReader, pool: RatingPool, place: str) -> int:
    """Return how many players have too few games for the leaderboard of a seat."""
    rows = Standing.of(reader.snapshot)
    return rows.filter(pool=pool, place=place, number__lt=MINIMUM).count()


def count_waiting() -> int:
    """Return how many pools have games that are yet to be rated."""
    return RatingPool.objects.filter(due_game__isnull=False).count()


def ratings_of(
    handles: Iterable[str], chosen: dict[str, Any], reader: SumsReader = LIVE
) -> list[Rating]:
    """Return a player's ratings in the chosen pools, most games first; without points in a
    snapshot.
    """
    names = ("kind", "edition", "mode", "is_simulated")
    where = {f"pool__{name}": chosen[name] for name in names if name in chosen}
    rows = Standing.of(reader.snapshot).filter(handle__in=list(handles), **where)
    return [
        Rating(row.pool, KINDS[row.pool.kind], row.place, row, [] if reader.name else _points(row))
        for row in rows.select_related("pool").order_by("-number", "pool_id", "place")
    ]


def _points(row: Standing) -> list[tuple[int, float, float]]:
    step = max(1, row.number // MAX_POINTS)
    numbers = [*range(1, row.number, step), row.number]
    points = RatingPoint.objects.filter(
        pool=row.pool_id, handle=row.handle, place=row.place, number__in=numbers
    )
    return list(points.order_by("number").values_list("number", "mu", "sigma"))
