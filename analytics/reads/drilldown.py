"""The games behind a number, a page at a time, however many there are.

The cells say how many of their games a number counts. So a page is found by adding up cells until
it begins, and only the games of the cells that it lies in are looked at. Lists go by month, the
newest first, then by cell, then by when a game was stored.

A number that adds up several sums (ways of all rounds, say) may count a game more than once: then
the cells say only where to look, and the games are found one cell after the other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import F, Q
from django.db.models.fields.json import KeyTransform

from analytics.models import Cell, Contribution, Tree
from games.core.metrics import (
    TREES,
    DistributionMetric,
    GroupedMetric,
    OddsMetric,
    RateMetric,
    SeriesMetric,
    SpacesMetric,
    WaysMetric,
)
from replays.reads import games as game_reads

A_SEARCH = 4000
"""Contributions that are looked through for a page; where more would be, an index is asked."""
A_WALK = 1000
"""Contributions that are looked through where games are found one cell after the other."""
Count = Callable[[Any], int]
"""How many games a sum of a cell counts."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a number counts. Each of `paths` leads to a sum in what a game adds; `of` tells how many
    games such a sum counts. `hit` are the contributions counted, `near` (if anything) the same or
    more of them in a form that PostgreSQL's index answers.
    """

    paths: tuple[tuple[str, ...], ...]
    of: Count
    hit: Q
    near: Q | None = None
    is_once: bool = True


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell with games behind the number: `hits` of its `games`, at most."""

    cell: int
    games: int
    hits: int


def of_space(metric: SpacesMetric, layer: str, space: str) -> Counted:
    """The games in which it happened on a space at least once."""
    path = (metric.key, layer, space)
    return Counted((path,), lambda leaf: int(leaf[1]), _has(path), _holds(path))


def of_way(metric: WaysMetric, root: str, node: str, end: str = "") -> Counted:
    """The games in which a way was taken; those alone that came to an end. Without a root: in any
    of them.
    """
    roots = (root,) if root else tuple(metric.roots)
    paths = tuple((TREES, metric.key, one, node) for one in roots)
    place = 1 + list(metric.ends).index(end) if end else 0
    hits = [_has(path) if not end else _is(path, place, 1) for path in paths]
    near = _any(map(_holds, paths))
    return Counted(paths, lambda leaf: int(leaf[place]), _any(hits), near, len(roots) == 1)


def of_metric(metric: GroupedMetric, group: str = "", won: str = "") -> Counted:
    """The games that add to a metric, or to one group of it; of a rate's group only those won
    (`yes`) or not (`no`).
    """
    if not group and not won:
        path, counts = (metric.key,), _count_of(metric, won)
        each = Q(value__has_key=metric.key)
        return Counted(
            (path,), lambda sums: sum(map(counts, sums.values())), each,
            is_once=bool(metric.splits),
        )  # fmt: skip
    groups = [group] if group else list(metric.groups)
    paths = tuple((metric.key, one) for one in groups)
    hits = [_is(path, 1, int(won == "yes")) if won else _has(path) for path in paths]
    near = (
        None if isinstance(metric, SeriesMetric) else _any(_holds_group(metric, p) for p in paths)
    )
    is_once = not isinstance(metric, SeriesMetric) and (bool(group) or bool(metric.splits))
    return Counted(paths, _count_of(metric, won), _any(hits), near, is_once)


def _count_of(metric: GroupedMetric, won: str) -> Count:
    match metric:
        case RateMetric():
            return lambda leaf: int({"": leaf[0], "yes": leaf[1], "no": leaf[0] - leaf[1]}[won])
        case DistributionMetric():
            return lambda sums: int(sums["mean"][0])
        case OddsMetric():
            return lambda leaf: int(leaf[0])
        case SeriesMetric():
            return lambda sums: sum(int(moments[0]) for moments in sums.values())


def _has(path: Sequence[str]) -> Q:
    return Q(**{f"value__{'__'.join(path[:-1])}__has_key": path[-1]})


def _is(path: Sequence[str], place: int, number: int) -> Q:
    return Q(**{f"value__{'__'.join(path)}__{place}": number})


def _holds(path: Sequence[str], leaf: Any = (1,)) -> Q:
    """A sum of one game stands at a path: some number of each is 1 (that of games)."""
    held: Any = list(leaf) if isinstance(leaf, tuple) else leaf
    for key in reversed(path):
        held = {key: held}
    return Q(value__contains=held)


def _holds_group(metric: GroupedMetric, path: Sequence[str]) -> Q:
    return _holds(path, {"mean": [1]} if isinstance(metric, DistributionMetric) else (1,))


def _any(some: Iterable[Q]) -> Q:
    found = Q(pk__in=[])
    for one in some:
        found |= one
    return found


