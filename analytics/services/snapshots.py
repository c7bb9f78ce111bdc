"""Storing sums in snapshots: cells, players, standings and fits of balance."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from analytics.models import (
    KEY_FIELDS,
    POOL_FIELDS,
    SUMS_MODELS,
    BalanceFit,
    Cell,
    PlayerCell,
    RatingPool,
    Snapshot,
    Standing,
    SumsRow,
)
from analytics.rollups.measures import Sums, add_into
from analytics.rollups.trees import Trees
from analytics.services.cells import Key, new_cell
from analytics.services.player_cells import PlayerKey, player_cell, sums_by_key
from analytics.services.ratings import Entry, PoolKey, rated_fields, rated_from_first
from analytics.services.trees import add_trees_of

_BATCH_SIZE = 200
Seats = Sequence[dict[str, Any]]
_Row = TypeVar("_Row", bound=SumsRow)


class PlayersOfGames:
    """The sums of some games for the players of them."""

    def __init__(self) -> None:
        self._names: dict[PlayerKey, str] = {}
        self._sums: dict[PlayerKey, Sums] = {}
        self._games: dict[PoolKey, list[Entry]] = defaultdict(list)
        self._rated: dict[PoolKey, list[Standing]] = {}

    def add(self, game: int, key: Key, seats: Seats, habits: Sums, played_at: str) -> None:
        """Add a game; `seats` have the keys of their names."""
        for player_key, sums in sums_by_key([(key, list(seats), habits)], self._names).items():
            add_into(self._sums.setdefault(player_key, {}), sums)
        if any(seat["side"] != -1 for seat in seats):
            fields = dict(zip(KEY_FIELDS, key, strict=True))
            pool = tuple(fields[name] for name in POOL_FIELDS)
            self._games[pool].append((played_at, game, rated_fields(seats)))

    def rate(self) -> None:
        """Rate the games: the slow part, before the ledger is taken."""
        for key, games in self._games.items():
            pool = RatingPool(**dict(zip(POOL_FIELDS, key, strict=True)))
            self._rated[key] = rated_from_first(pool, sorted(games, key=_order))

    def store(self, snapshot: Snapshot) -> None:
        """Store the players' sums and the ratings. The caller holds the ledger."""
        cells = (player_cell(key, self._names[key], of) for key, of in sorted(self._sums.items()))
        PlayerCell.objects.bulk_create(_copies(snapshot, cells), batch_size=_BATCH_SIZE)
        for key, rows in sorted(self._rated.items()):
            fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
            pool, _ = RatingPool.objects.get_or_create(**fields)
            for row in rows:
                row.pool = pool
            Standing.objects.bulk_create(_copies(snapshot, rows), batch_size=_BATCH_SIZE)


def _order(entry: Entry) -> tuple[str, int]:
    return entry[0], entry[1]


def store_cells(snapshot: Snapshot, cells: Iterable[tuple[Key, int, Sums, Trees]]) -> None:
    """Store sums in a snapshot: key, games, sums and trees of each cell."""
    values = list(cells)
    rows = Cell.objects.bulk_create(
        (new_cell(key, games, sums, snapshot) for key, games, sums, _ in values),
        batch_size=_BATCH_SIZE,
    )
    add_trees_of({row.pk: trees for row, (*_, trees) in zip(rows, values, strict=True)}, snapshot)


def copy_fits(snapshot: Snapshot, **of: str) -> None:
    """Copy the live fits of balance, or only those of a kind."""
    BalanceFit.objects.bulk_create(_copies(snapshot, BalanceFit.objects.filter(**of)))


def copy_players(snapshot: Snapshot, kind: str) -> None:
    """Copy a kind's live players, ratings and fits. The caller holds the ledger."""
    cells = PlayerCell.objects.filter(kind=kind).iterator()
    PlayerCell.objects.bulk_create(_copies(snapshot, cells), batch_size=_BATCH_SIZE)
    standings = Standing.objects.filter(pool__kind=kind).iterator()
    Standing.objects.bulk_create(_copies(snapshot, standings), batch_size=_BATCH_SIZE)
    copy_fits(snapshot, kind=kind)


def _copies(snapshot: Snapshot, rows: Iterable[_Row]) -> Iterator[_Row]:
    """Turn live rows into new rows of a snapshot."""
    for row in rows:
        row.pk, row.snapshot, row._state.adding = None, snapshot, True
        yield row


def delete_sums(snapshots: Iterable[int]) -> None:
    """Delete the sums of these snapshots, but not the snapshots."""
    ids = list(snapshots)
    for model in SUMS_MODELS:
        model.in_snapshots().filter(snapshot_id__in=ids).delete()
