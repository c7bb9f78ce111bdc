"""The answer of a rate, as text, table and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from django.utils.translation import gettext
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from analytics.charts import interval_text, plain
from analytics.forms import figures
from analytics.forms.base import Group, GroupBody, Link
from analytics.forms.tables import Cell, bar, interval
from analytics.insight import bodies
from analytics.insight.rounding import count_of, percent, percent_of
from analytics.insight.wilson import Rate
from replays.rest.body import Url, doc


class LostRate(bodies.Rate):
    """The rate of the other n - k."""

    url: Annotated[Url | None, doc("The games that were lost. Null: none.")]


class RateBody(GroupBody):
    """A rate: the fields of `Rate`, and more."""

    k: int
    n: int
    value: float | None
    low: float | None
    high: float | None
    percent: str
    even: Annotated[float | None, doc("The fair share, if it is known.")]
    aside: Annotated[int, doc("How many of the k are counted separately.")]
    won_url: Annotated[Url | None, doc("The games that were won. Null: none.")]
    lost: LostRate | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class RateGroup(Group):
    """A group's rate, and that of the other n - k. `aside` of its k are also counted separately.
    `even` is its share if all groups were equal; None where that is not known.
    """

    rate: Rate
    lost: Rate
    aside: int
    even: Fraction | None

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.rate.is_few

    @property
    def even_share(self) -> float | None:
        """The fair share as a number."""
        return None if self.even is None else float(self.even)

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the rate as text."""
        yield "", count_of(self.rate.k, self.rate.n)

    def cells(self, _groups: Sequence[Any], /) -> tuple[Cell, ...]:
        """Return the cells of the table."""
        cells = self._rate_cells(self.rate, "yes")
        if self.metric.lost:
            cells += self._rate_cells(self.lost, "no")
        cells.append(Cell(str(self.rate.n), self.source.games_address()))
        if self.metric.aside:
            cells.append(Cell(str(self.aside)))
        if self.metric.even:
            cells.append(Cell(percent(self.even_share)))
        return tuple(cells)

    def _rate_cells(self, rate: Rate, won: str) -> list[Cell]:
        address = self.source.games_address(won=won) if rate.k else ""
        share = Cell(percent_of(rate.k, rate.n))
        return [Cell(str(rate.k), address), share, Cell(interval(rate), bar=bar(rate))]

    def fields(self, link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        won = link(self.source.games_address(won="yes")) if self.rate.k else None
        fields = asdict(bodies.rate_body(self.rate))
        fields |= {"even": self.even_share, "aside": self.aside, "won_url": won}
        if self.metric.lost:
            url = link(self.source.games_address(won="no")) if self.lost.k else None
            fields["lost"] = LostRate(**asdict(bodies.rate_body(self.lost)), url=url)
        return fields

    def csv_rows(self) -> list[dict[str, Any]]:
        """Return the row of the CSV file."""
        row, lost = bodies.flat_rate(self.rate), self.lost
        row |= {"aside": self.aside, "even": self.even_share}
        if self.metric.lost:
            row |= {"lost": lost.k, "lost_rate": lost.value}
            row |= {"lost_low": lost.low, "lost_high": lost.high}
        return [row]

    def hover(self, rate: Rate, name: str) -> str:
        """Return the text of the figure for one of the two rates."""
        label, metric = plain(self.source.label), self.metric
        lines = [
            f"{label}: {plain(name)}" if metric.lost else label,
            gettext("{percent}, {k} of {n} {unit}").format(
                percent=percent_of(rate.k, rate.n), k=rate.k, n=rate.n, unit=plain(metric.unit)
            ),
            interval_text(rate),
        ]
        if metric.aside:
            what = plain(metric.aside)
            lines.append(gettext("of them {what}: {n}").format(what=what, n=self.aside))
        if self.even is not None:
            share = percent(self.even_share)
            lines.append(gettext("fair share {percent}").format(percent=share))
        return figures.hover(lines, is_few=self.is_few)
