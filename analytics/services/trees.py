"""Writing the sums of routes with their cells, under the ledger."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from analytics.models import Snapshot, Tree
from analytics.rollups.measures import Sums, merged
from analytics.rollups.trees import Path, Trees
from games.core.sums import RouteSum

Changed = Mapping[int, tuple[Trees, Trees]]
"""Primary key of a cell → trees to add, trees to subtract."""


def change_trees(changed: Changed, snapshot: Snapshot | None) -> None:
    """Add and subtract trees of cells of the live sums, or of a snapshot. Raises NegativeSum where
    a count would fall below zero.
    """
    rows = Tree.of(snapshot)
    stored = _stored(rows, {cell: {*plus, *minus} for cell, (plus, minus) in changed.items()})
    added: list[Tree] = []
    updated: list[Tree] = []
    emptied: list[int] = []
    for cell, (plus, minus) in changed.items():
        for path in {*plus, *minus}:
            row = stored.get((cell, path))
            sums = merged(row.sums if row else {}, plus.get(path, {}))
            sums = merged(sums, minus.get(path, {}), -1)
            if row is None:
                if sums:
                    added.append(_tree(cell, path, sums, snapshot))
            elif sums:
                row.sums, row.n = sums, RouteSum.of_leaf(sums[row.start]).n
                updated.append(row)
            else:
                emptied.append(row.pk)
    rows.bulk_create(added)
    rows.bulk_update(updated, ["sums", "n"], batch_size=200)
    rows.filter(pk__in=emptied).delete()


def add_trees_of(trees: Mapping[int, Trees], snapshot: Snapshot | None = None) -> None:
    """Store the trees of cells that have none, by the cells' primary keys."""
    rows = (
        _tree(cell, path, sums, snapshot)
        for cell, of_cell in trees.items()
        for path, sums in of_cell.items()
    )
    Tree.objects.bulk_create(rows, batch_size=500)


def replace_trees(cell: int, right: Trees) -> None:
    """Set all trees of a cell."""
    Tree.objects.filter(cell_id=cell).delete()
    add_trees_of({cell: right})


def trees_of(cells: Iterable[int]) -> dict[int, Trees]:
    """Return the stored trees of some cells."""
    trees: dict[int, Trees] = {}
    for row in Tree.objects.filter(cell_id__in=list(cells)):
        trees.setdefault(row.cell_id, {})[row.path] = row.sums
    return trees


def _stored(rows: QuerySet[Tree], wanted: Mapping[int, set[Path]]) -> dict[tuple[int, Path], Tree]:
    paths = [path for of in wanted.values() for path in of]
    if not paths:
        return {}
    metrics, roots, starts = (set(column) for column in zip(*paths, strict=True))
    rows = rows.filter(
        cell_id__in=list(wanted), metric__in=metrics, root__in=roots, start__in=starts
    )
    return {(row.cell_id, row.path): row for row in rows if row.path in wanted[row.cell_id]}


def _tree(cell: int, path: Path, sums: Sums, snapshot: Snapshot | None) -> Tree:
    metric, root, start = path
    return Tree(
        snapshot=snapshot, cell_id=cell, metric=metric, root=root, start=start,
        n=RouteSum.of_leaf(sums[start]).n, sums=sums,
    )  # fmt: skip
