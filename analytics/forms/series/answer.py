"""The answer of a series, as text, table and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.charts import plain
from analytics.forms import figures
from analytics.forms.base import Group, GroupBody, Link
from analytics.forms.tables import Cell
from analytics.insight import bodies
from analytics.insight.means import Mean
from analytics.insight.people import drawn_mean
from analytics.insight.rounding import decimal, mean_interval


class PositionBody(bodies.Mean):
    """The mean at a position."""

    key: str
    label: str
    people: bodies.PeopleField


class SeriesBody(GroupBody):
    """Means by position."""

    positions: list[PositionBody]


@dataclass(frozen=True, slots=True)
class SeriesGroup(Group):
    """A group's means, one for each position of the metric, in its order."""

    means: tuple[Mean, ...]

    @property
    def shown(self) -> tuple[Mean, ...]:
        """The means with the intervals that are drawn."""
        positions = zip(self.metric.positions, self.means, strict=True)
        return tuple(drawn_mean(mean, self.people.get(key)) for key, mean in positions)

    @property
    def games(self) -> int:
        """The largest number of games of its means."""
        return max(mean.games for mean in self.means)

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return all(mean.is_few for mean in self.means)

    @property
    def comparisons(self) -> int:
        """How many intervals the group shows."""
        return sum(mean.n > 0 for mean in self.means)

    def by_position(self) -> Iterator[tuple[str, str, Mean]]:
        """Yield the key, title and mean of each possible position."""
        for (key, title), mean in zip(self.metric.positions.items(), self.means, strict=True):
            if self.metric.is_possible(self.source.key, key):
                yield key, title, mean

    def numbers(self) -> list[tuple[str, str]]:
        """Return the mean at each position as text."""
        return [
            (f", {title}", f"{decimal(mean.value)} over {mean.n}")
            for _, title, mean in self.by_position()
        ]

    def cells(self, _groups: Sequence[Any], /) -> tuple[Cell, ...]:
        """Return the cells of the table."""
        means = (
            Cell(decimal(mean.value), "", f"{mean_interval(mean)}, n {mean.n}", mean.is_few)
            if self.metric.is_possible(self.source.key, key)
            else Cell("")
            for key, mean in zip(self.metric.positions, self.shown, strict=True)
        )
        return (Cell(str(self.games), self.source.games_address()), *means)

    def fields(self, _link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        means = [
            PositionBody(*mean, key, title, bodies.people_body(self.people.get(key), mean))
            for key, title, mean in self.by_position()
        ]
        return {"positions": means}

    def csv_rows(self) -> list[dict[str, Any]]:
        """Return a row of the CSV file for each position."""
        return [
            {"position": key}
            | bodies.mean_fields(mean)
            | bodies.flat_people(self.people.get(key), mean)
            for key, _, mean in self.by_position()
        ]

    def hovers(self) -> list[str]:
        """Return the text of the figure for each position."""
        label, metric = plain(self.source.label), self.metric
        return [
            figures.hover(
                [
                    f"{label}, {plain(metric.position_title.lower())} {plain(title)}",
                    figures.mean_text(mean, metric.value),
                    figures.count_text(mean, metric.unit),
                ],
                is_few=mean.is_few,
            )
            for _, title, mean in self.by_position()
        ]
