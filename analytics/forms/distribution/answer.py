"""The answer of a distribution, as text, table and JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext
from msgspec import UNSET, UnsetType

from analytics.charts import plain
from analytics.forms import figures
from analytics.forms.base import Group, GroupBody, Link, Source
from analytics.forms.tables import WIDTH, Cell
from analytics.insight.bodies import PeopleField, flat_people, mean_fields, people_body
from analytics.insight.conclusions import Item
from analytics.insight.means import Mean, Spread, mean_of, spread_of
from analytics.insight.people import drawn_mean
from analytics.insight.rounding import decimal, mean_interval, plain_number, span
from games.core.metrics import DistributionMetric
from replays.rest.body import Body, doc


class Shrunk(Body):
    """A mean shrunk toward the common mean of all groups, with its 95 % interval."""

    mean: float | None
    low: float | None
    high: float | None


class DistributionBody(GroupBody):
    """A mean as in `Mean`, quartiles, and how often each value was observed."""

    n: Annotated[int, doc("Observations.")]
    games: int
    mean: float | None
    mean_low: float | None
    mean_high: float | None
    min: float
    q1: float
    median: float
    q3: float
    max: float
    values: Annotated[dict[str, int], doc("How often each value was observed.")]
    people: PeopleField
    shrunk: Annotated[
        Shrunk | UnsetType | None,
        doc("Of many groups: the mean shrunk toward the common mean. Null: no interval."),
    ] = UNSET


@dataclass(frozen=True, slots=True)
class DistributionGroup(Group):
    """A group's values: `values` maps each to how often it occurred. `shrunk` is the mean shrunk
    toward that of all groups, if the metric has many.
    """

    mean: Mean
    spread: Spread
    values: Mapping[float, int]
    shrunk: Mean | None = None

    @property
    def shown(self) -> Mean:
        """The mean with the interval that is drawn."""
        return drawn_mean(self.mean, self.people.get(""))

    @property
    def item(self) -> Item:
        """The mean."""
        item = Item(self.source.key, self.source.label, self.mean)
        return item.drawn(self.people.get(""))

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.mean.is_few

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the mean and the quartiles as text."""
        quartiles = ", ".join(map(str, self.spread))
        yield "", f"{decimal(self.mean.value)} over {self.mean.n}; quartiles {quartiles}"

    def cells(self, groups: "Sequence[DistributionGroup]", /) -> tuple[Cell, ...]:
        """Return the cells of the table; the boxes of all groups have one scale."""
        low, q1, median, q3, high = map(plain_number, self.spread)
        text = gettext("from {low} over {q1}, {median}, {q3} to {high}").format(
            low=low, q1=q1, median=median, q3=q3, high=high
        )
        return (
            Cell(decimal(self.shown.value)),
            Cell(mean_interval(self.shown)),
            *(self._shrunk_cells() if self.metric.is_shrunk else ()),
            Cell(text, box=self._box(groups)),
            Cell(median),
            Cell(span(q1, q3)),
            Cell(span(low, high)),
            *([] if counts_games(self.metric) else [Cell(str(self.mean.n))]),
            Cell(str(self.mean.games), self.source.games_address()),
        )

    def _shrunk_cells(self) -> tuple[Cell]:
        if self.shrunk is None:
            return (Cell("–"),)
        return (Cell(decimal(self.shrunk.value), small=mean_interval(self.shrunk)),)

    def _box(self, groups: "Sequence[DistributionGroup]") -> dict[str, str]:
        """Return the spread and the mean on a line from 0 to WIDTH, the scale of all groups."""
        low = min(group.spread.min for group in groups)
        high = max(low + 1, *(group.spread.max for group in groups))
        scale, spread = WIDTH / (high - low), self.spread
        ends = {"low": spread.min, "high": spread.max, "q1": spread.q1, "median": spread.median}
        positions = {name: value - low for name, value in ends.items()}
        positions |= {"mean": (self.mean.value or 0) - low, "width": spread.q3 - spread.q1}
        return {name: f"{scale * length:.2f}" for name, length in positions.items()}

    def fields(self, _link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        values = {f"{value:g}": count for value, count in sorted(self.values.items())}
        fields = mean_fields(self.mean) | self.spread._asdict()
        if self.metric.is_shrunk:
            fields["shrunk"] = Shrunk(*self.shrunk[2:]) if self.shrunk else None
        return {**fields, "values": values, "people": people_body(self.people.get(""), self.mean)}

    def csv_rows(self) -> list[dict[str, Any]]:
        """Return the row of the CSV file."""
        fields = mean_fields(self.mean) | self.spread._asdict()
        if self.metric.is_shrunk:
            bounds = self.shrunk[2:] if self.shrunk else (None, None, None)
            fields |= dict(zip(("shrunk", "shrunk_low", "shrunk_high"), bounds, strict=True))
        return [fields | flat_people(self.people.get(""), self.mean)]

    def hover(self) -> str:
        """Return the text of the figure."""
        low, q1, median, q3, high = map(plain_number, self.spread)
        lines = [
            plain(self.source.label),
            figures.mean_text(self.mean, self.metric.value),
            gettext("median {median}, quartiles {q1} to {q3}, from {low} to {high}").format(
                median=median, q1=q1, q3=q3, low=low, high=high
            ),
            figures.count_text(self.mean, self.metric.unit),
        ]
        return figures.hover(lines, is_few=self.is_few)


def counts_games(metric: DistributionMetric) -> bool:
    """Return whether the observations of a metric are games."""
    return metric.unit in ("games", gettext("games"))


def to_group(metric: DistributionMetric, source: Source, leaf: Any) -> DistributionGroup:
    """Return a group from its sum. Raises ValueError without values."""
    counts = {int(value): count for value, count in leaf["values"].items()}
    spread = spread_of(counts)
    if spread is None:
        raise ValueError(f"{metric.key}, {source.key}: a group without values")

    def in_units(value: float) -> float:
        return value if metric.per == 1 else value / metric.per

    mean = mean_of(leaf["mean"])
    bounds = (None if bound is None else in_units(bound) for bound in mean[2:])
    return DistributionGroup(
        metric,
        source,
        Mean(mean.n, mean.games, *bounds),
        Spread(*map(in_units, spread)),
        {in_units(value): count for value, count in counts.items()},
    )
