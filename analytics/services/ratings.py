"""Rating games: a job that starts at the first change, with the same result as from the first game.

Code that counts games marks, under the ledger, from which game on a pool is to be rated again. The
job locks the pool's row while it rates a batch.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
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
from analytics.models.players import RatingFields
from analytics.models.snapshots import Key
from analytics.reads.players import handles_of
from analytics.rollups.measures import differences
from analytics.rollups.ratings import Entrant, Rated, rate_game, teams_of
from games.registry import get_kind

from .ledger import let_others_write

BATCH = 500
"""Games per transaction."""
Position = tuple[str, int]
"""The position of a game in the order of time: its time key and its primary key."""
FIRST: Position = ("", 0)
Entry = tuple[str, int, list[dict[str, Any]]]
"""A game to rate: its time key, its primary key, its seats."""


def mark_due(positions: dict[Key, Position]) -> None:
    """Mark pools to be rated again from these games on. The caller is in a transaction."""
    for key in sorted(positions):
        fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
        RatingPool.objects.get_or_create(**fields)
        pool = RatingPool.objects.select_for_update().get(**fields)
        due = None if pool.due_game is None else (pool.due_time_key, pool.due_game)
        if due is None or positions[key] < due:
            pool.due_time_key, pool.due_game = positions[key]
            pool.save(update_fields=["due_time_key", "due_game"])


def first_positions(
    rows: Iterable[tuple[Key, list[dict[str, Any]], str, int]],
) -> dict[Key, Position]:
    """Return the pools of some games (key of the cell, seats, time_key, primary key) with the
    first game of each; games that can't be rated are skipped.
    """
    first: dict[Key, Position] = {}
    for cell_key, seats, time_key, game in rows:
        if is_ranked(seats):
            key = pool_key(cell_key)
            first[key] = min(first.get(key, (time_key, game)), (time_key, game))
    return first


def is_ranked(seats: Sequence[dict[str, Any]]) -> bool:
    """Return whether a game was decided between sides."""
    return any(seat["side"] != -1 for seat in seats)


def pool_key(cell_key: Key) -> Key:
    """Return the key of the pool of the games of a cell."""
    return tuple(cell_key[KEY_FIELDS.index(name)] for name in POOL_FIELDS)


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
            let_others_write()
    return rated


def _rate_batch(pk: int) -> tuple[bool, int]:
    """Rate the next games of a pool. Return whether there are more, and how many were rated."""
    with transaction.atomic():
        # the first statement writes, so that SQLite waits instead of failing half-way
        RatingPool.objects.filter(pk=pk).update(rated_at=timezone.now())
        pool = RatingPool.objects.select_for_update().get(pk=pk)
        if pool.due_game is None:
            return False, 0
        due = (pool.due_time_key, pool.due_game)
        _undo_from(pool, due)
        games = list(_games_from(pool, due)[: BATCH + 1])
        points = _rate_games(pool, games[:BATCH])
        RatingPoint.objects.bulk_create(points, batch_size=BATCH)
        _upsert(pool, _last_standings(pool, points))
        more = len(games) > BATCH
        pool.due_time_key, pool.due_game = games[BATCH][:2] if more else ("", None)
        pool.save(update_fields=["due_time_key", "due_game"])
        return more, len({point.game_id for point in points})


def _from(position: Position) -> Q:
    time_key, game = position
    return Q(time_key__gt=time_key) | Q(time_key=time_key, game_id__gte=game)


def _undo_from(pool: RatingPool, due: Position) -> None:
    """Remove the ratings from a game on; standings become those before it."""
    later = pool.standings.filter(_from(due))
    removed, restored = [], []
    for standing in later:
        same = pool.points.filter(handle=standing.handle, place=standing.place)
        before = same.exclude(_from(due)).order_by("-time_key", "-game_id").first()
        if before is None:
            removed.append(standing.pk)
        else:
            restored.append(_standing(pool, before))
    pool.points.filter(_from(due)).delete()
    pool.standings.filter(pk__in=removed).delete()
    _upsert(pool, restored)


def _games_from(pool: RatingPool, due: Position) -> Any:
    fields = {f"cell__{name}": getattr(pool, name) for name in POOL_FIELDS}
    rows = Contribution.objects.filter(_from(due), **fields).order_by("time_key", "game_id")
    return rows.values_list("time_key", "game_id", "seats")


def _rate_games(
    pool: RatingPool, games: Sequence[Entry], ratings: dict[Entrant, Rated] | None = None
) -> list[RatingPoint]:
    """Rate games in order, from these ratings or the stored ones, and return the points."""
    names = {seat["name"] for *_, seats in games for seat in seats if seat["name"]}
    handles, apart = handles_of(names), get_kind(pool.kind).counting.seats_rated_separately
    if ratings is None:
        stored = pool.standings.filter(handle__in=set(handles.values()))
        ratings = {(row.handle, row.place): Rated(row.mu, row.sigma, row.number) for row in stored}
    points = []
    for time_key, game, seats in games:
        if not (teams := teams_of(seats, handles, apart=apart)):
            continue
        rated_now = rate_game(teams, ratings)
        ratings |= rated_now
        points += [
            RatingPoint(
                pool=pool, handle=handle, place=place, time_key=time_key, game_id=game,
                **rated._asdict(),
            )
            for (handle, place), rated in rated_now.items()
        ]  # fmt: skip
    return points


def _last_standings(pool: RatingPool, points: Iterable[RatingPoint]) -> list[Standing]:
    """Return the last of the points of each player and seat as standings."""
    last = {(point.handle, point.place): point for point in points}
    return [_standing(pool, point) for _, point in sorted(last.items())]


def _standing(pool: RatingPool, point: RatingPoint) -> Standing:
    fields = {field.name: getattr(point, field.name) for field in RatingFields._meta.fields}
    return Standing(pool=pool, low=Rated(*_values(point)).low, **fields)


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
        update_fields=["time_key", "game_id", "number", "mu", "sigma", "low"],
    )


def rated_from_first(pool: RatingPool, games: Sequence[Entry]) -> list[Standing]:
    """Return the standings after these games, in order, without earlier ones; write nothing."""
    ratings: dict[Entrant, Rated] = {}
    batches = (games[start : start + BATCH] for start in range(0, len(games), BATCH))
    points = (point for batch in batches for point in _rate_games(pool, batch, ratings))
    return _last_standings(pool, points)


def wrong_ratings(*, correct: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield ratings that differ, in any digit, from those of rating all games again: key, stored,
    right. With `correct`, due games are rated first, and wrong pools are rated from their first
    game. Otherwise nothing is written, and only points before the due games are compared.
    """
    if correct:
        with transaction.atomic():
            mark_due(_missing_pools())
        rate_waiting()
    for pool in RatingPool.objects.order_by("pk"):
        wrong = list(differences(_stored_ratings(pool), _right_ratings(pool)))
        for key, *values in wrong:
            yield f"{pool} {key}", *values
        if wrong and correct:
            with transaction.atomic():
                RatingPoint.objects.filter(pool=pool).delete()
                Standing.objects.filter(pool=pool).delete()
                RatingPool.objects.filter(pk=pool.pk).update(due_time_key="", due_game=0)
            rate_waiting()


