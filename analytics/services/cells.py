"""Applying changes to cells and contributions, under the ledger."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from analytics.models import KEY_FIELDS, Cell, Contribution, Ledger
from analytics.rollups.measures import merged
from analytics.rollups.trees import Trees, parted

from .player_cells import change_player_cells
from .ratings import due_from, essence, touched
from .trees import change_trees

Key = tuple[str | bool, ...]
Seats = list[tuple[Key, list[dict[str, Any]], dict[str, Any]]]
_WRITTEN = (
    "cell", "kind", "value", "facts_version", "engine_version", "revision", "seats", "habits",
    "played_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one game's contribution: `old` goes (if there is one), `key` with `value`
    comes (if there is one).
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
    """What comes to a cell, what goes from it, and by how many games it grows."""

    plus: dict[str, Any] = field(default_factory=dict)
    minus: dict[str, Any] = field(default_factory=dict)
    games: int = 0


def apply_changes(changes: Sequence[Change]) -> None:
    """Take off what was, add what is. The caller holds the ledger."""
    deltas = deltas_of(changes)
    trees = {key: without_trees(delta) for key, delta in deltas.items()}
    gone, come = seats_of(changes)  # before the rows say what comes
    due = _due(changes)
    cells, emptied = _change_cells(deltas)
    change_trees({cells[key].pk: both for key, both in trees.items()})
    _change_contributions(changes, cells)
    change_player_cells(gone, come)
    due_from(due)
    Cell.objects.filter(pk__in=emptied).delete()


def deltas_of(changes: Iterable[Change]) -> dict[Key, Delta]:
    """What comes and what goes by these changes, by key."""
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


def without_trees(delta: Delta) -> tuple[Trees, Trees]:
    """Take the trees out of a delta; give those that come and those that go."""
    delta.plus, plus = parted(delta.plus)
    delta.minus, minus = parted(delta.minus)
    return plus, minus


def _due(changes: Sequence[Change]) -> dict[Any, Any]:
    """From which games on which pools are to be rated again."""
    rows = []
    for change in changes:
        old, new = change.old, change.key is not None
        if old and new:
            before = (old.cell.key, essence(old.seats), old.played_at)
            if before == (change.key, essence(change.seats), change.played_at):
                continue
        if old:
            rows.append((old.cell.key, old.seats, old.played_at, old.pk))
        if change.key is not None:
            rows.append((change.key, change.seats, change.played_at, change.game_id))
    return touched(rows)


def seats_of(changes: Sequence[Change]) -> tuple[Seats, Seats]:
    """The seats that go and those that come: their game's key, they, their habits."""
    gone = [(c.old.cell.key, c.old.seats, c.old.habits) for c in changes if c.old]
    come = [(c.key, c.seats, c.habits) for c in changes if c.key is not None]
    return gone, come


def replace_contributions(changes: Sequence[Change]) -> None:
    """Set contributions right and leave the cells' sums wrong, for a recount that sums them anew.
    The caller holds the ledger.
    """
    wanted = {change.key for change in changes if change.key is not None}
    cells = cells_by_key(wanted)
    for key in wanted - set(cells):
        fields = dict(zip(KEY_FIELDS, key, strict=True))
        cells[key] = Cell.objects.create(**fields, games=1, sums={})
    _change_contributions(changes, cells)


def _change_cells(deltas: dict[Key, Delta]) -> tuple[dict[Key, Cell], list[int]]:
    """Create and change cells; give them by key, and the ids of those left without a game."""
    cells = cells_by_key(deltas)
    changed, fresh, emptied = [], [], []
    for key, delta in deltas.items():
        cell = cells.get(key)
        if cell is None:
            sums = merged(delta.plus, delta.minus, -1)
            cells[key] = cell = Cell(
                **dict(zip(KEY_FIELDS, key, strict=True)), games=delta.games, sums=sums
            )
            fresh.append(cell)
            continue
        cell.games += delta.games
        cell.sums = merged(merged(cell.sums, delta.plus), delta.minus, -1)
        if cell.games == 0:
            emptied.append(cell.pk)
        else:
            changed.append(cell)
    Cell.objects.bulk_create(fresh)
    Cell.objects.bulk_update(changed, ["games", "sums"], batch_size=200)
    return cells, emptied


def cells_by_key(keys: Iterable[Key]) -> dict[Key, Cell]:
    """The stored cells among these keys."""
    wanted = set(keys)
    if not wanted:
        return {}
    columns = dict(zip(KEY_FIELDS, zip(*wanted, strict=True), strict=True))
    narrowed = {
        f"{name}__in": set(columns[name]) for name in ("kind", "edition", "board_digest", "month")
    }
    return {cell.key: cell for cell in Cell.objects.filter(**narrowed) if cell.key in wanted}


def _change_contributions(changes: Sequence[Change], cells: dict[Key, Cell]) -> None:
    revision = Ledger.objects.values_list("revision", flat=True).get(pk=1)
    fresh: list[Contribution] = []
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
        (changed if change.old else fresh).append(row)
    Contribution.objects.bulk_create(fresh)
    Contribution.objects.bulk_update(changed, _WRITTEN, batch_size=200)
    Contribution.objects.filter(pk__in=removed).delete()
