"""Rating games: a job that begins where something changed, and so ends as if it had begun at the
first game.

Whoever counts games marks, under the ledger, from which game on a pool is to be rated again. The
job holds the pool's row while it rates a batch.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from analytics.models import (
    KEY_FIELDS,
    POOL_FIELDS,
    Contribution,
    RatingPoint,
    RatingPool,
    Standing,
)
from analytics.reads.players import handles_of
from analytics.rollups.ratings import Entrant, Rated, rate_game, teams_of
from games.registry import get_kind

BATCH = 500
"""Games a transaction."""
PoolKey = tuple[str | bool, ...]
Place = tuple[str, int]
"""Where a game stands in the order: when it was played, as written, and its primary key."""
FIRST: Place = ("", 0)
Entry = tuple[str, int, list[dict[str, Any]]]
"""A game to be rated: when it was played, its primary key, its seats."""


def due_from(places: dict[PoolKey, Place]) -> None:
    """Let these pools be rated again from these games on. The caller is in a transaction."""
    for key in sorted(places):
        fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
        RatingPool.objects.get_or_create(**fields)
        pool = RatingPool.objects.select_for_update().get(**fields)
        due = None if pool.due_game is None else (pool.due_played_at, pool.due_game)
        if due is None or places[key] < due:
            pool.due_played_at, pool.due_game = places[key]
            pool.save(update_fields=["due_played_at", "due_game"])


def touched(
    rows: Iterable[tuple[tuple[str | bool, ...], list[dict[str, Any]], str, int]],
) -> dict[PoolKey, Place]:
    """The pools of some games (key of the cell, seats, played_at, primary key) with the first game
    of each; those that can't be rated are no matter.
    """
    found: dict[PoolKey, Place] = {}
    for cell_key, seats, played_at, game in rows:
        if any(seat["side"] != -1 for seat in seats):
            fields = dict(zip(KEY_FIELDS, cell_key, strict=True))
            key = tuple(fields[name] for name in POOL_FIELDS)
            found[key] = min(found.get(key, (played_at, game)), (played_at, game))
    return found


_READ = ("name", "side", "rank", "place")


def essence(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What ratings read of a game's seats."""
    return [{part: seat[part] for part in _READ} for seat in seats]


def rate_waiting(batches: int | None = None) -> int:
    """Rate what waits, up to so many batches; gives how many games were rated."""
    rated = done = 0
    for pk in RatingPool.objects.filter(due_game__isnull=False).values_list("pk", flat=True):
        while batches is None or done < batches:
            done += 1
            more, games = _rate_batch(pk)
            rated += games
            if not more:
                break
    return rated


def _rate_batch(pk: int) -> tuple[bool, int]:
    """Rate the next games of a pool; whether there are more, and how many were rated."""
    with transaction.atomic():
        # the first statement writes: SQLite then waits its turn instead of failing half-way
        RatingPool.objects.filter(pk=pk).update(rated_at=timezone.now())
        pool = RatingPool.objects.select_for_update().get(pk=pk)
        if pool.due_game is None:
            return False, 0
        due = (pool.due_played_at, pool.due_game)
        _forget_from(pool, due)
        games = list(_games_from(pool, due)[: BATCH + 1])
        points, last = _rated(pool, games[:BATCH], _Known(pool))
        RatingPoint.objects.bulk_create(points, batch_size=BATCH)
        _write_standings(pool, last)
        more = len(games) > BATCH
        pool.due_played_at, pool.due_game = games[BATCH][:2] if more else ("", None)
        pool.save(update_fields=["due_played_at", "due_game"])
        return more, len({point.game_id for point in points})


def _from(place: Place) -> Q:
    return Q(played_at__gt=place[0]) | Q(played_at=place[0], game_id__gte=place[1])


def _forget_from(pool: RatingPool, due: Place) -> None:
    """Take off what was rated from a game on; players stand again as they did before it."""
    later = pool.standings.filter(_from(due))
    gone, back = [], []
    for standing in later:
        same = pool.points.filter(handle=standing.handle, place=standing.place)
        before = same.exclude(_from(due)).order_by("-played_at", "-game_id").first()
        if before is None:
            gone.append(standing.pk)
        else:
            back.append(_standing(pool, before))
    pool.points.filter(_from(due)).delete()
    pool.standings.filter(pk__in=gone).delete()
    _upsert(pool, back)


def _games_from(pool: RatingPool, due: Place) -> Any:
    fields = {f"cell__{name}": getattr(pool, name) for name in POOL_FIELDS}
    rows = Contribution.objects.filter(_from(due), **fields).order_by("played_at", "game_id")
    return rows.values_list("played_at", "game_id", "seats")


class _Known:
    """The standings of a pool, read when asked for."""

    def __init__(self, pool: RatingPool) -> None:
        self._pool = pool
        self._known: dict[Entrant, Rated | None] = {}

    def get(self, entrants: Iterable[Entrant]) -> dict[Entrant, Rated]:
        """Those of these players who have been rated."""
        wanted = list(entrants)
        missing = {one for one in wanted if one not in self._known}
        if missing:
            self._known |= dict.fromkeys(missing)
            rows = self._pool.standings.filter(handle__in={handle for handle, _ in missing})
            for row in rows:
                if (row.handle, row.place) in missing:
                    self._known[row.handle, row.place] = Rated(row.mu, row.sigma, row.number)
        return {one: have for one in wanted if (have := self._known[one]) is not None}

    def set(self, rated: dict[Entrant, Rated]) -> None:
        """What a game made of them."""
        self._known |= rated


