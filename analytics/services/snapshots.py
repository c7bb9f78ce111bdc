"""Players' sums, standings and fits of balance, kept in a snapshot beside its cells."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from analytics.models import (
    KEY_FIELDS,
    POOL_FIELDS,
    BalanceFit,
    PlayerCell,
    RatingPool,
    Snapshot,
    SnapshotFit,
    SnapshotPlayerCell,
    SnapshotStanding,
    Standing,
)
from analytics.rollups.measures import Sums, add_into
from analytics.services.cells import Key
from analytics.services.player_cells import PlayerKey, fields_of, sums_by_key
from analytics.services.ratings import Entry, PoolKey, essence, rated_from_first

_A_STATEMENT = 200
Seats = Sequence[dict[str, Any]]


class PlayersOfGames:
    """What some games add up to for those who played them."""

    def __init__(self) -> None:
        self._names: dict[PlayerKey, str] = {}
        self._sums: dict[PlayerKey, Sums] = {}
        self._games: dict[PoolKey, list[Entry]] = defaultdict(list)
        self._rated: dict[PoolKey, list[Standing]] = {}

    def add(self, game: int, key: Key, seats: Seats, habits: Sums, played_at: str) -> None:
        """Add a game; `seats` have the keys of their names."""
        for place, sums in sums_by_key([(key, list(seats), habits)], self._names).items():
            add_into(self._sums.setdefault(place, {}), sums)
        if any(seat["side"] != -1 for seat in seats):
            fields = dict(zip(KEY_FIELDS, key, strict=True))
            pool = tuple(fields[name] for name in POOL_FIELDS)
            self._games[pool].append((played_at, game, essence(seats)))

    def rate(self) -> None:
        """Rate the games: what takes long, before anybody is held off."""
        for key, games in self._games.items():
            pool = RatingPool(**dict(zip(POOL_FIELDS, key, strict=True)))
            self._rated[key] = rated_from_first(pool, sorted(games, key=_order))

    def keep_in(self, snapshot: Snapshot) -> None:
        """Keep the players' sums, and the ratings. The caller holds the ledger."""
        SnapshotPlayerCell.objects.bulk_create(
            (
                SnapshotPlayerCell(snapshot=snapshot, **fields_of(key, self._names[key], sums))
                for key, sums in sorted(self._sums.items())
            ),
            batch_size=_A_STATEMENT,
        )
        for key, rows in sorted(self._rated.items()):
            fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
            pool, _ = RatingPool.objects.get_or_create(**fields)
            _keep_standings(snapshot, pool.pk, rows)


def _order(entry: Entry) -> tuple[str, int]:
    return entry[0], entry[1]


def keep_fits(snapshot: Snapshot, **of: str) -> None:
    """Keep the fits of balance as they stand; perhaps only those of a kind."""
    names = [field.attname for field in BalanceFit._meta.concrete_fields if field.name != "id"]
    rows = BalanceFit.objects.filter(**of).values(*names)
    SnapshotFit.objects.bulk_create(SnapshotFit(snapshot=snapshot, **row) for row in rows)


def keep_players_of(snapshot: Snapshot, kind: str) -> None:
    """Keep a kind's players, ratings and fits as they stand. The caller holds the ledger."""
    names = [field.attname for field in PlayerCell._meta.concrete_fields if field.name != "id"]
    SnapshotPlayerCell.objects.bulk_create(
        (
            SnapshotPlayerCell(snapshot=snapshot, **row)
            for row in PlayerCell.objects.filter(kind=kind).values(*names).iterator()
        ),
        batch_size=_A_STATEMENT,
    )
    for pool in RatingPool.objects.filter(kind=kind):
        _keep_standings(snapshot, pool.pk, pool.standings.iterator())
    keep_fits(snapshot, kind=kind)


def _keep_standings(snapshot: Snapshot, pool: int, rows: Iterable[Standing]) -> None:
    SnapshotStanding.objects.bulk_create(
        (
            SnapshotStanding(
                snapshot=snapshot, pool_id=pool, handle=row.handle, place=row.place,
                number=row.number, mu=row.mu, sigma=row.sigma, low=row.low,
            )
            for row in rows
        ),
        batch_size=_A_STATEMENT,
    )  # fmt: skip


def let_players_go(snapshots: Iterable[int]) -> None:
    """Take away what is kept of players in these snapshots."""
    ids = list(snapshots)
    for rows in (SnapshotPlayerCell, SnapshotStanding, SnapshotFit):
        rows.objects.filter(snapshot_id__in=ids).delete()