def _right_ratings(pool: RatingPool) -> dict[Any, Any]:
    """Return the right points and standings; if games are due, only the points before them."""
    points = _rate_games(pool, list(_games_from(pool, FIRST)), {})
    if pool.due_game is not None:
        due = (pool.due_time_key, pool.due_game)
        return _by_key(point for point in points if (point.time_key, point.game_id) < due)
    return _by_key([*points, *_last_standings(pool, points)])


def _stored_ratings(pool: RatingPool) -> dict[Any, Any]:
    """Return the same as stored."""
    if pool.due_game is not None:
        return _by_key(pool.points.exclude(_from((pool.due_time_key, pool.due_game))).iterator())
    return _by_key(chain(pool.points.iterator(), pool.standings.all()))


def _missing_pools() -> dict[Key, Position]:
    """Return the pools that have games and no row, with the position of the first game."""
    cells = Contribution.objects.order_by().values_list(*(f"cell__{n}" for n in POOL_FIELDS))
    known = set(RatingPool.objects.values_list(*POOL_FIELDS))
    return {key: FIRST for key in set(cells.distinct()) if key not in known}


def _by_key(rows: Iterable[RatingFields]) -> dict[Any, Any]:
    """Return the values of points and standings, by what identifies them."""
    return {
        ("standing", row.handle, row.place)
        if isinstance(row, Standing)
        else (row.handle, row.place, row.time_key, row.game_id): _values(row)
        for row in rows
    }


def _values(row: RatingFields) -> tuple[float, float, int]:
    return row.mu, row.sigma, row.number
