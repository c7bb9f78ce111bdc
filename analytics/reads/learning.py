"""Learning curves: how players do in their first, second, … game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext

from analytics.insight.answer import Basis, Tally
from analytics.insight.conclusions import Item
from analytics.insight.means import Mean
from analytics.insight.options import has_fixed_sides
from analytics.insight.people import Interval, People
from analytics.insight.question import Filters
from analytics.insight.roles import cells_frame, tally_of
from analytics.insight.wilson import Rate, rate
from analytics.models import Snapshot
from analytics.reads.selected import contributions_of, selected_games
from analytics.reads.sums import LIVE, SumsReader
from analytics.rollups.players import LOST, SHARED, WON
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric
from games.core.sums import Moments
from games.registry import get_kind
from replays.reads import names as name_reads

_decode = msgspec.json.Decoder().decode
BANDS = ((1, 1), (2, 3), (4, 6), (7, 10), (11, 20), (21, None))
"""First and last numbers of games."""
MANY = 10
"""Games of players whose curve is not bent by players who stop early."""
MAX_GAMES = 20_000
"""Of more games the curves are not computed on request."""
MAX_GROUPS = 3
"""Groups of a habit that is offered."""
UNDATED = "0" * 21
"""How the time key of a game without a date begins (`analytics.facts.extract`)."""
WINS, SURPLUS = "wins", "surplus"
EVERYONE, REGULARS = "all", "regulars"
_STORED = ("games", "players", "effective", "largest", "by_player")
"""The people of a point that a snapshot stores, and their interval."""


@dataclass(frozen=True, slots=True)
class LearningMeasure:
    """What is followed: `WINS`, `SURPLUS` or `habit/group`. `habit` is the metric of a habit."""

    key: str
    label: str
    unit: str
    definition: str
    habit: DistributionMetric | None = None
    group: str = ""

    @property
    def counts_wins(self) -> bool:
        """Whether a filter by result would determine it."""
        return self.habit is None


class Point(NamedTuple):
    """The games of a band: its first and last number, and the value with the interval that is
    drawn.
    """

    first: int
    last: int | None
    item: Item
    people: People | None

    @property
    def label(self) -> str:
        """Its numbers as text: `2–3`, `21+`."""
        return self.item.label


@dataclass(frozen=True, slots=True)
class Learning:
    """The curves of all players, and of those with at least `MANY` games. `is_closed`: the filter
    determines the value; `is_too_large`: there are more than `MAX_GAMES` games.
    """

    kind: str
    filters: Filters
    measure: LearningMeasure
    curves: Mapping[str, tuple[Point, ...]]
    tally: Tally
    basis: Basis
    is_too_large: bool

    @property
    def is_closed(self) -> bool:
        """Whether the filter determines the value."""
        return self.measure.counts_wins and self.filters.is_by_result


Curves = dict[str, tuple[Point, ...]]
"""The points of both curves: `EVERYONE` and `REGULARS`."""


class DatedGame(NamedTuple):
    """A game that has a date: its seats (`analytics.rollups.players`), their habits, its uploader,
    and whether the filters select it.
    """

    seats: Sequence[Mapping[str, Any]]
    habits: Mapping[str, Any]
    uploader: str = ""
    is_chosen: bool = True


class _Seat(NamedTuple):
    """A player's game: the shown name, its number among the player's games, the uploader, and what
    it adds to the measure.
    """

    name: str
    number: int
    uploader: str
    total: float
    size: float


def learning_measures(kind: GameKind) -> dict[str, LearningMeasure]:
    """Return what can be followed in a game, by key; the first is the default."""
    decided = gettext("decided games")
    wins = LearningMeasure(
        WINS,
        gettext("Win rate"),
        decided,
        gettext("Games won, alone or shared, divided by decided games."),
    )
    surplus = LearningMeasure(
        SURPLUS,
        gettext("Wins above a fair share (points)"),
        decided,
        gettext(
            "The share of the win minus the share if all sides were equal, in percentage points: "
            "a win of two sides is half a win each. So games with two and with four players can be "
            "added up. Solo games do not count."
        ),
    )
    first = (wins,) if has_fixed_sides(kind) else (surplus, wins)
    habits = {habit.metric.key: habit.metric for habit in kind.counting.habits}
    others = [
        LearningMeasure(
            f"{metric.key}/{group}", f"{metric.title}: {label}", metric.unit, metric.definition,
            metric, group,
        )
        for metric in habits.values()
        if isinstance(metric, DistributionMetric) and len(metric.groups) <= MAX_GROUPS
        for group, label in metric.groups.items()
    ]  # fmt: skip
    return {measure.key: measure for measure in (*first, *others)}


def ask_learning(kind_slug: str, filters: Filters, measure: LearningMeasure) -> Learning:
    """Return the curves of the games that match. A game's number counts all games of the player in
    the same board game, human or bot games apart, also those that do not match; of a set of games
    only those of the set. Games without a date do not count. A snapshot has stored curves.
    """
    reader = SumsReader.of(filters.snapshot, filters.games)
    basis = reader.basis(kind_slug, filters.simulated)
    tally = tally_of(cells_frame(reader.read(kind_slug, filters)))
    if reader.snapshot:
        stored = stored_curves(reader.snapshot, kind_slug, filters, measure)
        return Learning(kind_slug, filters, measure, stored or {}, tally, basis, stored is None)
    pool = _pool(kind_slug, Filters(simulated=filters.simulated, games=filters.games))
    is_too_large = sum(rows.count() for rows in pool) > MAX_GAMES
    curves: Curves = {}
    is_closed = measure.counts_wins and filters.is_by_result
    if not (is_too_large or is_closed):
        of_chosen = _pool(kind_slug, filters)
        chosen = {pk for rows in of_chosen for pk in rows.values_list("pk", flat=True)}
        games = _games(pool, chosen, measure)
        keys = {seat["name"] for game in games for seat in game.seats if _is_named(seat)}
        names = name_reads.shown_names(keys)
        curves = curves_of(games, names, measure, settings.UPLOADER_CAP)
    return Learning(kind_slug, filters, measure, curves, tally, basis, is_too_large)


def _pool(kind_slug: str, filters: Filters) -> Sequence[Any]:
    """Return what the games that match add, from each table that has rows of them."""
    if filters.is_selected:
        return contributions_of(selected_games(kind_slug, filters), filters)
    return (LIVE.contributions(kind_slug, filters),)


def _games(pool: Sequence[Any], chosen: set[int], measure: LearningMeasure) -> list[DatedGame]:
    """Return the dated games of the pool in order of time."""
    columns = ("game__upload__uploader", "game__upload_id", "time_key")
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("seats", "habits")}
    dated = (
        its.exclude(time_key__startswith=UNDATED)
        .annotate(**texts)
        .values_list("pk", *texts, *columns)
        for its in pool
    )
    rows = sorted((row for its in dated for row in its), key=lambda row: (row[-1], row[0]))
    return [
        DatedGame(
            _decode(seats),
            _decode(habits) if measure.habit else {},
            uploader or f"#{upload}",
            pk in chosen,
        )
        for pk, seats, habits, uploader, upload, _ in rows
    ]


def curves_of(
    games: Sequence[DatedGame], names: Mapping[str, str], measure: LearningMeasure, cap: float
) -> Curves:
    """Return the curves of games in order of time. `names` has the player of each name's key; seats
    with other names are unnamed. `cap` is the largest share of the weight that an uploader may
    have; 0: any.
    """
    seats, counts = _seats(games, names, measure)
    regulars = [seat for seat in seats if counts[seat.name] >= MANY]
    return {EVERYONE: _curve(seats, measure, cap), REGULARS: _curve(regulars, measure, cap)}


def _seats(
    games: Sequence[DatedGame], names: Mapping[str, str], measure: LearningMeasure
) -> tuple[list[_Seat], dict[str, int]]:
    """Return the games of named players that match, and how many games each player has."""
    counts: dict[str, int] = {}
    found = []
    for game in games:
        for name, seat in _one_each(game.seats, names):
            counts[name] = counts.get(name, 0) + 1
            value = _value(measure, seat, game.seats, game.habits) if game.is_chosen else None
            if value is not None:
                found.append(_Seat(name, counts[name], game.uploader, *value))
    return found, counts


def _is_named(seat: Mapping[str, Any]) -> bool:
    return bool(seat["name"]) and not seat["name"].startswith(name_reads.HIDDEN_PREFIX)


def _one_each(
    seats: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the named players and their seats, of a player with several seats the first."""
    seen: set[str] = set()
    for seat in seats:
        name = names.get(seat["name"])
        if name and name not in seen:
            seen.add(name)
            yield name, seat


