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
from analytics.forms.tables import Cell, interval
from analytics.insight import bodies
from analytics.insight.conclusions import Item, reference_verdicts
from analytics.insight.people import drawn_rate
from analytics.insight.rounding import count_of, percent, percent_of, percent_of_rate
from analytics.insight.verdicts import OPEN, few_games, few_players
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
    people: bodies.PeopleField
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

    @property
    def shown(self) -> Rate:
        """The rate with the interval that is drawn."""
        return drawn_rate(self.rate, self.people.get(""))

    @property
    def item(self) -> Item:
        """The rate with its fair share; of two sides that is one half."""
        reference = self.even_share or (0.5 if self.metric.lost else None)
        item = Item(self.source.key, self.source.label, self.rate, reference)
        return item.drawn(self.people.get(""))

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the rate as text."""
        yield "", count_of(self.rate.k, self.rate.n)

    def cells(self, groups: "Sequence[RateGroup]", /) -> tuple[Cell, ...]:
        """Return the cells of the table; of two complementary rates the second is a count only."""
        cells = [
            Cell(str(self.rate.k), self._address("yes", self.rate)),
            Cell(percent_of_rate(self.shown)),
            Cell(interval(self.shown)),
        ]
        if self.metric.lost:
            cells.append(Cell(str(self.lost.k), self._address("no", self.lost)))
        cells.append(Cell(str(self.rate.n), self.source.games_address()))
        if self.metric.aside:
            cells.append(Cell(str(self.aside)))
        if self.metric.even:
            cells.append(Cell(percent(self.even_share)))
        if self.metric.even or self.metric.lost:
            cells.append(self._verdict(groups))
        return tuple(cells)

    def _address(self, won: str, rate: Rate) -> str:
        return self.source.games_address(won=won) if rate.k else ""

    def _verdict(self, groups: "Sequence[RateGroup]") -> Cell:
        """Return whether the rate is above or below its fair share, corrected for all groups; a
        dash without a fair share.
        """
        if self.item.reference is None:
            return Cell(percent(None))
        if self.is_few:
            return Cell(few_games())
        if self.shown.low is None:
            return Cell(few_players())
        enough = [group for group in groups if not group.is_few]
        verdict = reference_verdicts([group.item for group in enough])[enough.index(self)]
        texts = {True: gettext("above"), False: gettext("below")}
        is_above = (self.shown.value or 0.0) > (self.item.reference or 0.0)
        text = gettext("too close to call") if verdict.key == OPEN else texts[is_above]
        return Cell(text, verdict=verdict.key)

    def fields(self, link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        won = link(self.source.games_address(won="yes")) if self.rate.k else None
        fields = asdict(bodies.rate_body(self.rate))
        fields |= {"even": self.even_share, "aside": self.aside, "won_url": won}
        fields["people"] = bodies.people_body(self.people.get(""), self.rate)
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
        return [row | bodies.flat_people(self.people.get(""), self.rate)]

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
