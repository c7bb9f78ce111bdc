"""Keeping the sums of ways, under the ledger, beside their cells."""

from collections.abc import Iterable, Mapping

from analytics.models import Tree
from analytics.rollups.measures import Sums, merged
from analytics.rollups.trees import Place, Trees

Changed = Mapping[int, tuple[Trees, Trees]]
"""Primary key of a cell → what comes, what goes."""


def change_trees(changed: Changed) -> None:
    """Add and take off. Raises NegativeSum where more would go than there is."""
    stored = _stored({cell: {*plus, *minus} for cell, (plus, minus) in changed.items()})
    fresh, grown, emptied = [], [], []
    for cell, (plus, minus) in changed.items():
        for place in {*plus, *minus}:
            row = stored.get((cell, place))
            sums = merged(row.sums if row else {}, plus.get(place, {}))
            sums = merged(sums, minus.get(place, {}), -1)
            if row is None:
                if sums:
                    fresh.append(_row(cell, place, sums))
            elif sums:
                row.sums = sums
                grown.append(row)
            else:
                emptied.append(row.pk)
    Tree.objects.bulk_create(fresh)
    Tree.objects.bulk_update(grown, ["sums"], batch_size=200)
    Tree.objects.filter(pk__in=emptied).delete()


def replace_trees(cell: int, right: Trees) -> None:
    """Set all of a cell's trees."""
    Tree.objects.filter(cell_id=cell).delete()
    Tree.objects.bulk_create([_row(cell, place, sums) for place, sums in right.items()])


def trees_of(cells: Iterable[int]) -> dict[int, Trees]:
    """The stored trees of some cells."""
    found: dict[int, Trees] = {}
    for row in Tree.objects.filter(cell_id__in=list(cells)):
        found.setdefault(row.cell_id, {})[row.place] = row.sums
    return found


def _stored(wanted: Mapping[int, set[Place]]) -> dict[tuple[int, Place], Tree]:
    places = [place for some in wanted.values() for place in some]
    if not places:
        return {}
    metrics, roots, starts = (set(column) for column in zip(*places, strict=True))
    rows = Tree.objects.filter(
        cell_id__in=list(wanted), metric__in=metrics, root__in=roots, start__in=starts
    )
    return {
        (row.cell_id, row.place): row for row in rows if row.place in wanted.get(row.cell_id, ())
    }


def _row(cell: int, place: Place, sums: Sums) -> Tree:
    metric, root, start = place
    return Tree(cell_id=cell, metric=metric, root=root, start=start, sums=sums)
