"""Charts of intervals for the pages: a row for each group. Positions are percentages of the width,
so that a chart fits any screen.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any, ClassVar

from analytics.insight.conclusions import Item
from analytics.insight.means import Spread
from analytics.insight.rounding import decimal, percent_of_rate, plain_number
from analytics.insight.wilson import Rate

EDGE = 2.0
"""Room for dots at both ends, in percent."""
TICKS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval and its value as positions; `reference` is that of the fair or expected value,
    `box` those of smallest value, quartiles, median and largest value. Empty: none.
    """

    value: str
    low: str = ""
    high: str = ""
    reference: str = ""
    box: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row: its label, what is drawn (if anything), the value and n as text, and the address of
    its games.
    """

    label: str
    bar: Bar | None
    text: str
    interval: str
    n: int
    is_few: bool
    address: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RowChart:
    """Rows with a common axis: `ticks` are positions and labels."""

    rows: tuple[ChartRow, ...]
    ticks: tuple[tuple[str, str], ...]
    axis_title: str
    unit: str
    template: ClassVar[str] = "analytics/parts/rows.html"

    @property
    def has_box(self) -> bool:
        """Whether rows show quartiles."""
        return any(row.bar and row.bar.box for row in self.rows)

    def first(self, count: int) -> "RowChart":
        """Return the chart with its first rows only."""
        return RowChart(self.rows[:count], self.ticks, self.axis_title, self.unit)


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale of numbers from `low` to `high`."""

    low: float
    high: float

    def at(self, value: float | None) -> str:
        """Return the position of a value; empty without one."""
        if value is None:
            return ""
        share = (value - self.low) / (self.high - self.low)
        return f"{EDGE + (100 - 2 * EDGE) * min(1.0, max(0.0, share)):.2f}"


SHARES = Scale(0.0, 1.0)
SHARE_TICKS = tuple((SHARES.at(n / 4), f"{25 * n} %") for n in range(5))


def share_rows(
    items: Iterable[Item], address: Callable[[Item], str] = lambda _: ""
) -> Iterable[ChartRow]:
    """Yield a row for each rate."""
    for item in items:
        rate = item.estimate
        if not isinstance(rate, Rate):
            continue
        at = SHARES.at
        bar = Bar(at(rate.value), at(rate.low), at(rate.high), at(item.reference))
        yield ChartRow(
            label=item.label,
            bar=bar if rate.n else None,
            text=percent_of_rate(rate),
            interval=item.interval,
            n=rate.n,
            is_few=rate.is_few,
            address=address(item),
        )


def share_chart(
    items: Iterable[Item],
    axis_title: str,
    unit: str,
    address: Callable[[Item], str] = lambda _: "",
) -> RowChart:
    """Return a chart of rates."""
    return RowChart(tuple(share_rows(items, address)), SHARE_TICKS, axis_title, unit)


def value_chart(
    items: Sequence[Item],
    axis_title: str,
    unit: str,
    *,
    spreads: Sequence[Spread] = (),
    address: Callable[[Item], str] = lambda _: "",
) -> RowChart:
    """Return a chart of means; with `spreads` also of their quartiles."""
    scale = _scale_of(items, spreads)
    rows = []
    for number, item in enumerate(items):
        mean, spread = item.estimate, spreads[number] if spreads else None
        box = tuple(map(scale.at, spread)) if spread else ()
        rows.append(
            ChartRow(
                label=item.label,
                bar=Bar(scale.at(mean.value), scale.at(mean.low), scale.at(mean.high), box=box),
                text=decimal(mean.value),
                interval=item.interval,
                n=mean.n,
                is_few=mean.is_few,
                address=address(item),
            )
        )
    return RowChart(tuple(rows), ticks_of(scale), axis_title, unit)


def _scale_of(items: Sequence[Item], spreads: Sequence[Spread]) -> Scale:
    """Return a scale for all values, without the intervals of few games, which may be very wide."""
    values: list[float] = []
    for item in items:
        bounds: Any = (item.estimate.low, item.estimate.high) if not item.estimate.is_few else ()
        values += [value for value in (item.estimate.value, *bounds) if value is not None]
    values += [bound for spread in spreads for bound in (spread.min, spread.max)]
    return scale_from(values)


def scale_from(values: Sequence[float]) -> Scale:
    """Return a scale for some values with round ends; it starts at zero if that is near."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low > 0 and low < 0.6 * high:
        low = 0.0
    high = high if high > low else low + 1
    step = step_of(high - low)
    return Scale(step * floor(low / step), step * -floor(-high / step))


def step_of(length: float) -> float:
    """Return a round distance of about `TICKS` ticks.

    >>> step_of(3.2), step_of(40)
    (1.0, 10.0)
    """
    least = length / TICKS
    base = 10.0 ** floor(log10(least))
    return next(base * n for n in (1, 2, 5, 10) if base * n >= least * 0.999)


def ticks_of(scale: Scale) -> tuple[tuple[str, str], ...]:
    """Return the positions and labels of a scale's ticks."""
    step = step_of(scale.high - scale.low)
    count = round((scale.high - scale.low) / step)
    values = [scale.low + n * step for n in range(count + 1)]
    return tuple((scale.at(value), plain_number(round(value, 6))) for value in values)
