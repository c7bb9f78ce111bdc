"""How many people the numbers of an answer rest on, from what each game adds (docs/adr/0016).

Computed on request for human games of the live sums, and cached until a sum changes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import GenericAlias
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import msgspec
from django.conf import settings
from django.db.models import TextField
from django.db.models.functions import Cast

from analytics.forms.base import PeopleByKey
from analytics.forms.registry import grouped_form
from analytics.insight.answer import Basis
from analytics.insight.people import Capped, People
from analytics.insight.question import UNKNOWN, Filters
from analytics.models import KEY_FIELDS, Contribution
from analytics.reads.sums import SumsReader
from games.core.metrics import GroupedMetric
from replays.reads.cache import BoundedCache
from replays.reads.names import HIDDEN_PREFIX

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from analytics.insight.clusters import Numbers, Players, Subsets

    Flags = NDArray[bool_]

MAX_GAMES = 20_000
"""Of more games the people are not computed on request."""
MAX_GAMES_OF_MANY = 6_000
"""The same on pages with many metrics, which read all of them."""
MAX_CROWDS, MAX_ANSWERS = 8, 500
Added = tuple[list[int], list[float], list[float]]
"""The positions of games, and the total and size that each adds to a number."""
GroupSums = dict[tuple[str, str], Added]
"""A group and a position in it → what games add to its number."""
Combination = tuple[str, ...]
"""A value of each of some dimensions, as cells have them."""
Value = TypeVar("Value")


class PartPeople(NamedTuple):
    """The people of a part of some games, and the value of the rest with the weight of uploaders
    capped (None: the cap changes nothing), so that both are weighted alike when compared.
    """

    people: People
    rest: Capped | None


class _Seat(msgspec.Struct):
    role: str = ""
    name: str | None = None


_SEATS = msgspec.json.Decoder(list[_Seat])


@dataclass(frozen=True)
class Crowd:
    """The games that match some filters, in the order of their keys: the key of each one's cell,
    its seats, and who played and sent them. `positions` maps a primary key to a game's position.
    """

    positions: Mapping[int, int]
    cells: Sequence[Mapping[str, Any]]
    seats: Sequence[Sequence[_Seat]]
    players: "Players"

    own: dict[str, "Subsets"] = field(default_factory=dict)

    def arrays(self, added: Added) -> "tuple[Numbers, Numbers]":
        """Return the total and the size that each game adds to a number."""
        import numpy as np

        positions, totals, sizes = added
        n = len(self.cells)
        return (
            np.bincount(positions, totals, n).astype(np.float64),
            np.bincount(positions, sizes, n).astype(np.float64),
        )

    def people(self, added: Added) -> People | None:
        """Return the people of a number that games add to, some of them several times."""
        from analytics.insight.clusters import people_of

        return people_of(self.players, *self.arrays(added), cap=settings.UPLOADER_CAP)

    def people_of_parts(
        self, totals: "Numbers", sizes: "Numbers", games: Sequence[Combination], role: str = ""
    ) -> dict[Combination, PartPeople]:
        """Return the people of each part of the games; `games` are the parts that they are in."""
        import numpy as np

        from analytics.insight.clusters import capped_of, people_of

        own, cap = self._own(role) if role else None, settings.UPLOADER_CAP
        parts = {}
        for key in dict.fromkeys(games):
            is_in = np.array([game == key for game in games])
            people = people_of(self.players, totals * is_in, sizes * is_in, own, cap)
            if people is not None:
                rest = totals * ~is_in, sizes * ~is_in
                capped = capped_of(self.players, *rest, cap, has_interval=False)
                parts[key] = PartPeople(people, capped)
        return parts

    def people_of_share(self, happened: "Flags", counted: "Flags", role: str) -> People | None:
        """Return the people of the share of some games in which something happened. With a role,
        each player's own share is that in this role.
        """
        from analytics.insight.clusters import people_of

        sizes = counted.astype(float)
        own = self._own(role) if role else None
        return people_of(self.players, happened * sizes, sizes, own, settings.UPLOADER_CAP)

    def _own(self, role: str) -> "Subsets":
        if role not in self.own:
            names = [
                [
                    seat.name or (position, number)
                    for number, seat in enumerate(seats)
                    if seat.role == role
                ]
                for position, seats in enumerate(self.seats)
            ]
            self.own[role] = self.players.in_seats(names)
        return self.own[role]

    def values(self, dimension: str) -> list[str]:
        """Return each game's value of a dimension that answers are split by."""
        name = {"board": "board_digest"}.get(dimension, dimension)
        return [cell[name] for cell in self.cells]

    def combinations(self, dimensions: Sequence[str]) -> list[Combination]:
        """Return each game's values of several dimensions."""
        columns = [self.values(dimension) for dimension in dimensions]
        return [tuple(column[n] for column in columns) for n in range(len(self.cells))]


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
            groups = crowd.values(by) if by else []
            for position, (leaves,) in self._values(crowd, [metric]):
                _add(sums, metric, leaves, position, (groups[position] or UNKNOWN) if by else None)
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
            for position, value in self._values(crowd, metrics):
                of_value = sums[values[position]]
                for its, metric, leaves in zip(of_value, metrics, value, strict=True):
                    _add(its, metric, leaves, position, None)
            return {
                value: [_people(crowd, its) for its in of_value] for value, of_value in sums.items()
            }

        return self._cached(key, read, {}, MAX_GAMES_OF_MANY)

    def of_group(
        self, metric: GroupedMetric, group: str, dimensions: Sequence[str]
    ) -> dict[Combination, PartPeople]:
        """Return the people of a group of a metric for each combination of some dimensions."""

        def read(crowd: Crowd) -> dict[Combination, PartPeople]:
            sums: GroupSums = {}
            for position, (leaves,) in self._values(crowd, [metric]):
                if group in leaves:
                    _add(sums, metric, {group: leaves[group]}, position, "")
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
        key = (self.basis.revision, self.basis.as_of, self.kind, self.filters)

        def read() -> Value:
            crowd = _crowds.get(key, self._crowd, _weigh)
            is_too_large = crowd is not None and len(crowd.cells) > (most or MAX_GAMES)
            return nothing if crowd is None or is_too_large else make(crowd)

        return cast("Value", _answers.get((*key, part), read, _weigh))

    def _crowd(self) -> Crowd | None:
        from analytics.insight.clusters import number_players

        rows = self._cells().values("pk", "games", *KEY_FIELDS)
        by_cell = {row["pk"]: row for row in rows}
        if not 0 < sum(row["games"] for row in by_cell.values()) <= MAX_GAMES:
            return None
        columns = ("pk", "cell_id", "text", "game__upload__uploader", "game__upload_id")
        games = self._games().annotate(text=Cast("seats", TextField())).values_list(*columns)
        positions: dict[int, int] = {}
        cells, seats, who = [], [], []
        for pk, cell, text, uploader, upload in games:
            if cell not in by_cell:
                continue  # counted since the cells were read
            its = _public_seats(text)
            positions[pk] = len(positions)
            cells.append(by_cell[cell])
            seats.append(its)
            names = [seat.name for seat in its if seat.name]
            who.append((names, len(its) - len(names), uploader or (f"#{upload}" if upload else "")))
        return Crowd(positions, cells, seats, number_players(who)) if who else None

    def _cells(self) -> Any:
        return SumsReader(None).cells(self.kind, self.filters)

    def _games(self) -> Any:
        return Contribution.objects.filter(cell__in=self._cells().values("pk")).order_by("pk")

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
        texts = self._games().annotate(text=Cast("value", TextField())).values_list("pk", "text")
        for pk, text in texts.iterator():
            if pk in crowd.positions:
                yield crowd.positions[pk], msgspec.structs.astuple(decoder.decode(text))


def _weigh(_: object) -> int:
    return 1


def _public_seats(text: str) -> list[_Seat]:
    """Return the seats of a game. A hidden player's seat has no name, as on all pages: else the
    numbers of few games would show which unnamed seats are the same person's.
    """
    seats = _SEATS.decode(text)
    for seat in seats:
        if seat.name and seat.name.startswith(HIDDEN_PREFIX):
            seat.name = None
    return seats


def _of_all(crowd: Crowd) -> People | None:
    positions = list(range(len(crowd.cells)))
    return crowd.people((positions, [0.0] * len(positions), [1.0] * len(positions)))


def _add(
    sums: GroupSums,
    metric: GroupedMetric,
    leaves: Mapping[str, Any],
    position: int,
    group: str | None,
) -> None:
    """Add what a game adds to a metric, to its own groups or to one."""
    samples = grouped_form(metric).samples
    for key, leaf in leaves.items():
        for part, total, size in samples(metric, leaf):
            at = (key if group is None else group, part)
            if at not in sums:
                sums[at] = [], [], []
            positions, totals, sizes = sums[at]
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
