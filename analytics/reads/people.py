"""How many people the numbers of an answer rest on, from what each game adds (docs/adr/0016).

Computed on request for human games of the live sums, and cached until a sum changes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from analytics.forms.base import PeopleByKey
from analytics.forms.registry import grouped_form
from analytics.insight.answer import Basis
from analytics.insight.people import People
from analytics.insight.question import UNKNOWN, Filters
from analytics.reads.crowd import Added, Combination, Crowd, PartPeople, Seat
from analytics.reads.selected import contributions_of, selected_games, stamp
from analytics.reads.sums import LIVE, SumsReader
from games.core.metrics import GroupedMetric, RoutesMetric
from replays.access.slices import begin_part
from replays.reads import names as name_reads
from replays.reads.cache import BoundedCache

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    Flags = NDArray[bool_]

MAX_GAMES = 20_000
"""Of more games the people are not computed on request."""
MAX_GAMES_OF_MANY = 6_000
"""The same on pages with many metrics, which read all of them."""
MAX_CROWDS, MAX_ANSWERS = 8, 500
GroupSums = dict[tuple[str, str], Added]
"""A group and a position in it → what games add to its number."""
Value = TypeVar("Value")
_SEATS = msgspec.json.Decoder(list[Seat])

_crowds: BoundedCache[Crowd | None] = BoundedCache(MAX_CROWDS, MAX_CROWDS, by_language=False)
_answers: BoundedCache[Any] = BoundedCache(MAX_ANSWERS, MAX_ANSWERS, by_language=False)
"""Each value weighs 1."""


@dataclass(frozen=True)
class PeopleReader:
    """Computes the people of numbers about the games that match. There are none for bot games,
    which rest on no people, for snapshots, and above `MAX_GAMES`.
    """

    kind: str
    filters: Filters
    basis: Basis

    def whole(self) -> People | None:
        """Return the people of all games."""
        return self._cached("whole", _of_all, None)

    def by_value(self, dimension: str) -> dict[str, People]:
        """Return the people of the games of each value of a dimension."""

        def read(crowd: Crowd) -> dict[str, People]:
            sums: GroupSums = {}
            for position, value in enumerate(crowd.values(dimension)):
                positions, totals, sizes = sums.setdefault((value, ""), ([], [], []))
                positions.append(position)
                totals.append(0.0)
                sizes.append(1.0)
            return {value: its[""] for value, its in _people(crowd, sums).items()}

        return self._cached(("by value", dimension), read, {})

    def of_metric(self, metric: GroupedMetric, by: str = "") -> PeopleByKey:
        """Return the people of each group of a metric, or of each value of a dimension."""
        key = ("metric", metric.key, by)

        def read(crowd: Crowd) -> PeopleByKey:
            sums: GroupSums = {}
            groups, sampler = crowd.values(by) if by else [], _Sampler(metric)
            for position, (leaves,) in self._values(crowd, [metric]):
                sampler.add(sums, leaves, position, (groups[position] or UNKNOWN) if by else None)
            return _people(crowd, sums)

        return self._cached(key, read, {})

    def of_metrics(
        self, metrics: Sequence[GroupedMetric], within: str = ""
    ) -> dict[str, list[PeopleByKey]]:
        """Return the people of the groups of several metrics, from one query: for each value of a
        dimension, or under the empty text.
        """
        key = ("metrics", tuple(metric.key for metric in metrics), within)

        def read(crowd: Crowd) -> dict[str, list[PeopleByKey]]:
            values = crowd.values(within) if within else [""] * len(crowd.cells)
            sums: dict[str, list[GroupSums]] = {value: [{} for _ in metrics] for value in values}
            samplers = list(map(_Sampler, metrics))
            for position, value in self._values(crowd, metrics):
                for its, sampler, leaves in zip(
                    sums[values[position]], samplers, value, strict=True
                ):
                    sampler.add(its, leaves, position, None)
            return {
                value: [_people(crowd, its) for its in of_value] for value, of_value in sums.items()
            }

        return self._cached(key, read, {}, MAX_GAMES_OF_MANY)

    def of_routes(self, metric: RoutesMetric, root: str, node: str) -> PeopleByKey:
        """Return the people of the routes that are one step longer than a node: by node and end.
        Without a root those of all roots.
        """

        def read(crowd: Crowd) -> PeopleByKey:
            sums: GroupSums = {}
            for position, tree in self._routes(crowd, metric):
                for its in [tree.get(root, {})] if root else tree.values():
                    for key, (n, *ends) in its.items():
                        if key != node and key.rpartition(" ")[0] == node:
                            for end, k in zip(metric.ends, ends, strict=True):
                                _append(sums, (key, end), position, k, n)
            return _people(crowd, sums)

        return self._cached(("routes", metric.key, root, node), read, {})

    def of_group(
        self, metric: GroupedMetric, group: str, dimensions: Sequence[str]
    ) -> dict[Combination, PartPeople]:
        """Return the people of a group of a metric for each combination of some dimensions."""

        def read(crowd: Crowd) -> dict[Combination, PartPeople]:
            sums: GroupSums = {}
            sampler = _Sampler(metric)
            for position, (leaves,) in self._values(crowd, [metric]):
                if group in leaves:
                    sampler.add(sums, {group: leaves[group]}, position, "")
            if not sums:
                return {}
            (added,) = sums.values()
            return crowd.people_of_parts(*crowd.arrays(added), crowd.combinations(dimensions))

        return self._cached(("group", metric.key, group, tuple(dimensions)), read, {})

    def of_side(self, side: str, dimensions: Sequence[str]) -> dict[Combination, PartPeople]:
        """Return the people of a side's win rate for each combination of some dimensions."""

        def read(crowd: Crowd) -> dict[Combination, PartPeople]:
            import numpy as np

            winners = crowd.values("winner")
            decided = np.array([float(bool(winner)) for winner in winners])
            won = np.array([float(side in winner.split("+")) for winner in winners])
            return crowd.people_of_parts(won, decided, crowd.combinations(dimensions), side)

        return self._cached(("side", side, tuple(dimensions)), read, {})

    def of_roles(self, by: str, roles: Iterable[str]) -> dict[str, dict[str, People]]:
        """Return the people of each role's win rate, by group (empty: all games) and role."""
        roles = tuple(roles)
        return self._cached(("roles", by, roles), lambda crowd: _of_roles(crowd, by, roles), {})

    def of_reasons(self) -> dict[str, dict[str, People]]:
        """Return the people of how often games end in each way: under the empty text, and under
        each role of how often it wins in this way.
        """
        return self._cached("reasons", _of_reasons, {})

    def _cached(
        self,
        part: Any,
        make: Callable[[Crowd], Value],
        nothing: Value,
        most: int | None = None,
    ) -> Value:
        """Return a stored value of these sums, or make and store it; nothing above `most` games."""
        if self.filters.simulated != "no" or self.filters.snapshot:
            return nothing
        ratings = stamp(self.kind, self.filters)
        key = (self.basis.revision, self.basis.as_of, self.kind, self.filters, ratings)

        def read() -> Value:
            begin_part()
            crowd = _crowds.get(key, self._crowd, _weigh)
            is_too_large = crowd is not None and len(crowd.cells) > (most or MAX_GAMES)
            return nothing if crowd is None or is_too_large else make(crowd)

        return cast("Value", _answers.get((*key, part), read, _weigh))

    def _crowd(self) -> Crowd | None:
        from analytics.insight.clusters import number_players

        by_cell = {row["pk"]: row for row in SumsReader(None).read(self.kind, self.filters)}
        if not 0 < sum(row["games"] for row in by_cell.values()) <= MAX_GAMES:
            return None
        is_selected = self.filters.is_selected
        by_game = selected_games(self.kind, self.filters) if is_selected else {}
        positions: dict[int, int] = {}
        cells, seats, uploaders = [], [], []
        columns = (
            "game__upload__uploader",
            "game__upload_id",
            *([] if is_selected else ["cell_id"]),
        )
        for pk, text, uploader, upload, *cell in self._rows("seats", *columns):
            key = by_game.get(pk) if is_selected else by_cell.get(cell[0])
            if key is None:
                continue  # counted since the cells were read
            its = _public_seats(text)
            positions[pk] = len(positions)
            cells.append(key)
            seats.append(its)
            uploaders.append(uploader or (f"#{upload}" if upload else ""))
        _merge_names(seats)
        who = []
        for its, uploader in zip(seats, uploaders, strict=True):
            names = [seat.name for seat in its if seat.name]
            who.append((names, len(its) - len(names), uploader))
        return Crowd(positions, cells, seats, number_players(who)) if who else None

    def _rows(self, column: str, *more: str) -> Iterator[tuple[Any, ...]]:
        """Yield the games that match, by primary key, with a JSON column as text and others."""
        tables: Iterable[Any] = [LIVE.contributions(self.kind, self.filters).order_by("pk")]
        if self.filters.is_selected:
            chosen = selected_games(self.kind, self.filters)
            tables = contributions_of(chosen, self.filters)
        texts = (
            rows.annotate(text=Cast(column, TextField())).values_list("pk", "text", *more)
            for rows in tables
        )
        yield from merge(*(rows.iterator() for rows in texts), key=itemgetter(0))

    def _values(
        self, crowd: Crowd, metrics: Sequence[GroupedMetric]
    ) -> Iterator[tuple[int, tuple[Mapping[str, Any], ...]]]:
        """Yield the games with what they add to some metrics. Only these parts are decoded, which
        takes a fraction of the time of the whole.
        """
        fields: list[Any] = [
            (
                f"m{number}",
                GenericAlias(dict, (str, grouped_form(metric).leaf_type or msgspec.Raw)),
                msgspec.field(name=metric.key, default_factory=dict),
            )
            for number, metric in enumerate(metrics)
        ]
        decoder = msgspec.json.Decoder(msgspec.defstruct("Facts", fields))
        for pk, text in self._rows("value"):
            if pk in crowd.positions:
                yield crowd.positions[pk], msgspec.structs.astuple(decoder.decode(text))

    def _routes(
        self, crowd: Crowd, metric: RoutesMetric
    ) -> Iterator[tuple[int, dict[str, dict[str, list[int]]]]]:
        """Yield the games with the routes that they add to a metric, by root and node."""
        decoder = msgspec.json.Decoder(_Routes)
        for pk, text in self._rows("value"):
            if pk in crowd.positions:
                yield crowd.positions[pk], decoder.decode(text).trees.get(metric.key, {})


