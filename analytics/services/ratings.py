"""Rating games: a job that starts at the first change, with the same result as from the first game.

Code that counts games marks, under the ledger, from which game on a pool is to be rated again. The
job locks the pool's row while it rates a batch.
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
"""Games per transaction."""
PoolKey = tuple[str | bool, ...]
Position = tuple[str, int]
"""The position of a game in the order: when it was played, as written, and its primary key."""
FIRST: Position = ("", 0)
Entry = tuple[str, int, list[dict[str, Any]]]
"""A game to rate: when it was played, its primary key, its seats."""


def mark_due(positions: dict[PoolKey, Position]) -> None:
    """Mark pools to be rated again from these games on. The caller is in a transaction."""
    for key in sorted(positions):
        fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
        RatingPool.objects.get_or_create(**fields)
        pool = RatingPool.objects.select_for_update().get(**fields)
        due = None if pool.due_game is None else (pool.due_played_at, pool.due_game)
        if due is None or positions[key] < due:
            pool.due_played_at, pool.due_game = positions[key]
            pool.save(update_fields=["due_played_at", "due_game"])


def first_positions(
    rows: Iterable[tuple[tuple[str | bool, ...], list[dict[str, Any]], str, int]],
) -> dict[PoolKey, Position]:
    """Return the pools of some games (key of the cell, seats, played_at, primary key) with the
    first game of each; games that can't be rated are skipped.
    """
    first: dict[PoolKey, Position] = {}
    for cell_key, seats, played_at, game in rows:
        if any(seat["side"] != -1 for seat in seats):
            fields = dict(zip(KEY_FIELDS, cell_key, strict=True))
            key = tuple(fields[name] for name in POOL_FIELDS)
            first[key] = min(first.get(key, (played_at, game)), (played_at, game))
    return first


_RATED_FIELDS = ("name", "side", "rank", "place")


def rated_fields(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a game's seats that ratings depend on."""
    return [{part: seat[part] for part in _RATED_FIELDS} for seat in seats]


def rate_waiting(batches: int | None = None) -> int:
    """Rate the games that are due, up to some batches. Return how many games were rated."""
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
    """Rate the next games of a pool. Return whether there are more, and how many were rated."""
    with transaction.atomic():
        # the first statement writes, so that SQLite waits instead of failing half-way
        RatingPool.objects.filter(pk=pk).update(rated_at=timezone.now())
        pool = RatingPool.objects.select_for_update().get(pk=pk)
        if pool.due_game is None:
            return False, 0
        due = (pool.due_played_at, pool.due_game)
        _undo_from(pool, due)
        games = list(_games_from(pool, due)[: BATCH + 1])
        points, last = _rated(pool, games[:BATCH], _Known(pool))
        RatingPoint.objects.bulk_create(points, batch_size=BATCH)
        _write_standings(pool, last)
        more = len(games) > BATCH
        pool.due_played_at, pool.due_game = games[BATCH][:2] if more else ("", None)
        pool.save(update_fields=["due_played_at", "due_game"])
        return more, len({point.game_id for point in points})


def _from(position: Position) -> Q:
    played_at, game = position
    return Q(played_at__gt=played_at) | Q(played_at=played_at, game_id__gte=game)


def _undo_from(pool: RatingPool, due: Position) -> None:
    """Remove the ratings from a game on; standings become those before it."""
    later = pool.standings.filter(_from(due))
    removed, restored = [], []
    for standing in later:
        same = pool.points.filter(handle=standing.handle, place=standing.place)
        before = same.exclude(_from(due)).order_by("-played_at", "-game_id").first()
        if before is None:
            removed.append(standing.pk)
        else:
            restored.append(_standing(pool, before))
    pool.points.filter(_from(due)).delete()
    pool.standings.filter(pk__in=removed).delete()
    _upsert(pool, restored)


def _games_from(pool: RatingPool, due: Position) -> Any:
    fields = {f"cell__{name}": getattr(pool, name) for name in POOL_FIELDS}
    rows = Contribution.objects.filter(_from(due), **fields).order_by("played_at", "game_id")
    return rows.values_list("played_at", "game_id", "seats")