def _rated(
    pool: RatingPool, games: Sequence[Entry], known: Any
) -> tuple[list[RatingPoint], dict[Entrant, RatingPoint]]:
    """Rate games in order; gives the points, and the last one of each player."""
    names = {seat["name"] for *_, seats in games for seat in seats if seat["name"]}
    handles, apart = handles_of(names), get_kind(pool.kind).counting.seats_rated_separately
    points: list[RatingPoint] = []
    last: dict[Entrant, RatingPoint] = {}
    for played_at, game, seats in games:
        teams = teams_of(seats, handles, apart=apart)
        if not teams:
            continue
        entrants = [one for team in teams for one in team.entrants]
        after = rate_game(teams, known.get(entrants))
        known.set(after)
        for (handle, place), rated in after.items():
            point = RatingPoint(
                pool=pool, handle=handle, place=place, played_at=played_at, game_id=game,
                number=rated.number, mu=rated.mu, sigma=rated.sigma,
            )  # fmt: skip
            points.append(point)
            last[handle, place] = point
    return points, last


def _write_standings(pool: RatingPool, last: dict[Entrant, RatingPoint]) -> None:
    _upsert(pool, [_standing(pool, point) for _, point in sorted(last.items())])


def _standing(pool: RatingPool, point: RatingPoint) -> Standing:
    low = Rated(point.mu, point.sigma, point.number).low
    return Standing(
        pool=pool, handle=point.handle, place=point.place, played_at=point.played_at,
        game_id=point.game_id, number=point.number, mu=point.mu, sigma=point.sigma, low=low,
    )  # fmt: skip


def _upsert(pool: RatingPool, rows: list[Standing]) -> None:
    stored = pool.standings.filter(handle__in={row.handle for row in rows})
    pks = {(row.handle, row.place): row.pk for row in stored.only("handle", "place")}
    for row in rows:
        row.pk = pks.get((row.handle, row.place))
    Standing.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["played_at", "game_id", "number", "mu", "sigma", "low"],
    )


class _Fresh(_Known):
    """Nobody has been rated yet: for rating everything in memory."""

    def get(self, entrants: Iterable[Entrant]) -> dict[Entrant, Rated]:
        """Those who were rated since."""
        return {one: have for one in entrants if (have := self._known.get(one)) is not None}


def rated_from_first(pool: RatingPool, games: Sequence[Entry]) -> list[Standing]:
    """The standings that these games, in order, give where nobody was rated before; nothing is
    written.
    """
    known = _Fresh(pool)
    last: dict[Entrant, RatingPoint] = {}
    for start in range(0, len(games), BATCH):
        last |= _rated(pool, games[start : start + BATCH], known)[1]
    return [_standing(pool, point) for _, point in sorted(last.items())]


def wrong_ratings(*, mend: bool) -> Iterator[tuple[str, Any, Any]]:
    """Ratings that rating all games anew does not bear out, to the last digit: where, stored,
    right. `mend`: what waits to be rated is rated first, and such pools are rated from their first
    game. Else nothing is written, and what waits is no matter: only points before it are compared.
    """
    if mend:
        with transaction.atomic():
            due_from(_all_pools())
        rate_waiting()
    for pool in RatingPool.objects.order_by("pk"):
        right, stored = _right_ratings(pool), _stored_ratings(pool)
        wrong = [key for key in {*right, *stored} if right.get(key) != stored.get(key)]
        for key in sorted(wrong, key=str):
            yield f"{pool} {key}", stored.get(key), right.get(key)
        if wrong and mend:
            with transaction.atomic():
                RatingPoint.objects.filter(pool=pool).delete()
                Standing.objects.filter(pool=pool).delete()
                RatingPool.objects.filter(pk=pool.pk).update(due_played_at="", due_game=0)
            rate_waiting()


def _right_ratings(pool: RatingPool) -> dict[Any, Any]:
    """What points and standings should say; of a pool that waits, the points that do not wait."""
    points, last = _rated(pool, list(_games_from(pool, FIRST)), _Fresh(pool))
    if pool.due_game is not None:
        due = (pool.due_played_at, pool.due_game)
        return {_spot(p): _said(p) for p in points if (p.played_at, p.game_id) < due}
    right: dict[Any, Any] = {_spot(point): _said(point) for point in points}
    return right | {("standing", *one): _said(point) for one, point in last.items()}


def _stored_ratings(pool: RatingPool) -> dict[Any, Any]:
    """The same as it is stored."""
    if pool.due_game is not None:
        rows = pool.points.exclude(_from((pool.due_played_at, pool.due_game)))
        return {_spot(point): _said(point) for point in rows.iterator()}
    stored: dict[Any, Any] = {_spot(point): _said(point) for point in pool.points.iterator()}
    standings = pool.standings.all()
    return stored | {("standing", row.handle, row.place): _said(row) for row in standings}


def _all_pools() -> dict[PoolKey, Place]:
    """Pools that have games and no row: they wait from their first game on."""
    cells = Contribution.objects.order_by().values_list(*(f"cell__{n}" for n in POOL_FIELDS))
    have = set(RatingPool.objects.values_list(*POOL_FIELDS))
    return {key: FIRST for key in set(cells.distinct()) if key not in have}


def _spot(point: RatingPoint) -> tuple[Any, ...]:
    return point.handle, point.place, point.played_at, point.game_id


def _said(row: RatingPoint | Standing) -> tuple[Any, ...]:
    return row.number, row.mu, row.sigma
