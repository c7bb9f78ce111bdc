"""Charts of series for the pages: lines over time, and grids of means. Positions are percentages
of the width and pixels of a fixed height.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from analytics.insight.conclusions import Item
from analytics.insight.means import Mean
from analytics.insight.rounding import decimal, mean_interval, plain_number, whole_percent
from analytics.insight.wilson import Rate

from .rows import SHARES, Scale, scale_from, step_of

HEIGHT, TOP = 240, 12
"""The height of the drawing area in pixels, and the room above it."""
LEFT, RIGHT = 6.0, 98.0
MAX_STYLES = 6
"""Styles of lines that are easy to distinguish; more lines share them."""
STEPS = 10
MAX_TICKS = 12
"""Labels below a line over time."""
SHORT_TICK = 4
"""Characters of a label that has room on narrow screens next to eleven others."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line: its position, that of its interval, and its text."""

    x: str
    y: str
    low: str
    high: str
    text: str
    is_few: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its dots, the segments between them, and the number of its style."""

    label: str
    style: int
    dots: tuple[Dot, ...]

    @property
    def segments(self) -> list[tuple[Dot, Dot]]:
        """The pairs of neighbouring dots."""
        return list(pairwise(self.dots))


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over the same positions, with the ticks of both axes."""

    lines: tuple[Line, ...]
    x_ticks: tuple[tuple[str, str], ...]
    y_ticks: tuple[tuple[str, str], ...]
    x_title: str
    axis_title: str
    is_stepped: bool = False
    """Whether a value holds until the next position, as that of a survival curve."""
    template: ClassVar[str] = "analytics/parts/lines.html"

    @property
    def has_long_ticks(self) -> bool:
        """Whether narrow screens have no room for all labels below the chart."""
        return any(len(title) > SHORT_TICK for _, title in self.x_ticks)

    @property
    def bottom(self) -> int:
        """The lower end of the drawing area."""
        return TOP + HEIGHT


def line_chart(
    labels: Sequence[str],
    means: Sequence[Sequence[Mean]],
    titles: Sequence[str],
    x_title: str,
    axis_title: str,
) -> LineChart:
    """Return a line for each group over the titled positions."""
    values = [m.value for row in means for m in row if m.value is not None and not m.is_few]
    scale = scale_from(values or [m.value for row in means for m in row if m.value is not None])
    width = (RIGHT - LEFT) / max(1, len(titles))

    def x(number: int) -> str:
        return f"{LEFT + width * (number + 0.5):.2f}"

    lines = []
    for number, (label, row) in enumerate(zip(labels, means, strict=True)):
        dots = [
            _dot(x(at), mean, label, titles[at], scale)
            for at, mean in enumerate(row)
            if mean.value is not None
        ]
        lines.append(Line(label, number % MAX_STYLES, tuple(dots)))
    step = step_of(scale.high - scale.low)
    count = round((scale.high - scale.low) / step)
    ticks = [scale.low + n * step for n in range(count + 1)]
    return LineChart(
        lines=tuple(lines),
        x_ticks=tuple((x(number), title) for number, title in enumerate(titles)),
        y_ticks=tuple((_y(tick, scale), plain_number(round(tick, 6))) for tick in ticks),
        x_title=x_title,
        axis_title=axis_title,
    )