class _Known:
    """The ratings of a pool's players, read when they are needed."""

    def __init__(self, pool: RatingPool) -> None:
        self._pool = pool
        self._known: dict[Entrant, Rated | None] = {}

    def get(self, entrants: Iterable[Entrant]) -> dict[Entrant, Rated]:
        """Return the ratings of those entrants that have one."""
        wanted = list(entrants)
        missing = {entrant for entrant in wanted if entrant not in self._known}
        if missing:
            self._known |= dict.fromkeys(missing)
            rows = self._pool.standings.filter(handle__in={handle for handle, _ in missing})
            for row in rows:
                if (row.handle, row.place) in missing:
                    self._known[row.handle, row.place] = Rated(row.mu, row.sigma, row.number)
        return {each: rated for each in wanted if (rated := self._known[each]) is not None}

    def set(self, rated: dict[Entrant, Rated]) -> None:
        """Store the ratings after a game."""
        self._known |= rated


def _rated(
    pool: RatingPool, games: Sequence[Entry], known: Any
) -> tuple[list[RatingPoint], dict[Entrant, RatingPoint]]:
    """Rate games in order. Return the points, and the last one of each entrant."""
    names = {seat["name"] for *_, seats in games for seat in seats if seat["name"]}
    handles, apart = handles_of(names), get_kind(pool.kind).counting.seats_rated_separately
    points: list[RatingPoint] = []
    last: dict[Entrant, RatingPoint] = {}
    for played_at, game, seats in games:
        teams = teams_of(seats, handles, apart=apart)
        if not teams:
            continue
        entrants = [entrant for team in teams for entrant in team.entrants]
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
    """Ratings that begin with no rated player: for rating everything in memory."""

    def get(self, entrants: Iterable[Entrant]) -> dict[Entrant, Rated]:
        """Return the ratings of those entrants that have one by now."""
        return {each: rated for each in entrants if (rated := self._known.get(each)) is not None}


def rated_from_first(pool: RatingPool, games: Sequence[Entry]) -> list[Standing]:
    """Return the standings after these games, in order, without earlier ones; write nothing."""
    known = _Fresh(pool)
    last: dict[Entrant, RatingPoint] = {}
    for start in range(0, len(games), BATCH):
        last |= _rated(pool, games[start : start + BATCH], known)[1]
    return [_standing(pool, point) for _, point in sorted(last.items())]


def wrong_ratings(*, mend: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield ratings that differ, in any digit, from those of rating all games again: key, stored,
    right. With `mend`, due games are rated first, and wrong pools are rated from their first game.
    Otherwise nothing is written, and only points before the due games are compared.
    """
    if mend:
        with transaction.atomic():
            mark_due(_missing_pools())
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
    """Return the right points and standings; if games are due, only the points before them."""
    points, last = _rated(pool, list(_games_from(pool, FIRST)), _Fresh(pool))
    if pool.due_game is not None:
        due = (pool.due_played_at, pool.due_game)
        return {_point_key(p): _values(p) for p in points if (p.played_at, p.game_id) < due}
    right: dict[Any, Any] = {_point_key(point): _values(point) for point in points}
    return right | {("standing", *key): _values(point) for key, point in last.items()}


def _stored_ratings(pool: RatingPool) -> dict[Any, Any]:
    """Return the same as stored."""
    if pool.due_game is not None:
        rows = pool.points.exclude(_from((pool.due_played_at, pool.due_game)))
        return {_point_key(point): _values(point) for point in rows.iterator()}
    stored: dict[Any, Any] = {_point_key(point): _values(point) for point in pool.points.iterator()}
    standings = pool.standings.all()
    return stored | {("standing", row.handle, row.place): _values(row) for row in standings}


def _missing_pools() -> dict[PoolKey, Position]:
    """Return the pools that have games and no row, with the position of the first game."""
    cells = Contribution.objects.order_by().values_list(*(f"cell__{n}" for n in POOL_FIELDS))
    known = set(RatingPool.objects.values_list(*POOL_FIELDS))
    return {key: FIRST for key in set(cells.distinct()) if key not in known}


def _point_key(point: RatingPoint) -> tuple[Any, ...]:
    return point.handle, point.place, point.played_at, point.game_id


def _values(row: RatingPoint | Standing) -> tuple[Any, ...]:
    return row.number, row.mu, row.sigma
