"""Drill-downs: the games that a number counts, in pages, however many there are.

The sums of each cell contain how many of its games a number counts. So the start of a page is
found by adding up cells, and only the games of the cells on that page are read. Lists are sorted by
month, newest first, then by cell, then by when a game was stored.

A number that adds up several sums (for example routes of all rounds) may count a game more than
once. Then the cells are scanned one after the other, and each game is listed once.

Games that are selected by people or from a set are few, and are all read.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q

from analytics.forms.counted import Counted, Path, shared_path
from analytics.insight.question import Filters
from analytics.models import Contribution
from analytics.reads.selected import contributions_of, selected_games
from analytics.reads.sums import LIVE
from analytics.reads.trees import TreesReader
from games.core.metrics import TREES
from replays.reads import games as game_reads
from replays.reads.sets import games_among

MAX_SCANNED = 4000
"""Contributions that are scanned for a page; above this an index is used."""
WALK_SIZE = 1000
"""Contributions that are scanned where cells are scanned one after the other."""


class _CellHits(NamedTuple):
    """A cell, and how many of its games the number counts: `hits` at most."""

    cell: int
    games: int
    hits: int


def games_of(kind: str, filters: Filters, counted: Counted) -> "CountedGames":
    """Return the games that a number counts. Lists show the games of now, also for the numbers of
    a snapshot.
    """
    return CountedGames(kind, filters.but(snapshot=""), counted)


@dataclass
class CountedGames:
    """The games of a filter that a number counts; without a path all of them."""

    kind: str
    filters: Filters
    counted: Counted
    _games: list[int] = field(default_factory=list)
    _n_walked: int = 0

    def page(self, first: int, last: int) -> tuple[list[Any], bool]:
        """Return the games from `first` (from 0) to before `last`, and whether more follow."""
        if self.filters.is_selected:
            counted = self.selected[first : last + 1]
        elif self.counted.is_once:
            counted = self._by_sums(first, last + 1)
        else:
            self._walk(last + 1)
            counted = self._games[first : last + 1]
        shown = counted[: last - first]
        if self.filters.games is not None:
            rows = games_among(self.filters.games, shown)
        else:
            rows = game_reads.visible_games().filter(pk__in=shown)
        rows = rows.defer("canonical", "warnings").prefetch_related("seats")
        games = {game.pk: game for game in rows}
        return [games[pk] for pk in shown if pk in games], len(counted) > len(shown)

    def total(self) -> tuple[int, bool]:
        """Return how many games there are, and whether there are more that were not counted."""
        if self.filters.is_selected:
            return len(self.selected), False
        if self.counted.is_once:
            return sum(cell.hits for cell in self.hits), False
        self._walk(0)
        return len(self._games), self._n_walked < len(self.hits)

    @cached_property
    def selected(self) -> list[int]:
        """The games that the number counts, of those selected by people or from a set."""
        keys = selected_games(self.kind, self.filters)
        found: list[int] = []
        for rows in contributions_of(keys, self.filters):
            found += rows.filter(self.counted.exact).values_list("pk", flat=True)
        return sorted(found, key=lambda pk: (keys[pk]["month"], pk), reverse=True)

    @cached_property
    def hits(self) -> list[_CellHits]:
        """The cells with games that the number counts, in the order of the list."""
        return list(self._read(self.filters))

    def _read(self, filters: Filters) -> Iterator[_CellHits]:
        hits, paths = Counter[int](), self.counted.paths
        is_tree = bool(paths) and paths[0][0] == TREES
        parts = {"part": shared_path(paths)} if paths and not is_tree else {}
        rows = LIVE.read(self.kind, filters, parts)
        if is_tree:
            _, metric, _, node = paths[0]
            forest = TreesReader(LIVE, self.kind, filters, metric)
            for pk, leaf in forest.leaves([path[2] for path in paths], node):
                hits[pk] += self.counted.count_games(leaf)
        for row in sorted(rows, key=lambda row: (row["month"], row["pk"]), reverse=True):
            pk, n = row["pk"], row["games"]
            if parts:
                leaves = _leaves(row["part"], paths)
                hits[pk] = sum(map(self.counted.count_games, leaves))
            elif not paths:
                hits[pk] = n
            if hits[pk]:
                yield _CellHits(pk, n, min(n, hits[pk]))

    def _by_sums(self, first: int, last: int) -> list[int]:
        """Return a part of the list, where no game is counted twice."""
        games: list[int] = []
        whole: list[_CellHits] = []
        at = 0
        for cell in self.hits:
            start, at = at, at + cell.hits
            if at <= first:
                continue
            if start >= last:
                break
            if start >= first and at <= last:
                whole.append(cell)
                continue
            games += self._of(whole)
            whole = []
            games += self._part_of(cell, max(0, first - start), last - start)
        return games + self._of(whole)

    def _walk(self, last: int) -> None:
        """Scan cells until `last` games are found and at least WALK_SIZE contributions were
        scanned.
        """
        scanned = sum(cell.games for cell in self.hits[: self._n_walked])
        while self._n_walked < len(self.hits):
            if len(self._games) >= last and scanned >= WALK_SIZE:
                return
            start, n = self._n_walked, 0
            while self._n_walked < len(self.hits) and (not n or n < WALK_SIZE // 2):
                n += self.hits[self._n_walked].games
                self._n_walked += 1
            self._games += self._of(self.hits[start : self._n_walked])
            scanned += n

    def _of(self, cells: list[_CellHits]) -> list[int]:
        """Return all games that the number counts in some cells."""
        if not cells:
            return []
        order = {cell.cell: position for position, cell in enumerate(cells)}
        condition = self._condition(sum(cell.games for cell in cells))
        rows = Contribution.objects.filter(condition, cell_id__in=list(order))
        keys = rows.order_by().values_list("cell_id", "pk")
        return [pk for _, pk in sorted(keys, key=lambda row: (order[row[0]], -row[1]))]

    def _part_of(self, cell: _CellHits, first: int, last: int) -> list[int]:
        """Return some of the games in one cell, newest first."""
        condition = self._condition(cell.games * min(last, cell.hits) // cell.hits)
        rows = Contribution.objects.filter(condition, cell_id=cell.cell).order_by("-pk")
        return list(rows.values_list("pk", flat=True)[first:last])

    def _condition(self, n: int) -> Q:
        """Return the condition for contributions, of which `n` would have to be scanned."""
        exact, indexed = self.counted.exact, self.counted.indexed
        if n <= MAX_SCANNED or indexed is None or connection.vendor != "postgresql":
            return exact
        is_rare = sum(cell.hits for cell in self._read(Filters(simulated="all"))) < n
        return exact & indexed if is_rare else exact


def _leaves(part: Any, paths: tuple[Path, ...]) -> Iterator[Any]:
    if part is None:
        return
    if len(paths) == 1:
        yield part
        return
    for path in paths:
        leaf = part
        for key in path[1:]:
            leaf = leaf.get(key) if leaf else None
        if leaf:
            yield leaf
