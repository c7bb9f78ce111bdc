"""One number split by what cells have in common: by month (a trend), or by edition, mode and board
(a cross-table).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from analytics.forms.addresses import games_address
from analytics.forms.base import Source
from analytics.forms.grouped import OPEN_GROUP
from analytics.forms.registry import grouped_form
from analytics.insight.answer import Basis, Tally
from analytics.insight.conclusions import Item
from analytics.insight.definitions import WIN_RATE
from analytics.insight.means import Mean
from analytics.insight.options import has_fixed_sides
from analytics.insight.people import People
from analytics.insight.question import UNKNOWN, Filters
from analytics.insight.rest import Contrast, contrasts
from analytics.insight.roles import cells_frame, tally_of
from analytics.insight.terms import label
from analytics.insight.wilson import Rate, rate
from analytics.reads.crowd import Combination, PartPeople
from analytics.reads.people import PeopleReader
from analytics.reads.sums import SumsReader
from analytics.rollups.measures import merged, total
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric, GroupedMetric, RateMetric
from games.registry import get_kind

ROLES = "roles"
MONTH: Combination = ("month",)
RULES: Combination = ("edition", "mode", "board")
Leaf = Any
"""The sum of a number: that of its metric, or games won and decided."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that can be split: the win rate of a side, or a group of a metric (`metric` is None
    for win rates).
    """

    metric: GroupedMetric | None
    group: str
    label: str

    @property
    def key(self) -> str:
        """Its key in an address: `wins-rounds/d3`."""
        return f"{self.metric.key if self.metric else ROLES}/{self.group}"

    @property
    def title(self) -> str:
        """The title of its metric."""
        return self.metric.title if self.metric else gettext("Win rate")

    @property
    def unit(self) -> str:
        """What n counts, in the plural."""
        return self.metric.unit if self.metric else gettext("decided games")

    @property
    def value(self) -> str:
        """What the value is."""
        if isinstance(self.metric, DistributionMetric):
            return self.metric.value
        return self.metric.title if self.metric else gettext("Win rate")

    @property
    def definition(self) -> str:
        """How it is defined."""
        return self.metric.definition if self.metric else gettext(WIN_RATE)

    @property
    def counts_wins(self) -> bool:
        """Whether it is a win rate, which a filter by result would determine."""
        return self.metric is None or (
            isinstance(self.metric, RateMetric) and self.metric.counts_wins
        )


@dataclass(frozen=True, slots=True)
class Part:
    """The number of the games of one combination. `estimate` has the interval of games, `item` the
    one that is drawn; `contrast` compares it with the rest of the games.
    """

    key: Combination
    labels: tuple[str, ...]
    estimate: Rate | Mean
    item: Item
    people: People | None
    address: str
    contrast: Contrast


@dataclass(frozen=True, slots=True)
class Split:
    """A number split by some dimensions. `parts` are in order, an unknown month last. `is_closed`:
    a win rate of games that are selected by their result, without parts.
    """

    kind: str
    filters: Filters
    measure: Measure
    dimensions: Combination
    parts: tuple[Part, ...]
    tally: Tally
    basis: Basis

    @property
    def is_closed(self) -> bool:
        """Whether the filter determines the number."""
        return self.measure.counts_wins and self.filters.is_by_result


def measures_of(kind: GameKind) -> dict[str, Measure]:
    """Return the numbers that can be split, by key: win rates, rates and means."""
    sides = kind.identity.sides if has_fixed_sides(kind) else {}
    measures = [Measure(None, side, title) for side, title in sides.items()]
    for metric in kind.counting.metrics:
        if isinstance(metric, RateMetric | DistributionMetric):
            groups = metric.groups.items()
            measures += [Measure(metric, group, title) for group, title in groups]
    return {measure.key: measure for measure in measures}


def find_measure(kind: GameKind, key: str) -> Measure | None:
    """Return the number that a key names; without a key the first. None where there is none."""
    measures = measures_of(kind)
    if not key or key in measures:
        return measures[key] if key else next(iter(measures.values()), None)
    name, _, group = key.partition("/")
    for metric in kind.counting.metrics:
        if isinstance(metric, RateMetric | DistributionMetric) and metric.key == name:
            is_open = metric.is_open and OPEN_GROUP.fullmatch(group)
            return Measure(metric, group, gettext(group).capitalize()) if is_open else None
    return None


def split(
    kind_slug: str,
    filters: Filters,
    measure: Measure,
    *many: Combination,
    basis: Basis | None = None,
) -> list[Split]:
    """Return a number of the games that match, split by several lists of dimensions, from one
    query.
    """
    reader, kind = SumsReader.of(filters.snapshot, filters.games), get_kind(kind_slug)
    cells = list(_cells(reader, kind_slug, filters, measure))
    basis = basis or reader.basis(kind_slug, filters.simulated)
    tally = tally_of(cells_frame(cell for cell, _ in cells))
    boards = reader.board_labels({cell["board_digest"] for cell, _ in cells})
    names = {"mode": kind.identity.modes, "board": boards}
    answers = []
    for dimensions in many:
        parts: tuple[Part, ...] = ()
        if not (measure.counts_wins and filters.is_by_result):
            parts = _parts(kind, filters, measure, dimensions, cells, names, basis)
        answers.append(Split(kind_slug, filters, measure, dimensions, parts, tally, basis))
    return answers


def _cells(
    reader: SumsReader, kind: str, filters: Filters, measure: Measure
) -> Iterable[tuple[dict[str, Any], Leaf]]:
    """Yield the cells that match: key and number of games, and the sum of the number (if any)."""
    if measure.metric is None:
        for row in reader.read(kind, filters):
            k = row["games"] if measure.group in row["winner"].split("+") else 0
            yield row, [row["games"], k] if row["winner"] else None
        return
    for row in reader.read(kind, filters, {"leaf": (measure.metric.key, measure.group)}):
        yield row, row.pop("leaf")


def _parts(
    kind: GameKind,
    filters: Filters,
    measure: Measure,
    dimensions: Combination,
    cells: Sequence[tuple[dict[str, Any], Leaf]],
    names: Mapping[str, Mapping[str, str]],
    basis: Basis,
) -> tuple[Part, ...]:
    sums: dict[Combination, list[dict[str, Leaf]]] = {}
    columns = [{"board": "board_digest"}.get(name, name) for name in dimensions]
    for cell, leaf in cells:
        if leaf is not None:
            key = tuple(str(cell[column]) for column in columns)
            sums.setdefault(key, []).append({"": leaf})
    leaves = {key: total(its)[""] for key, its in sums.items()}
    whole = total({"": leaf} for leaf in leaves.values()).get("")
    people = _people(kind.slug, filters, measure, dimensions, basis)
    rows = []
    for key in sorted(leaves, key=lambda key: ([not value for value in key], key)):
        pairs = list(zip(dimensions, key, strict=True))  # a game with one edition has no key for it
        shown = tuple(value or (UNKNOWN if name == "month" else "") for name, value in pairs)
        labels = tuple(
            label(name, value, names.get(name, {}))
            for name, value in zip(dimensions, shown, strict=True)
            if value
        )
        rest = merged({"": whole}, {"": leaves[key]}, -1).get("")
        item = item_of(kind, measure, leaves[key], shown, ", ".join(labels))
        its = people.get(key)
        drawn = item.drawn(its and its.people)
        other = item_of(kind, measure, rest, shown, "").capped(its and its.rest) if rest else None
        rows.append((key, shown, labels, item, drawn, other))
    nothing = Item("", "", rate(0, 0))
    compared = contrasts([(drawn, other or nothing) for *_, drawn, other in rows])
    return tuple(
        Part(
            shown, labels, item.estimate, drawn, people[key].people if key in people else None,
            measure_address(kind, filters, measure, dict(zip(dimensions, shown, strict=True))),
            contrast,
        )
        for (key, shown, labels, item, drawn, _), contrast in zip(rows, compared, strict=True)
    )  # fmt: skip


def _people(
    kind: str, filters: Filters, measure: Measure, dimensions: Combination, basis: Basis
) -> dict[Combination, PartPeople]:
    reader = PeopleReader(kind, filters, basis)
    if measure.metric is None:
        return reader.of_side(measure.group, dimensions)
    return reader.of_group(measure.metric, measure.group, dimensions)


def item_of(kind: GameKind, measure: Measure, leaf: Leaf, key: Combination, text: str) -> Item:
    """Return the number of a sum, with the interval of games."""
    name = " ".join(key)
    if measure.metric is None:
        games, won = leaf
        return Item(name, text, rate(won, games))
    form = grouped_form(measure.metric)
    source = Source(kind.slug, name, text, text, {})
    (item,) = form.items([form.group(measure.metric, source, leaf)])
    return item


def measure_address(
    kind: GameKind, filters: Filters, measure: Measure, chosen: Mapping[str, str]
) -> str:
    """Return the address of the games of a number; `chosen` are more filters."""
    changes = dict(chosen)
    if "month" in changes:
        changes |= {"first": "", "last": ""}
    narrow = filters.but(**changes)
    if measure.metric is None:
        return games_address(narrow.games_params(kind.slug))
    params = {**narrow.params(), "metric": measure.metric.key, "group": measure.group}
    return Source(kind.slug, measure.group, "", "", params).games_address()
