"""Which rates and means changed most between two snapshots, or since one of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from analytics.insight.answer import Basis
from analytics.insight.conclusions import Item
from analytics.insight.people import People
from analytics.insight.question import Filters
from analytics.insight.rest import UNTESTED, Contrast, contrasts, widened
from analytics.reads.people import PeopleReader
from analytics.reads.splits import ROLES, Leaf, Measure, item_of, measure_address, measures_of
from analytics.reads.sums import SumsReader
from analytics.rollups.measures import NegativeSum, merged, total
from games.core.contract import GameKind
from games.registry import get_kind


@dataclass(frozen=True, slots=True)
class Mover:
    """A number in an earlier and a later state of the sums. `new` is that of the games that were
    added, None where games were also removed or changed; `contrast` compares them with the earlier
    ones. `people` are those of the later number, if it is live and of human games.
    """

    measure: Measure
    before: Item
    after: Item
    new: Item | None
    contrast: Contrast
    address: str
    people: People | None = None

    @property
    def change(self) -> float:
        """The later value minus the earlier one."""
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class Movers:
    """The numbers that changed between two states, the surest differences of new games first.
    `is_recounted`: the rules of counting or the engine differ, so that new games are not compared.
    """

    kind: str
    filters: Filters
    before: Basis
    after: Basis
    rows: tuple[Mover, ...]

    @property
    def is_recounted(self) -> bool:
        """Whether the two states were counted by different versions."""
        versions = [(b.engine_version, b.facts_version) for b in (self.before, self.after)]
        return versions[0] != versions[1]


def find_movers(kind_slug: str, filters: Filters, before: str, after: str) -> Movers:
    """Return the numbers that changed from one snapshot to another; without a name they are the
    live numbers. Win rates are left out for games that are selected by their result.
    """
    kind = get_kind(kind_slug)
    readers = SumsReader.named(before), SumsReader.named(after)
    earlier, later = (reader.basis(kind_slug, filters.simulated) for reader in readers)
    old, new = (dict(_leaves(reader, kind, filters)) for reader in readers)
    found = Movers(kind_slug, filters, earlier, later, ())
    live = filters.but(snapshot="")
    rows = []
    for measure in measures_of(kind).values():
        one, other = old.get(measure.key), new.get(measure.key)
        if one is None or other is None or one == other:
            continue
        was, now = (item_of(kind, measure, leaf, (), measure.label) for leaf in (one, other))
        added = None if found.is_recounted else _added(kind, measure, one, other)
        address = measure_address(kind, live, measure, {})
        rows.append(Mover(measure, was, now, added, UNTESTED, address))
    return replace(found, rows=_ordered(_with_people(rows, kind, filters, later)))


def _with_people(
    rows: Iterable[Mover], kind: GameKind, filters: Filters, later: Basis
) -> list[Mover]:
    """Return the rows with the people of the later numbers, where they are live."""
    rows = list(rows)
    if later.snapshot:
        return rows
    reader = PeopleReader(kind.slug, filters, later)
    metrics = list({row.measure.metric.key: row.measure.metric
                    for row in rows if row.measure.metric}.values())  # fmt: skip
    of_metrics = reader.of_metrics(metrics).get("", []) if metrics else []
    groups = dict(zip((metric.key for metric in metrics), of_metrics, strict=False))
    sides = [row.measure.group for row in rows if row.measure.metric is None]
    of_sides = reader.of_roles("", sides).get("", {}) if sides else {}

    def people(measure: Measure) -> People | None:
        if measure.metric is None:
            return of_sides.get(measure.group)
        return groups.get(measure.metric.key, {}).get(measure.group, {}).get("")

    return [replace(row, people=people(row.measure)) for row in rows]


def _widened(row: Mover) -> Item | None:
    """Return the added games with an interval that is as much wider than that of games as the one
    of all games is; None if there are too few players.
    """
    if row.new is None or (row.people and row.people.is_few):
        return None
    return widened(row.new, row.after.drawn(row.people).inflation)


def _ordered(rows: list[Mover]) -> tuple[Mover, ...]:
    """Return the rows with their comparisons, the smallest q-value first."""
    testable = [(row, new) for row in rows if (new := _widened(row))]
    compared = contrasts([(new, row.before) for row, new in testable], is_one_number=False)
    by_key = {row.measure.key: each for (row, _), each in zip(testable, compared, strict=True)}
    complete = [replace(row, contrast=by_key.get(row.measure.key, UNTESTED)) for row in rows]

    def rank(row: Mover) -> tuple[float, float]:
        return 2.0 if row.contrast.q is None else row.contrast.q, -abs(row.change)

    return tuple(sorted(complete, key=rank))


def _leaves(reader: SumsReader, kind: GameKind, filters: Filters) -> Iterator[tuple[str, Leaf]]:
    """Yield the sums of all numbers that a state has; of two sides only the first."""
    measures = measures_of(kind)
    if len(kind.identity.sides) == 2:
        measures.pop(f"{ROLES}/{list(kind.identity.sides)[1]}", None)
    metrics = {of.metric.key: of.metric for of in measures.values() if of.metric is not None}
    parts: dict[str, list[Any]] = {name: [] for name in metrics}
    decided: list[tuple[str, int]] = []
    columns = (f"sums__{name}" for name in metrics)
    for winner, games, *of_cell in reader.cells(kind.slug, filters).values_list(
        "winner", "games", *columns
    ):
        if winner:
            decided.append((winner, games))
        for name, part in zip(metrics, of_cell, strict=True):
            parts[name].append(part or {})
    sums = {name: total(its) for name, its in parts.items()}
    for key, measure in measures.items():
        if measure.counts_wins and filters.is_by_result:
            continue
        if measure.metric is not None:
            if measure.group in sums[measure.metric.key]:
                yield key, sums[measure.metric.key][measure.group]
        elif decided:
            won = sum(games for winner, games in decided if measure.group in winner.split("+"))
            yield key, [sum(games for _, games in decided), won]


def _added(kind: GameKind, measure: Measure, one: Leaf, other: Leaf) -> Item | None:
    """Return the number of the games that were added; None if games were removed or changed."""
    try:
        leaf = merged({"": other}, {"": one}, -1).get("")
    except NegativeSum:
        return None
    if leaf is None or (isinstance(leaf, list) and not 0 <= leaf[1] <= leaf[0]):
        return None
    return item_of(kind, measure, leaf, (), measure.label)