def item_chart(
    rows: Sequence[tuple[str, Sequence[Item]]],
    x_title: str,
    axis_title: str,
    *,
    is_stepped: bool = False,
) -> LineChart:
    """Return a line of rates or means for each label; the keys of the items are positions: months,
    which follow each other, or whole numbers, which have their distances.
    """
    items = [item for _, its in rows for item in its]
    is_share = any(isinstance(item.estimate, Rate) for item in items)
    scale = SHARES if is_share else _scale_of(items)
    keys = _positions({item.key for item in items})
    width, every = (RIGHT - LEFT) / max(1, len(keys)), max(1, -(-len(keys) // MAX_TICKS))
    places = {key: f"{LEFT + width * (number + 0.5):.2f}" for number, key in enumerate(keys)}
    lines = tuple(
        Line(
            label,
            number % MAX_STYLES,
            tuple(_item_dot(places[i.key], i, scale) for i in its if i.estimate.value is not None),
        )
        for number, (label, its) in enumerate(rows)
    )
    step = step_of(scale.high - scale.low)
    ticks = [scale.low + n * step for n in range(round((scale.high - scale.low) / step) + 1)]
    number_text = whole_percent if is_share else plain_number
    return LineChart(
        lines=lines,
        x_ticks=tuple((places[key], key) for key in keys[::every]),
        y_ticks=tuple((_y(tick, scale), number_text(round(tick, 6))) for tick in ticks),
        x_title=x_title,
        axis_title=axis_title,
        is_stepped=is_stepped,
    )


def _positions(keys: Collection[str]) -> list[str]:
    """Return all positions in order: months, or whole numbers with those that have no value."""
    if not keys or not all(key.isdecimal() for key in keys):
        return sorted(keys)
    numbers = [*map(int, keys)]
    return [*map(str, range(min(numbers), max(numbers) + 1))]


def _scale_of(items: Sequence[Item]) -> Scale:
    """Return a scale for means and their intervals, without those of few games."""
    enough = [item.estimate for item in items if not item.estimate.is_few]
    bounds = [(e.value, e.low, e.high) for e in enough or [item.estimate for item in items]]
    return scale_from([bound for row in bounds for bound in row if bound is not None])


def _item_dot(x: str, item: Item, scale: Scale) -> Dot:
    estimate, value = item.estimate, item.value
    low = value if estimate.low is None or estimate.is_few else estimate.low
    high = value if estimate.high is None or estimate.is_few else estimate.high
    text = f"{item.label}: {item.text} ({item.interval}), n={estimate.n}"
    return Dot(x, _y(value, scale), _y(low, scale), _y(high, scale), text, estimate.is_few)


def _dot(x: str, mean: Mean, label: str, title: str, scale: Scale) -> Dot:
    value = mean.value or 0.0
    low = value if mean.low is None or mean.is_few else mean.low
    high = value if mean.high is None or mean.is_few else mean.high
    text = f"{label}, {title}: {decimal(mean.value)} ({mean_interval(mean)}), n={mean.n}"
    return Dot(x, _y(value, scale), _y(low, scale), _y(high, scale), text, mean.is_few)


def _y(value: float, scale: Scale) -> str:
    share = min(1.0, max(0.0, (value - scale.low) / (scale.high - scale.low)))
    return f"{TOP + HEIGHT * (1 - share):.1f}"


@dataclass(frozen=True, slots=True)
class GridCell:
    """A mean in a grid: its text, its step of heat from 0 to 10, and its interval as text."""

    text: str
    step: int
    about: str
    is_few: bool


@dataclass(frozen=True, slots=True)
class GridChart:
    """Means by group and position as a table with colours."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]
    x_title: str
    template: ClassVar[str] = "analytics/parts/grid.html"


def grid_chart(
    labels: Sequence[str], means: Sequence[Sequence[Mean]], titles: Sequence[str], x_title: str
) -> GridChart:
    """Return a row for each group and a column for each position."""
    most = max((m.value for row in means for m in row if m.value is not None), default=0.0)

    def cell(mean: Mean) -> GridCell:
        share = (mean.value or 0.0) / most if most else 0.0
        step = 0 if mean.is_few else round(STEPS * max(0.0, share))
        return GridCell(
            decimal(mean.value), step, f"{mean_interval(mean)}, n={mean.n}", mean.is_few
        )

    rows = tuple((label, tuple(map(cell, row))) for label, row in zip(labels, means, strict=True))
    return GridChart(tuple(titles), rows, x_title)
