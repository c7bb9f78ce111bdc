"""The answer of a survival, as text, table and JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from django.utils.translation import gettext

from analytics.charts import interval_text, plain
from analytics.forms import figures
from analytics.forms.base import Group, GroupBody, Link
from analytics.forms.tables import Cell
from analytics.insight.conclusions import Item
from analytics.insight.rounding import percent, span
from analytics.insight.survival import Median, Point, inflation_of, median, survival
from analytics.insight.wilson import FEW, Rate
from replays.rest.body import Body, doc


class PointBody(Body):
    """The games of one round or turn."""

    at: Annotated[int, doc("The round or turn.")]
    at_risk: Annotated[int, doc("Games that were played so far.")]
    ended: Annotated[int, doc("Of them, those that ended by rule in it.")]
    censored: Annotated[int, doc("Of them, those resigned, abandoned or not finished in it.")]
    share: Annotated[float, doc("Still going after it (Kaplan–Meier).")]
    low: float | None
    high: float | None


class SurvivalBody(GroupBody):
    """The share of games still going after each round or turn."""

    games: int
    ended: Annotated[int, doc("Ended by rule.")]
    censored: Annotated[int, doc("Resigned, abandoned or not finished.")]
    median: Annotated[int | None, doc("By when half have ended. Null: fewer have.")]
    median_low: int | None
    median_high: int | None
    points: Annotated[list[PointBody], doc("Where games stopped.")]


@dataclass(frozen=True)
class SurvivalGroup(Group):
    """A group's games: `counts` maps a round or turn to the games that stopped in it and how many
    of them ended by rule.
    """

    counts: Mapping[int, tuple[int, int]]

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The curve."""
        return survival(self.counts, self.inflation)

    @cached_property
    def inflation(self) -> float | None:
        """How many times wider players as clusters make the intervals; None: too few players."""
        return inflation_of(self.counts, self.people.get(""))

    @cached_property
    def median(self) -> Median:
        """By when half of the games have ended."""
        return median(self.points)

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(games for games, _ in self.counts.values())

    @property
    def ended(self) -> int:
        """How many ended by rule."""
        return sum(ended for _, ended in self.counts.values())

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.games < FEW

    @property
    def items(self) -> tuple[Item, ...]:
        """The curve as shares of the games at risk."""
        return tuple(
            Item(
                str(p.at),
                f"{self.source.label}, {p.at}",
                Rate(p.at_risk - p.ended, p.at_risk, p.share, p.low, p.high),
            )
            for p in self.points
        )

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the share after each round or turn as text."""
        for p in self.points:
            yield f", {p.at}", f"{percent(p.share)} of {p.at_risk} at risk"

    def cells(self, _groups: "Sequence[SurvivalGroup]", /) -> tuple[Cell, ...]:
        """Return the cells of the table."""
        low, high = self.median.low, self.median.high
        bounds = span(*map(str, (low, high))) if low is not None and high is not None else "–"
        return (
            Cell(median_text(self.median)),
            Cell(bounds),
            Cell(str(self.ended)),
            Cell(str(self.games - self.ended)),
            Cell(str(self.games), self.source.games_address()),
        )

    def fields(self, _link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        points = [PointBody(*point) for point in self.points]
        middle = {"median": self.median.value, "median_low": self.median.low}
        middle["median_high"] = self.median.high
        counts = {"games": self.games, "ended": self.ended, "censored": self.games - self.ended}
        return {**counts, **middle, "points": points}

    def csv_rows(self) -> list[dict[str, Any]]:
        """Return a row of the CSV file for each round or turn."""
        return [point._asdict() for point in self.points]

    def hovers(self) -> list[str]:
        """Return the text of the figure for each point."""
        label = plain(self.source.label)
        still = gettext("still going: {percent}; {ended} of {n} ended by rule")
        return [
            figures.hover(
                [
                    f"{label}, {plain(self.metric.value)} {p.at}",
                    still.format(percent=percent(p.share), ended=p.ended, n=p.at_risk),
                    interval_text(item.estimate),  # type: ignore[arg-type]  # a rate
                ],
                is_few=p.is_few,
            )
            for p, item in zip(self.points, self.items, strict=True)
        ]


def median_text(value: Median) -> str:
    """Return a median as text."""
    return "–" if value.value is None else str(value.value)
