"""Changing cells and contributions, under the ledger."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from analytics.models import KEY_FIELDS, Cell, Contribution, Ledger, Snapshot
from analytics.rollups.measures import merged
from analytics.rollups.trees import Trees, parted

from .player_cells import change_player_cells
from .ratings import first_positions, mark_due, rated_fields
from .trees import change_trees

Key = tuple[str | bool, ...]
Seats = list[tuple[Key, list[dict[str, Any]], dict[str, Any]]]
_WRITTEN = (
    "cell", "kind", "value", "facts_version", "engine_version", "revision", "seats", "habits",
    "played_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one game's contribution: `old` (if any) is subtracted, `value` added to the cell
    of `key` (if any).
    """

    game_id: int
    old: Contribution | None
    key: Key | None
    value: dict[str, Any] | None = None
    facts_version: int = 0
    engine_version: str = ""
    seats: list[dict[str, Any]] = field(default_factory=list)
    habits: dict[str, Any] = field(default_factory=dict)
    played_at: str = ""


@dataclass(slots=True)
class Delta:
    """The sums to add to a cell and to subtract from it, and by how many games it grows."""

    plus: dict[str, Any] = field(default_factory=dict)
    minus: dict[str, Any] = field(default_factory=dict)
    games: int = 0


def apply_changes(changes: Sequence[Change]) -> None:
    """Subtract the old contributions and add the new ones. The caller holds the ledger."""
    removed, added = _seats_of(changes)  # before the rows change
    due = _due(changes)
    cells, emptied = change_cells(changes)
    _change_contributions(changes, cells)
    change_player_cells(removed, added)
    mark_due(due)
    Cell.objects.filter(pk__in=emptied).delete()


def change_cells(
    changes: Iterable[Change], snapshot: Snapshot | None = None
) -> tuple[dict[Key, Cell], list[int]]:
    """Create and change the cells of the live sums, or of a snapshot, with their trees. Return the
    cells by key, and the primary keys of those without a game, which are still there. The caller
    holds the ledger.
    """
    deltas = _deltas(changes)
    trees = {key: _without_trees(delta) for key, delta in deltas.items()}
    cells, emptied = _change_sums(deltas, snapshot)
    change_trees({cells[key].pk: both for key, both in trees.items()}, snapshot)
    return cells, emptied


def _deltas(changes: Iterable[Change]) -> dict[Key, Delta]:
    deltas: dict[Key, Delta] = defaultdict(Delta)
    for change in changes:
        if change.old is not None:
            delta = deltas[change.old.cell.key]
            delta.minus = merged(delta.minus, change.old.value)
            delta.games -= 1
        if change.key is not None and change.value is not None:
            delta = deltas[change.key]
            delta.plus = merged(delta.plus, change.value)
            delta.games += 1
    return deltas


def _without_trees(delta: Delta) -> tuple[Trees, Trees]:
    """Take the trees out of a delta; return those to add and those to subtract."""
    delta.plus, plus = parted(delta.plus)
    delta.minus, minus = parted(delta.minus)
    return plus, minus


def _due(changes: Sequence[Change]) -> dict[Any, Any]:
    """Return the pools to be rated again, and from which games on."""
    rows = []
    for change in changes:
        old, new = change.old, change.key is not None
        if old and new:
            before = (old.cell.key, rated_fields(old.seats), old.played_at)
            if before == (change.key, rated_fields(change.seats), change.played_at):
                continue
        if old:
            rows.append((old.cell.key, old.seats, old.played_at, old.pk))
        if change.key is not None:
            rows.append((change.key, change.seats, change.played_at, change.game_id))
    return first_positions(rows)


def _seats_of(changes: Sequence[Change]) -> tuple[Seats, Seats]:
    """Return the seats to subtract and those to add: the game's key, the seats, their habits."""
    removed = [(c.old.cell.key, c.old.seats, c.old.habits) for c in changes if c.old]
    added = [(c.key, c.seats, c.habits) for c in changes if c.key is not None]
    return removed, added


def replace_contributions(changes: Sequence[Change]) -> None:
    """Correct contributions and leave the cells' sums wrong, for a recount that adds them up again.
    The caller holds the ledger.
    """
    wanted = {change.key for change in changes if change.key is not None}
    cells = _cells_by_key(wanted, None)
    for key in wanted - set(cells):
        cells[key] = new_cell(key, 1, {})
        cells[key].save()
    _change_contributions(changes, cells)


def _change_sums(
    deltas: dict[Key, Delta], snapshot: Snapshot | None
) -> tuple[dict[Key, Cell], list[int]]:
    cells = _cells_by_key(deltas, snapshot)
    changed, added, emptied = [], [], []
    for key, delta in deltas.items():
        cell = cells.get(key)
        if cell is None:
            sums = merged(delta.plus, delta.minus, -1)
            cells[key] = cell = new_cell(key, delta.games, sums, snapshot)
            added.append(cell)
            continue
        cell.games += delta.games
        cell.sums = merged(merged(cell.sums, delta.plus), delta.minus, -1)
        if cell.games == 0:
            emptied.append(cell.pk)
        else:
            changed.append(cell)
    Cell.objects.bulk_create(added)
    Cell.of(snapshot).bulk_update(changed, ["games", "sums"], batch_size=200)
    return cells, emptied


def new_cell(key: Key, games: int, sums: dict[str, Any], snapshot: Snapshot | None = None) -> Cell:
    """Return a cell that is not stored yet."""
    fields: dict[str, Any] = dict(zip(KEY_FIELDS, key, strict=True))
    return Cell(snapshot=snapshot, games=games, sums=sums, **fields)


def _cells_by_key(keys: Iterable[Key], snapshot: Snapshot | None) -> dict[Key, Cell]:
    wanted = set(keys)
    if not wanted:
        return {}
    columns = dict(zip(KEY_FIELDS, zip(*wanted, strict=True), strict=True))
    narrowed = {
        f"{name}__in": set(columns[name]) for name in ("kind", "edition", "board_digest", "month")
    }
    rows = Cell.of(snapshot).filter(**narrowed)
    return {cell.key: cell for cell in rows if cell.key in wanted}


def _change_contributions(changes: Sequence[Change], cells: dict[Key, Cell]) -> None:
    revision = Ledger.objects.values_list("revision", flat=True).get(pk=1)
    added: list[Contribution] = []
    changed: list[Contribution] = []
    removed: list[int] = []
    for change in changes:
        if change.key is None or change.value is None:
            removed.append(change.game_id)
            continue
        row = change.old or Contribution(game_id=change.game_id)
        row.cell, row.value = cells[change.key], change.value
        row.kind, row.revision = row.cell.kind, revision
        row.facts_version, row.engine_version = change.facts_version, change.engine_version
        row.seats, row.habits = change.seats, change.habits
        row.played_at = change.played_at
        (changed if change.old else added).append(row)
    Contribution.objects.bulk_create(added)
    Contribution.objects.bulk_update(changed, _WRITTEN, batch_size=200)
    Contribution.objects.filter(pk__in=removed).delete()