def _value(
    measure: LearningMeasure,
    seat: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    habits: Mapping[str, Any],
) -> tuple[float, float] | None:
    """Return what a seat adds to a measure, as total and size; None for nothing."""
    if measure.habit is not None:
        leaf = habits.get(seat["role"], {}).get(measure.habit.key, {}).get(measure.group)
        if leaf is None:
            return None
        moments = Moments(*leaf["mean"])
        return moments.total / measure.habit.per, float(moments.n)
    if seat["result"] not in (WON, SHARED, LOST):
        return None
    if measure.key == WINS:
        return float(seat["result"] != LOST), 1.0
    sides = {each["side"]: each["rank"] for each in seats}
    if seat["side"] == -1 or len(sides) < 2:
        return None
    winners = sum(rank == 1 for rank in sides.values())
    share = 1 / winners if seat["rank"] == 1 else 0.0
    return 100 * (share - 1 / len(sides)), 1.0


def _curve(seats: Sequence[_Seat], measure: LearningMeasure, cap: float) -> tuple[Point, ...]:
    points = []
    for first, last in BANDS:
        its = [s for s in seats if s.number >= first and (last is None or s.number <= last)]
        if its:
            points.append(_point(first, last, its, measure, cap))
    return tuple(points)


def _point(
    first: int, last: int | None, seats: Sequence[_Seat], measure: LearningMeasure, cap: float
) -> Point:
    """Return the value of a band; its interval has players as clusters."""
    import numpy as np

    from analytics.insight.clusters import number_players, people_of

    players = number_players([((seat.name,), 0, seat.uploader) for seat in seats])
    totals, sizes = (
        np.array([getattr(seat, name) for seat in seats]) for name in ("total", "size")
    )
    people = people_of(players, totals, sizes, cap=cap)
    n, label = int(sizes.sum()), _label(first, last)
    if measure.key == WINS:
        item = Item(str(first), label, rate(int(totals.sum()), n))
    else:
        value = float(totals.sum() / sizes.sum()) if n else None
        item = Item(str(first), label, Mean(n, len(seats), value, None, None))
    return Point(first, last, item.drawn(people), people)


