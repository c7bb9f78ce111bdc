"""Move the rows of snapshots into the tables of the live sums.

Each batch is a transaction that also deletes the old rows, so that an interrupted migration can
continue.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_BATCH = 200
_TABLES = {
    "SnapshotCell": "Cell",
    "SnapshotPlayerCell": "PlayerCell",
    "SnapshotStanding": "Standing",
    "SnapshotFit": "BalanceFit",
}
_TREES = {"SnapshotCell": "SnapshotTree", "Cell": "Tree"}
_UNKNOWN = {"played_at": "", "game_id": 0}
"""Columns of a standing that the old rows did not have."""


def forward(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Move the rows into the tables of the live sums."""
    for source, target in _TABLES.items():
        _move(apps, source, target)


def back(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Move the rows back."""
    for source, target in _TABLES.items():
        _move(apps, target, source)


def _move(apps: Apps, source: str, target: str) -> None:
    old, new = apps.get_model("analytics", source), apps.get_model("analytics", target)
    have = {field.attname for field in old._meta.concrete_fields}
    names = [f.attname for f in new._meta.concrete_fields if f.attname in have and f.name != "id"]
    unknown = {n: v for n, v in _UNKNOWN.items() if n not in have and hasattr(new, n)}
    last = 0
    while True:
        with transaction.atomic():
            rows = old.objects.filter(snapshot_id__isnull=False, pk__gt=last).order_by("pk")
            batch = list(rows[:_BATCH])
            if not batch:
                return
            last = batch[-1].pk
            moved = new.objects.bulk_create(
                new(**{name: getattr(row, name) for name in names}, **unknown) for row in batch
            )
            if source in _TREES:
                keys = {row.pk: made.pk for row, made in zip(batch, moved, strict=True)}
                _move_trees(apps, keys, source, target)
            _delete(old.objects.filter(pk__in=[row.pk for row in batch]))


def _move_trees(apps: Apps, keys: dict[int, int], source: str, target: str) -> None:
    old, new = (apps.get_model("analytics", _TREES[name]) for name in (source, target))
    cells = apps.get_model("analytics", target).objects.filter(pk__in=keys.values())
    snapshots = dict(cells.values_list("pk", "snapshot_id"))
    trees: Any = old.objects.filter(cell_id__in=keys)
    rows = []
    for tree in trees.iterator(chunk_size=_BATCH):
        row = new(metric=tree.metric, root=tree.root, start=tree.start, n=tree.n, sums=tree.sums)
        row.cell_id = keys[tree.cell_id]
        row.snapshot_id = snapshots[row.cell_id]  # SnapshotTree has no such column
        rows.append(row)
    new.objects.bulk_create(rows, batch_size=_BATCH)
    _delete(trees)


def _delete(rows: Any) -> None:
    """Delete rows that no other row refers to."""
    rows._raw_delete(rows.db)


class Migration(migrations.Migration):
    """Both ways."""

    atomic = False  # one transaction per batch
    dependencies = [("analytics", "0013_snapshot_key")]

    operations = [migrations.RunPython(forward, back)]
