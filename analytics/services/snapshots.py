"""Storing sums in snapshots: cells, players, and the fits of results."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
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
from analytics.reads.players import handles_of
from analytics.rollups.measures import Sums, Trees, add_into
from analytics.rollups.players import INSTANT, MAX_FORM, FormGame, result_of
from analytics.services.cells import new_cell
from analytics.services.player_cells import player_cell, sums_by_key
from analytics.services.results import Pool, PoolRows, fitted_rows, with_handles
from analytics.services.trees import add_trees_of
from replays.reads.names import HIDDEN_PREFIX

_BATCH_SIZE = 200


class PlayerSums:
    """The sums of players over some games with their last results, and the fits of the results.

    They know neither uploaders nor hidden players, so a dump is enough to repeat them. `find`
    returns the handles of players by the keys of their names.
    """

    def __init__(self, find: Callable[[set[str]], Mapping[str, str]] = handles_of) -> None:
        self._find = find
        self._names: dict[Key, str] = {}
        self._sums: dict[Key, Sums] = {}
        self._form: dict[Key, list[FormGame]] = defaultdict(list)
        self._games: dict[Pool, list[Played]] = defaultdict(list)
        self._fitted: list[PoolRows] = []

    def add(self, game: int, key: Key, made: Extract) -> None:
        """Add a game by the key of its cell and its facts; its seats have the keys of names. Later
        games of a kind have higher numbers.
        """
        seats = [_without_hidden(seat) for seat in made.seats]
        for player, sums in sums_by_key([(key, seats, made.habits)], self._names).items():
            add_into(self._sums.setdefault(player, {}), sums)
            result = result_of(sums["counts"])
            if self._names[player] and result:
                of_player = self._form[player]
                of_player.append((made.time_key[:INSTANT], game, result))
                of_player.sort(reverse=True)
                del of_player[MAX_FORM:]
        of = dict(zip(KEY_FIELDS, key, strict=True))
        if of["winner"] and is_ranked(seats):
            group = Group(str(of["edition"]), str(of["mode"]), str(of["board_digest"]))
            pool = str(of["kind"]), bool(of["is_simulated"])
            self._games[pool].append(Played(game, group, made.time_key, seats))

    def fit(self) -> None:
        """Fit the results of the games: the slow part, before the ledger is taken."""
        for pool, games in sorted(self._games.items()):
            self._fitted.append(fitted_rows(pool, with_handles(games, self._find))[0])

    def cells(self) -> list[PlayerCell]:
        """Return the players' sums as rows."""
        return [
            player_cell(key, self._names[key], of | ({"form": form} if form else {}))
            for key, of in sorted(self._sums.items())
            for form in [self._form.get(key)]
        ]

    def handles(self) -> dict[str, str]:
        """Return the handles of all players, by the keys of their names."""
        return dict(self._find({key for key in self._names.values() if key}))

    def store(self, snapshot: Snapshot) -> None:
        """Store the players' sums and the fits. The caller has locked the ledger."""
        _store_copies(snapshot, self.cells())
        for rows in self._fitted:
            rows.fit.revision, rows.fit.fitted_at = snapshot.revision, snapshot.made_at
            for part in ([rows.fit], rows.standings, rows.balance):
                _store_copies(snapshot, part)


def _without_hidden(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {**seat, "name": None if _is_hidden(seat["name"] or "") else seat["name"]}


def _is_hidden(key: str) -> bool:
    return key.startswith(HIDDEN_PREFIX)


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
    Snapshot.objects.filter(pk__in=ids).update(learning={})
    for model in SUMS_MODELS:
        model.in_snapshots().filter(snapshot_id__in=ids).delete()
