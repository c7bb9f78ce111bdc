"""Changing cells and contributions, under the ledger."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analytics.facts.extract import Extract
from analytics.models import KEY_FIELDS, Cell, Contribution, Snapshot
from analytics.models.snapshots import Key
from analytics.reads.counting import ledger_revision
from analytics.rollups.measures import Sums, Trees, add_trees, apply_sums, split_trees

from .bulk import insert_rows, update_rows
from .ledger import Shard, lock_players
from .player_cells import PlayerChanges, change_player_cells
from .trees import change_trees

_MONTH = KEY_FIELDS.index("month")
_WRITTEN = ("cell", "kind", "revision", *Extract._fields)


class Change(NamedTuple):
    """A change of one game's contribution: `old` (if any) is subtracted, `new` (if any) is added:
    the key of its cell and its facts.
    """

    game_id: int
    old: Contribution | None
    new: tuple[Key, Extract] | None = None


@dataclass(slots=True)
class Delta:
    """The sums of games to add to a cell and to subtract from it, and by how many games it grows.

    Without trees; `trees` are those to add and to subtract.
    """

    plus: list[Sums] = field(default_factory=list)
    minus: list[Sums] = field(default_factory=list)
    trees: tuple[Trees, Trees] = field(default_factory=lambda: ({}, {}))
    games: int = 0

    def add(self, value: Mapping[str, Any]) -> None:
        """Add what a game adds."""
        sums, trees = split_trees(value)
        self.plus.append(sums)
        add_trees(self.trees[0], trees)
        self.games += 1

    def subtract(self, value: Mapping[str, Any]) -> None:
        """Subtract what a game added."""
        sums, trees = split_trees(value)
        self.minus.append(sums)
        add_trees(self.trees[1], trees)
        self.games -= 1


def shards_of(changes: Iterable[Change]) -> set[Shard]:
    """Return the board games and months whose sums some changes change."""
    keys = {change.old.cell.key for change in changes if change.old}
    keys |= {change.new[0] for change in changes if change.new}
    return {(str(key[0]), str(key[_MONTH])) for key in keys}


def apply_changes(changes: Sequence[Change], lock: Callable[[], None] | None = None) -> None:
    """Subtract the old contributions and add the new ones. The caller has locked the ledger, or
    these games in it; then `lock` locks the shards of the changes, after what needs no lock.
    """
    removed = [(c.old.cell.key, c.old.seats, c.old.habits) for c in changes if c.old]
    added = [(c.new[0], c.new[1].seats, c.new[1].habits) for c in changes if c.new]
    players = PlayerChanges.of(removed, added)
    if lock is not None:
        lock()
    cells, emptied = change_cells(changes)
    _change_contributions(changes, cells)
    lock_players(kind for kind, _ in shards_of(changes))
    change_player_cells(players)
    if emptied:
        Cell.objects.filter(pk__in=emptied).delete()


def change_cells(
    changes: Iterable[Change], snapshot: Snapshot | None = None
) -> tuple[dict[Key, Cell], list[int]]:
    """Create and change the cells of the live sums, or of a snapshot, with their trees. Return the
    cells by key, and the primary keys of those without a game, which are still there. The caller
    holds the ledger.
    """
    deltas: dict[Key, Delta] = defaultdict(Delta)
    for _, old, new in changes:
        if old is not None:
            deltas[old.cell.key].subtract(old.value)
        if new is not None:
            deltas[new[0]].add(new[1].value)
    cells, emptied = _change_sums(deltas, snapshot)
    change_trees({cells[key].pk: delta.trees for key, delta in deltas.items()}, snapshot)
    return cells, emptied


def replace_contributions(changes: Sequence[Change]) -> None:
    """Correct contributions and leave the cells' sums wrong, for a recount that adds them up again.
    The caller has locked the ledger.
    """
    wanted = {change.new[0] for change in changes if change.new}
    cells = Cell.by_key(wanted)
    for key in wanted - set(cells):
        cells[key] = new_cell(key, 1, {})
        cells[key].save()
    _change_contributions(changes, cells)


def _change_sums(
    deltas: dict[Key, Delta], snapshot: Snapshot | None
) -> tuple[dict[Key, Cell], list[int]]:
    cells = Cell.by_key(deltas, snapshot)
    changed, added, emptied = [], [], []
    for key, delta in deltas.items():
        cell = cells.setdefault(key, new_cell(key, 0, {}, snapshot))
        cell.games += delta.games
        for sums in delta.plus:
            apply_sums(cell.sums, sums)
        for sums in delta.minus:
            apply_sums(cell.sums, sums, -1)
        if cell._state.adding:
            added.append(cell)
        elif cell.games == 0:
            emptied.append(cell.pk)
        else:
            changed.append(cell)
    insert_rows(Cell, added)
    update_rows(Cell, changed, ["games", "sums"])
    return cells, emptied


def new_cell(key: Key, games: int, sums: dict[str, Any], snapshot: Snapshot | None = None) -> Cell:
    """Return a cell that is not stored yet."""
    fields: dict[str, Any] = dict(zip(KEY_FIELDS, key, strict=True))
    return Cell(snapshot=snapshot, games=games, sums=sums, **fields)


def _change_contributions(changes: Iterable[Change], cells: dict[Key, Cell]) -> None:
    revision = ledger_revision()
    added: list[Contribution] = []
    changed: list[Contribution] = []
    removed: list[int] = []
    for game, old, new in changes:
        if new is None:
            removed.append(game)
            continue
        row = old or Contribution(game_id=game)
        row.cell, row.revision = cells[new[0]], revision
        row.kind = row.cell.kind
        for name, value in new[1]._asdict().items():
            setattr(row, name, value)
        (changed if old else added).append(row)
    insert_rows(Contribution, added)
    update_rows(Contribution, changed, _WRITTEN)
    if removed:
        Contribution.objects.filter(pk__in=removed).delete()