class _Routes(msgspec.Struct):
    trees: dict[str, dict[str, dict[str, list[int]]]] = {}


def _weigh(_: object) -> int:
    return 1


def _public_seats(text: str) -> list[Seat]:
    """Return the seats of a game. A hidden player's seat has no name, as on all pages: else the
    numbers of few games would show which unnamed seats are the same person's.
    """
    seats = _SEATS.decode(text)
    for seat in seats:
        if seat.name and seat.name.startswith(name_reads.HIDDEN_PREFIX):
            seat.name = None
    return seats


def _merge_names(seats: Iterable[Sequence[Seat]]) -> None:
    """Give each seat the key of its player's shown name: merged names are one player."""
    seats = list(seats)
    shown = name_reads.shown_names({seat.name for its in seats for seat in its if seat.name})
    for its in seats:
        for seat in its:
            seat.name = shown[seat.name] if seat.name else None


def _of_all(crowd: Crowd) -> People | None:
    positions = list(range(len(crowd.cells)))
    return crowd.people((positions, [0.0] * len(positions), [1.0] * len(positions)))


class _Sampler:
    """Adds what games add to a metric."""

    def __init__(self, metric: GroupedMetric) -> None:
        self.metric, self.samples = metric, grouped_form(metric).samples

    def add(
        self, sums: GroupSums, leaves: Mapping[str, Any], position: int, group: str | None
    ) -> None:
        """Add what a game adds, to the metric's own groups or to one."""
        metric, samples = self.metric, self.samples
        for key, leaf in leaves.items():
            for part, total, size in samples(metric, leaf):
                at = key if group is None else group, part
                added = sums.get(at)
                if added is None:  # as `_append`, without a call for each of many leaves
                    added = sums[at] = [], [], []
                positions, totals, sizes = added
                positions.append(position)
                totals.append(total)
                sizes.append(size)


