"""Writing the sums of routes with their cells, under the ledger."""

from collections.abc import Iterable, Mapping

from analytics.models import Snapshot, Tree
from analytics.rollups.measures import Path, Sums, Trees, apply_sums
from games.core.sums import RouteSum

from .bulk import insert_rows, update_rows

Changed = Mapping[int, tuple[Trees, Trees]]
"""Primary key of a cell → trees to add, trees to subtract."""


def change_trees(changed: Changed, snapshot: Snapshot | None) -> None:
    """Add and subtract trees of cells of the live sums, or of a snapshot. Raises NegativeSum where
    a count would fall below zero.
    """
    keys = [(cell, path) for cell, trees in changed.items() for path in {*trees[0], *trees[1]}]
    stored = Tree.by_key(((cell, *path) for cell, path in keys), snapshot)
    added: list[Tree] = []
    updated: list[Tree] = []
    emptied: list[int] = []
    for cell, path in keys:
        row = stored.get((cell, *path)) or _tree(cell, path, {}, snapshot)
        plus, minus = (trees.get(path, {}) for trees in changed[cell])
        apply_sums(row.sums, plus)
        apply_sums(row.sums, minus, -1)
        row.n = _count(row)
        if row._state.adding:
            added += [row] if row.sums else []
        elif row.sums:
            updated.append(row)
        else:
            emptied.append(row.pk)
    insert_rows(Tree, added)
    update_rows(Tree, updated, ["sums", "n"])
    if emptied:
        Tree.of(snapshot).filter(pk__in=emptied).delete()


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


def _count(row: Tree) -> int:
    return RouteSum.of_leaf(row.sums[row.start]).n if row.sums else 0


def _tree(cell: int, path: Path, sums: Sums, snapshot: Snapshot | None) -> Tree:
    metric, root, start = path
    row = Tree(snapshot=snapshot, cell_id=cell, metric=metric, root=root, start=start, sums=sums)
    row.n = _count(row)
    return row