def _label(first: int, last: int | None) -> str:
    if last is None:
        return f"{first}+"
    return str(first) if first == last else f"{first}–{last}"


def find_learning_measure(kind_slug: str, key: str) -> LearningMeasure | None:
    """Return the measure that a key names, without a key the first; None if there is none."""
    measures = learning_measures(get_kind(kind_slug))
    return measures.get(key) if key else next(iter(measures.values()))


def unstored_filters(filters: Filters) -> list[str]:
    """Return the parameters of the filters that stored curves do not have."""
    return sorted(filters.params().keys() - {"snapshot", "simulated"})


def has_stored_curves(snapshot: Snapshot, kind_slug: str, measure: LearningMeasure) -> bool:
    """Return whether a snapshot has these curves, or that they are too large: only dumps do."""
    pools = snapshot.learning.get(kind_slug, {}).values()
    return any(pool is None or measure.key in pool for pool in pools)


def stored_curves(
    snapshot: Snapshot, kind_slug: str, filters: Filters, measure: LearningMeasure
) -> Curves | None:
    """Return the curves of a snapshot that has them; None: of too many games."""
    pool = snapshot.learning[kind_slug][filters.simulated]
    if pool is None:
        return None
    return {
        curve: tuple(_stored_point(measure, **point) for point in points)
        for curve, points in pool[measure.key].items()
    }


def plain_point(point: Point) -> dict[str, Any]:
    """Return a point as plain data, which has neither names nor uploaders."""
    people = point.people and {
        **{name: getattr(point.people, name) for name in _STORED},
        "interval": [*point.people.interval],
    }
    bounds = {"first": point.first, "last": point.last}
    return {**bounds, "estimate": point.item.estimate._asdict(), "people": people}


def _stored_point(
    measure: LearningMeasure,
    first: int,
    last: int | None,
    estimate: Mapping[str, Any],
    people: Mapping[str, Any] | None,
) -> Point:
    value = Rate(**estimate) if measure.key == WINS else Mean(**estimate)
    item = Item(str(first), _label(first, last), value)
    if people is None:
        return Point(first, last, item, None)
    unknown: dict[str, Any] = {"unnamed": 0, "uploaders": 0, "largest_uploader": 0.0}
    interval = Interval(*people["interval"])
    restored = People(**{**people, **unknown, "interval": interval, "without_pair": None})
    return Point(first, last, item, restored)