def _append(sums: GroupSums, at: tuple[str, str], position: int, total: float, size: float) -> None:
    added = sums.get(at)
    if added is None:
        added = sums[at] = [], [], []
    positions, totals, sizes = added
    positions.append(position)
    totals.append(total)
    sizes.append(size)


def _people(crowd: Crowd, sums: GroupSums) -> PeopleByKey:
    result: dict[str, dict[str, People]] = {}
    for (group, part), added in sums.items():
        people = crowd.people(added)
        if people is not None:
            result.setdefault(group, {})[part] = people
    return result


def _of_roles(crowd: Crowd, by: str, roles: Sequence[str]) -> dict[str, dict[str, People]]:
    import numpy as np

    winners = crowd.values("winner")
    decided = np.array([bool(winner) for winner in winners])
    won = {role: np.array([role in winner.split("+") for winner in winners]) for role in roles}
    groups = {"": decided}
    if by:
        unknown = UNKNOWN if by == "month" else ""
        values = np.array([value or unknown for value in crowd.values(by)])
        groups |= {str(value): decided & (values == value) for value in np.unique(values)}
    result: dict[str, dict[str, People]] = {}
    for group, counted in groups.items():
        for role in roles:
            people = crowd.people_of_share(won[role], counted, role)
            if people is not None:
                result.setdefault(group, {})[role] = people
    return result


def _of_reasons(crowd: Crowd) -> dict[str, dict[str, People]]:
    import numpy as np

    winners, reasons = crowd.values("winner"), np.array(crowd.values("reason"))
    decided = np.array([bool(winner) for winner in winners])
    sides = sorted({side for winner in winners for side in winner.split("+") if side})
    won = {side: np.array([side in winner.split("+") for winner in winners]) for side in sides}
    won[""] = decided
    result: dict[str, dict[str, People]] = {}
    for reason in np.unique(reasons[decided]):
        for role, by_role in won.items():
            people = crowd.people_of_share((reasons == reason) & by_role, decided, role)
            if people is not None:
                result.setdefault(str(reason), {})[role] = people
    return result
