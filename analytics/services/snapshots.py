"""Storing sums in snapshots: cells, players, standings and fits of balance."""

from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from analytics.facts.extract import Extract
from analytics.models import (
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
from analytics.models.snapshots import Key
from analytics.rollups.measures import Sums, Trees, add_into
from analytics.services.cells import new_cell
from analytics.services.player_cells import player_cell, sums_by_key
from analytics.services.ratings import (
    Entry,
    is_ranked,
    pool_key,
    rated_fields,
    rated_from_first,
)
from analytics.services.trees import add_trees_of

_BATCH_SIZE = 200


class PlayerSums:
    """The sums and ratings of players over some games."""

    def __init__(self) -> None:
        self._names: dict[Key, str] = {}
        self._sums: dict[Key, Sums] = {}
        self._games: dict[Key, list[Entry]] = defaultdict(list)
        self._rated: dict[Key, list[Standing]] = {}

    def add(self, game: int, key: Key, made: Extract) -> None:
        """Add a game by the key of its cell and its facts; its seats have the keys of names."""
        for player, sums in sums_by_key([(key, made.seats, made.habits)], self._names).items():
            add_into(self._sums.setdefault(player, {}), sums)
        if is_ranked(made.seats):
            entry = made.time_key, game, rated_fields(made.seats)
            self._games[pool_key(key)].append(entry)

    def rate(self) -> None:
        """Rate the games: the slow part, before the ledger is taken."""
        for key, games in self._games.items():
            pool = RatingPool(**dict(zip(POOL_FIELDS, key, strict=True)))
            self._rated[key] = rated_from_first(pool, sorted(games, key=itemgetter(0, 1)))

    def store(self, snapshot: Snapshot) -> None:
        """Store the players' sums and the ratings. The caller has locked the ledger."""
        cells = (player_cell(key, self._names[key], of) for key, of in sorted(self._sums.items()))
        _store_copies(snapshot, cells)
        for key, rows in sorted(self._rated.items()):
            fields: dict[str, Any] = dict(zip(POOL_FIELDS, key, strict=True))
            pool, _ = RatingPool.objects.get_or_create(**fields)
            for row in rows:
                row.pool = pool
            _store_copies(snapshot, rows)


def store_cells(snapshot: Snapshot, cells: Iterable[tuple[Key, int, Sums, Trees]]) -> None:
    """Store sums in a snapshot: key, games, sums and trees of each cell."""
    values = list(cells)
    rows = Cell.objects.bulk_create(
        (new_cell(key, games, sums, snapshot) for key, games, sums, _ in values),
        batch_size=_BATCH_SIZE,
    )
    add_trees_of({row.pk: trees for row, (*_, trees) in zip(rows, values, strict=True)}, snapshot)


def copy_fits(snapshot: Snapshot, **filters: str) -> None:
    """Copy the live fits of balance, or only those of a kind."""
    _store_copies(snapshot, BalanceFit.objects.filter(**filters))


def copy_players(snapshot: Snapshot, kind: str) -> None:
    """Copy a kind's live players, ratings and fits. The caller has locked the ledger."""
    _store_copies(snapshot, PlayerCell.objects.filter(kind=kind).iterator())
    _store_copies(snapshot, Standing.objects.filter(pool__kind=kind).iterator())
    copy_fits(snapshot, kind=kind)


def _store_copies(snapshot: Snapshot, rows: Iterable[SumsRow]) -> None:
    """Store copies of live rows of one model as rows of a snapshot."""
    copies = []
    for row in rows:
        row.pk, row.snapshot, row._state.adding = None, snapshot, True
        copies.append(row)
    if copies:
        type(copies[0])._base_manager.bulk_create(copies, batch_size=_BATCH_SIZE)


def delete_sums(snapshots: Iterable[int]) -> None:
    """Delete the sums of these snapshots, but not the snapshots."""
    ids = list(snapshots)
    for model in SUMS_MODELS:
        model.in_snapshots().filter(snapshot_id__in=ids).delete()
