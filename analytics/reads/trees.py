"""The sums of routes of the games that match."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, JSONField, QuerySet, Sum, When
from django.db.models.fields.json import KeyTransform

from analytics.insight.question import Filters
from analytics.models import Tree
from analytics.reads.selected import selected_trees
from analytics.reads.sums import SumsReader
from analytics.rollups.measures import Path, Sums, total
from games.core.sums import RouteSum


@dataclass(frozen=True)
class TreesReader:
    """Reads the trees of a metric by its key, of the games that match."""

    reader: SumsReader
    kind: str
    filters: Filters
    metric: str

    def count_by_root(self) -> Counter[str]:
        """Return how many routes each root has."""
        counts = Counter[str]()
        if self.filters.is_selected:
            for _, (_, root, start), nodes in self._selected():
                counts[root] += RouteSum.of_leaf(nodes[start]).n
            return counts
        for row in self._rows().values("root").annotate(n_in_all=Sum("n")):
            counts[row["root"]] += row["n_in_all"]
        return counts

    def sums(self, root: str, node: str) -> Sums:
        """Return the sums of the start of a node by node, without a node those of all starts; of a
        root or of all.
        """
        first = node.partition(" ")[0]
        if self.filters.is_selected:
            return total(
                nodes if node else {start: nodes[start]}
                for _, (_, of, start), nodes in self._selected()
                if root in ("", of) and first in ("", start)
            )
        rows = self._rows().filter(root=root) if root else self._rows()
        if node:
            return total(rows.filter(start=first).values_list("sums", flat=True))
        return _starts(rows)

    def leaves(self, roots: list[str], node: str) -> list[tuple[int, Any]]:
        """Return the leaves of a node in the trees of some roots, each with its cell."""
        first = node.partition(" ")[0]
        if self.filters.is_selected:
            return [
                (cell, nodes[node])
                for cell, (_, root, start), nodes in self._selected()
                if root in roots and start == first and node in nodes
            ]
        rows = self._rows().filter(start=first, root__in=roots, sums__has_key=node)
        leaf = KeyTransform(node, "sums")
        return list(rows.annotate(leaf=leaf).values_list("cell_id", "leaf"))

    def _rows(self) -> QuerySet[Tree]:
        cells = self.reader.cells(self.kind, self.filters)
        rows = Tree.of(self.reader.snapshot).filter(cell__in=cells.values("pk"))
        return rows.filter(metric=self.metric).order_by()

    def _selected(self) -> list[tuple[int, Path, Sums]]:
        trees = selected_trees(self.kind, self.filters)
        return [tree for tree in trees if tree[1][0] == self.metric]


def _starts(rows: QuerySet[Tree]) -> Sums:
    """Return the sums of all starts; the rest of the trees is not read."""
    starts = list(rows.values_list("start", flat=True).distinct())
    if not starts:
        return {}
    cases = [When(start=start, then=KeyTransform(start, "sums")) for start in starts]
    leaves = rows.annotate(leaf=Case(*cases, output_field=JSONField()))
    return total({start: leaf} for start, leaf in leaves.values_list("start", "leaf"))
