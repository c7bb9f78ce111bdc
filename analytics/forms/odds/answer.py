"""The answer of odds, as text, table and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Any, NamedTuple

from django.utils.translation import gettext, ngettext

from analytics.charts import plain
from analytics.forms import figures
from analytics.forms.base import Group, GroupBody, Link
from analytics.forms.tables import Cell
from analytics.insight.rounding import decimal, span
from analytics.insight.wilson import FEW, Z_95
from games.core.sums import MILLION, OddsSum
from replays.rest.body import doc


class OddsBody(GroupBody):
    """What happened and what was expected, by chance or by the metric's `model`: `low` to `high` in
    95 % of cases.
    """

    n: Annotated[int, doc("Trials.")]
    games: int
    seen: Annotated[int, doc("How often it happened.")]
    expected: Annotated[float, doc("How often it was expected.")]
    low: float
    high: float


class Odds(NamedTuple):
    """`seen` of n trials in some games, where `expected` were expected; chance alone gives `low` to
    `high` in 95 % of cases.
    """

    n: int
    games: int
    seen: int
    expected: float
    low: float
    high: float

    @property
    def is_outside(self) -> bool:
        """Whether chance alone gives such a number in less than 5 % of cases."""
        return not self.low <= self.seen <= self.high


def odds_of(leaf: Sequence[int]) -> Odds:
    """Return the odds from their sum.

    >>> odds_of([1, 2, 1, 1_000_000, 500_000]).expected
    1.0
    """
    sums = OddsSum(*leaf)
    expected = sums.expected / MILLION
    half = Z_95 * sqrt(sums.variance / MILLION)
    low, high = max(0.0, expected - half), min(float(sums.n), expected + half)
    return Odds(sums.n, sums.games, sums.seen, expected, low, high)


@dataclass(frozen=True, slots=True)
class OddsGroup(Group):
    """What happened in a group."""

    odds: Odds

    @property
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""
        return self.odds.games < FEW

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the odds as text."""
        odds = self.odds
        yield "", f"{odds.seen} of {odds.n}, expected {decimal(odds.expected)}"

    def cells(self, _groups: Sequence[Any], /) -> tuple[Cell, ...]:
        """Return the cells of the table."""
        odds = self.odds
        verdict = gettext("outside") if odds.is_outside else gettext("inside")
        return (
            Cell(str(odds.seen)),
            Cell(decimal(odds.expected)),
            Cell(span(decimal(odds.low), decimal(odds.high)), small=verdict),
            Cell(decimal(odds.seen - odds.expected)),
            Cell(str(odds.n)),
            Cell(str(odds.games), self.source.games_address()),
        )

    def fields(self, _link: Link, /) -> dict[str, Any]:
        """Return the fields of the JSON body."""
        return self.odds._asdict()

    def hover(self) -> str:
        """Return the text of the figure."""
        odds = self.odds
        lines = [
            plain(self.source.label),
            gettext("{what}: {k} of {n} {unit}").format(
                what=plain(self.metric.seen), k=odds.seen, n=odds.n, unit=plain(self.metric.unit)
            ),
            self._expected_text().format(
                expected=decimal(odds.expected), low=decimal(odds.low), high=decimal(odds.high)
            ),
            ngettext("in {n} game", "in {n} games", odds.games).format(n=odds.games),
        ]
        return figures.hover(lines, is_few=self.is_few)

    def _expected_text(self) -> str:
        if self.metric.model:
            return gettext("expected {expected}, in 95 % of cases {low} to {high}")
        return gettext("expected {expected}, by chance {low} to {high}")
