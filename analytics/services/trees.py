"""Keeping the sums of ways, under the ledger, beside their cells."""

from collections.abc import Iterable, Mapping
from typing import Any

from analytics.models import SnapshotTree, Tree
from analytics.rollups.measures import Sums, merged
from analytics.rollups.trees import Place, Trees

Changed = Mapping[int, tuple[Trees, Trees]]
"""Primary key of a cell → what comes, what goes."""


Table = type[Tree] | type[SnapshotTree]


def change_trees(changed: Changed, table: Table = Tree) -> None:
    """Add and take off, of cells as they are now or of a snapshot. Raises NegativeSum where more
    would go than there is.
    """
    stored = _stored(table, {cell: {*plus, *minus} for cell, (plus, minus) in changed.items()})
    fresh: list[Any] = []
    grown: list[Any] = []
    emptied: list[int] = []
    for cell, (plus, minus) in changed.items():
        for place in {*plus, *minus}:
            row = stored.get((cell, place))
            sums = merged(row.sums if row else {}, plus.get(place, {}))
            sums = merged(sums, minus.get(place, {}), -1)
            if row is None:
                if sums:
                    fresh.append(row_of(table, cell, place, sums))
            elif sums:
                row.sums, row.n = sums, sums[row.start][0]
                grown.append(row)
            else:
                emptied.append(row.pk)
    table.objects.bulk_create(fresh)
    table.objects.bulk_update(grown, ["sums", "n"], batch_size=200)
    table.objects.filter(pk__in=emptied).delete()


def replace_trees(cell: int, right: Trees) -> None:
    """Set all of a cell's trees."""
    Tree.objects.filter(cell_id=cell).delete()
    Tree.objects.bulk_create([row_of(Tree, cell, place, sums) for place, sums in right.items()])


def trees_of(cells: Iterable[int]) -> dict[int, Trees]:
    """The stored trees of some cells."""
    found: dict[int, Trees] = {}
    for row in Tree.objects.filter(cell_id__in=list(cells)):
        found.setdefault(row.cell_id, {})[row.place] = row.sums
    return found


def _stored(table: Table, wanted: Mapping[int, set[Place]]) -> dict[tuple[int, Place], Any]:
    places = [place for some in wanted.values() for place in some]
    if not places:
        return {}
    metrics, roots, starts = (set(column) for column in zip(*places, strict=True))
    rows = table.objects.filter(
        cell_id__in=list(wanted), metric__in=metrics, root__in=roots, start__in=starts
    )
    return {
        (row.cell_id, row.place): row for row in rows if row.place in wanted.get(row.cell_id, ())
    }


def row_of(table: Table, cell: int, place: Place, sums: Sums) -> Any:
    """A row to be stored."""
    metric, root, start = place
    n = sums[start][0]
    return table(cell_id=cell, metric=metric, root=root, start=start, n=n, sums=sums)
