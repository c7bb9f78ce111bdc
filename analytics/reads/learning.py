"""Learning curves: how players do in their first, second, … game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from analytics.insight.people import People
from analytics.insight.question import Filters
from analytics.insight.roles import cells_frame, tally_of
from analytics.insight.wilson import rate
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
    only those of the set. Games without a date do not count.
    """
    reader = SumsReader.of("", filters.games)
    basis = reader.basis(kind_slug, filters.simulated)
    tally = tally_of(cells_frame(reader.read(kind_slug, filters)))
    pool = _pool(kind_slug, Filters(simulated=filters.simulated, games=filters.games))
    is_too_large = sum(rows.count() for rows in pool) > MAX_GAMES
    curves: dict[str, tuple[Point, ...]] = {}
    is_closed = measure.counts_wins and filters.is_by_result
    if not (is_too_large or is_closed):
        of_chosen = _pool(kind_slug, filters)
        chosen = {pk for rows in of_chosen for pk in rows.values_list("pk", flat=True)}
        seats, counts = _seats(pool, chosen, measure)
        regulars = [seat for seat in seats if counts[seat.name] >= MANY]
        curves = {EVERYONE: _curve(seats, measure), REGULARS: _curve(regulars, measure)}
    return Learning(kind_slug, filters, measure, curves, tally, basis, is_too_large)


def _pool(kind_slug: str, filters: Filters) -> Sequence[Any]:
    """Return what the games that match add, from each table that has rows of them."""
    if filters.is_selected:
        return contributions_of(selected_games(kind_slug, filters), filters)
    return (LIVE.contributions(kind_slug, filters),)


def _seats(
    pool: Sequence[Any], chosen: set[int], measure: LearningMeasure
) -> tuple[list[_Seat], dict[str, int]]:
    """Return the games of named players that match, and how many games each player has."""
    columns = ("game__upload__uploader", "game__upload_id", "time_key")
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("seats", "habits")}
    dated = (
        its.exclude(time_key__startswith=UNDATED)
        .annotate(**texts)
        .values_list("pk", *texts, *columns)
        for its in pool
    )
    found_rows = sorted((row for its in dated for row in its), key=lambda row: (row[-1], row[0]))
    rows = [
        (pk, _decode(seats), _decode(habits) if measure.habit else {}, uploader, upload)
        for pk, seats, habits, uploader, upload, _ in found_rows
    ]
    names = name_reads.shown_names(
        {seat["name"] for _, seats, *_ in rows for seat in seats if _is_named(seat)}
    )
    counts: dict[str, int] = {}
    found = []
    for pk, seats, habits, uploader, upload in rows:
        for seat in _one_each(seats, names):
            name = names[seat["name"]]
            counts[name] = counts.get(name, 0) + 1
            value = _value(measure, seat, seats, habits) if pk in chosen else None
            if value is not None:
                found.append(_Seat(name, counts[name], uploader or f"#{upload}", *value))
    return found, counts


def _is_named(seat: Mapping[str, Any]) -> bool:
    return bool(seat["name"]) and not seat["name"].startswith(name_reads.HIDDEN_PREFIX)


def _one_each(
    seats: Iterable[Mapping[str, Any]], names: Mapping[str, str]
) -> Iterator[Mapping[str, Any]]:
    """Yield the seats of named players, of a player with several seats the first."""
    seen: set[str] = set()
    for seat in seats:
        if _is_named(seat) and names[seat["name"]] not in seen:
            seen.add(names[seat["name"]])
            yield seat


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


def _curve(seats: Sequence[_Seat], measure: LearningMeasure) -> tuple[Point, ...]:
    points = []
    for first, last in BANDS:
        its = [s for s in seats if s.number >= first and (last is None or s.number <= last)]
        if its:
            points.append(_point(first, last, its, measure))
    return tuple(points)


def _point(first: int, last: int | None, seats: Sequence[_Seat], measure: LearningMeasure) -> Point:
    """Return the value of a band; its interval has players as clusters."""
    import numpy as np

    from analytics.insight.clusters import number_players, people_of

    players = number_players([((seat.name,), 0, seat.uploader) for seat in seats])
    totals, sizes = (
        np.array([getattr(seat, name) for seat in seats]) for name in ("total", "size")
    )
    people = people_of(players, totals, sizes, cap=settings.UPLOADER_CAP)
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