@dataclass(slots=True)
class GamesBehind:
    """The games of some cells that a number counts. `kind` is theirs, `asked` are the cells."""

    kind: str
    asked: Any
    counted: Counted
    _places: list[_Place] | None = None
    _found: list[int] = field(default_factory=list)
    _n_walked: int = 0

    def page(self, first: int, last: int) -> tuple[list[Any], bool]:
        """The games from `first` (from 0) up to but without `last`; whether there are more."""
        once = self.counted.is_once
        wanted = self._by_sums(first, last + 1) if once else self._walked(first, last + 1)
        rows = game_reads.visible_games().filter(pk__in=wanted[: last - first])
        rows = rows.defer("canonical", "warnings").prefetch_related("seats")
        games = {game.pk: game for game in rows}
        shown = [games[pk] for pk in wanted[: last - first] if pk in games]
        return shown, len(wanted) > last - first

    def total(self) -> tuple[int, bool]:
        """How many there are; True where there are more than that, which nobody has counted."""
        if self.counted.is_once:
            return sum(place.hits for place in self.places), False
        self._walk(0)
        return len(self._found), self._n_walked < len(self.places)

    @property
    def places(self) -> list[_Place]:
        """The cells with games behind the number, in the order of the list."""
        if self._places is None:
            self._places = list(self._read(self.asked))
        return self._places

    def _read(self, cells: Any) -> Iterator[_Place]:
        hits: dict[int, int] = {}
        games: dict[int, int] = {}
        paths = self.counted.paths
        rows = cells.order_by("-month", "-pk")
        if paths[0][0] == TREES:
            games = dict(rows.values_list("pk", "games"))
            _, metric, _, node = paths[0]
            trees = Tree.objects.filter(
                cell__in=cells.values("pk"), metric=metric, start=node.partition(" ")[0],
                root__in=[path[2] for path in paths],
            ).annotate(found=KeyTransform(node, "sums"))  # fmt: skip
            for pk, leaf in trees.filter(sums__has_key=node).values_list("cell_id", "found"):
                hits[pk] = hits.get(pk, 0) + self.counted.of(leaf)
        else:
            kept = path_in_sums(paths)
            for pk, n, part in rows.annotate(part=kept).values_list("pk", "games", "part"):
                games[pk] = n
                hits[pk] = sum(self.counted.of(leaf) for leaf in _leaves(part, paths))
        for pk, n in games.items():
            if hits.get(pk):
                yield _Place(pk, n, min(n, hits[pk]))

    def _by_sums(self, first: int, last: int) -> list[int]:
        """Where the cells count each game once."""
        found: list[int] = []
        whole: list[_Place] = []
        at = 0
        for place in self.places:
            start, at = at, at + place.hits
            if at <= first:
                continue
            if start >= last:
                break
            if start >= first and at <= last:
                whole.append(place)
                continue
            found += self._of(whole)
            whole = []
            found += self._part_of(place, max(0, first - start), last - start)
        return found + self._of(whole)

    def _walked(self, first: int, last: int) -> list[int]:
        self._walk(last)
        return self._found[first:last]

    def _walk(self, last: int) -> None:
        """Look through one cell after the other until so many games are found, or as many were
        looked through as cost nothing.
        """
        looked = sum(place.games for place in self.places[: self._n_walked])
        while self._n_walked < len(self.places):
            if len(self._found) >= last and looked >= A_WALK:
                return
            some: list[_Place] = []
            for place in self.places[self._n_walked :]:
                some.append(place)
                if sum(one.games for one in some) >= A_WALK // 2:
                    break
            self._found += self._of(some)
            self._n_walked += len(some)
            looked += sum(place.games for place in some)

    def _of(self, places: list[_Place]) -> list[int]:
        """All games behind the number in some cells."""
        if not places:
            return []
        order = {place.cell: number for number, place in enumerate(places)}
        hit = self._condition(sum(place.games for place in places))
        rows = Contribution.objects.filter(hit, cell_id__in=list(order))
        found = rows.order_by().values_list("cell_id", "pk")
        return [pk for _, pk in sorted(found, key=lambda row: (order[row[0]], -row[1]))]

    def _part_of(self, place: _Place, first: int, last: int) -> list[int]:
        """Some of the games in one cell, the newest first."""
        hit = self._condition(place.games * min(last, place.hits) // place.hits)
        rows = Contribution.objects.filter(hit, cell_id=place.cell).order_by("-pk")
        return list(rows.values_list("pk", flat=True)[first:last])

    def _condition(self, n: int) -> Q:
        """What is asked of contributions, of which `n` would have to be looked through."""
        near = self.counted.near
        if n <= A_SEARCH or near is None or connection.vendor != "postgresql":
            return self.counted.hit
        everywhere = self._read(Cell.objects.filter(kind=self.kind))
        is_rare = sum(place.hits for place in everywhere) < n
        return self.counted.hit & near if is_rare else self.counted.hit


def path_in_sums(paths: Sequence[Sequence[str]]) -> Any:
    """What the paths have in common, of a cell's sums."""
    shared = paths[0] if len(paths) == 1 else paths[0][:1]
    found: Any = F("sums")
    for key in shared:
        found = KeyTransform(key, found)
    return found


def _leaves(part: Any, paths: Sequence[Sequence[str]]) -> Iterator[Any]:
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
