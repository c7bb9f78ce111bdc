"""Storing sums in snapshots: cells, players, and the fits of results."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from analytics.facts.extract import Extract
from analytics.inference.played import Group, Played, is_ranked
from analytics.models import (
    KEY_FIELDS,
    SUMS_MODELS,
    BalanceFit,
    Cell,
    PlayerCell,
    ResultsFit,
    Snapshot,
    Standing,
    SumsRow,
)
from analytics.models.snapshots import Key
from analytics.rollups.measures import Sums, Trees, add_into
from analytics.services.cells import new_cell
from analytics.services.player_cells import player_cell, sums_by_key
from analytics.services.results import Pool, PoolRows, fitted_rows, with_handles
from analytics.services.trees import add_trees_of

_BATCH_SIZE = 200


class PlayerSums:
    """The sums of players over some games, and the fits of their results.

    The fits know no uploaders: they depend on the games only, so a dump is enough to repeat them.
    """

    def __init__(self) -> None:
        self._names: dict[Key, str] = {}
        self._sums: dict[Key, Sums] = {}
        self._games: dict[Pool, list[Played]] = defaultdict(list)
        self._fitted: list[PoolRows] = []

    def add(self, game: int, key: Key, made: Extract) -> None:
        """Add a game by the key of its cell and its facts; its seats have the keys of names."""
        for player, sums in sums_by_key([(key, made.seats, made.habits)], self._names).items():
            add_into(self._sums.setdefault(player, {}), sums)
        of = dict(zip(KEY_FIELDS, key, strict=True))
        if of["winner"] and is_ranked(made.seats):
            group = Group(str(of["edition"]), str(of["mode"]), str(of["board_digest"]))
            pool = str(of["kind"]), bool(of["is_simulated"])
            self._games[pool].append(Played(game, group, made.time_key, made.seats))

    def fit(self) -> None:
        """Fit the results of the games: the slow part, before the ledger is taken."""
        for pool, games in sorted(self._games.items()):
            self._fitted.append(fitted_rows(pool, with_handles(games))[0])

    def store(self, snapshot: Snapshot) -> None:
        """Store the players' sums and the fits. The caller has locked the ledger."""
        cells = (player_cell(key, self._names[key], of) for key, of in sorted(self._sums.items()))
        _store_copies(snapshot, cells)
        for rows in self._fitted:
            rows.fit.revision, rows.fit.fitted_at = snapshot.revision, snapshot.made_at
            for part in ([rows.fit], rows.standings, rows.balance):
                _store_copies(snapshot, part)


def store_cells(snapshot: Snapshot, cells: Iterable[tuple[Key, int, Sums, Trees]]) -> None:
    """Store sums in a snapshot: key, games, sums and trees of each cell."""
    values = list(cells)
    rows = Cell.objects.bulk_create(
        (new_cell(key, games, sums, snapshot) for key, games, sums, _ in values),
        batch_size=_BATCH_SIZE,
    )
    add_trees_of({row.pk: trees for row, (*_, trees) in zip(rows, values, strict=True)}, snapshot)


def copy_players(snapshot: Snapshot, kind: str) -> None:
    """Copy a kind's live players, ratings and balance. The caller has locked the ledger."""
    of_kind: dict[str, Any] = {"kind": kind}
    models: tuple[type[SumsRow], ...] = (PlayerCell, ResultsFit, Standing, BalanceFit)
    for model in models:
        _store_copies(snapshot, model.of(None).filter(**of_kind).iterator())


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
