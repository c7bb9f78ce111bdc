"""Tables of metrics: columns and rows of texts, ready for the template."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from analytics.insight.rounding import percent, percent_of_rate
from analytics.insight.wilson import Rate

WIDTH = 100
"""The width of bars and boxes in their own units."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, the address of its games (if any), a small second line, and what the
    template draws instead of the text (if anything). `verdict` is the key of a verdict.
    """

    text: str
    address: str = ""
    small: str = ""
    is_few: bool = False
    bar: dict[str, str] | None = None
    box: dict[str, str] | None = None
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A group or a space. `is_few`: the numbers are uncertain."""

    label: str
    is_few: bool
    cells: tuple[Cell, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table. The first column has the labels of its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    is_wide: bool = False

    @property
    def labelled_rows(self) -> Iterator[tuple[TableRow, Iterator[tuple[str, Cell]]]]:
        """The rows, each with its cells and the titles of their columns."""
        return ((row, zip(self.columns[1:], row.cells, strict=True)) for row in self.rows)


def interval(rate: Rate) -> str:
    """Return `20.7–100.0 %`; a dash without games."""
    low, high = percent(rate.low), percent(rate.high)
    return low if rate.low is None else f"{low.removesuffix(' %')}–{high}"


def bar(rate: Rate) -> dict[str, str] | None:
    """Return a rate and its interval on a line from 0 to WIDTH; None without games."""
    if rate.value is None or rate.low is None or rate.high is None:
        return None
    low, high, value = (WIDTH * bound for bound in (rate.low, rate.high, rate.value))
    return {"low": f"{low:.2f}", "width": f"{high - low:.2f}", "value": f"{value:.2f}"}


def rate_context(rate: Rate, address: str = "") -> dict[str, Any]:
    """Return a rate for the template, with the address of its games (if any)."""
    return {
        "k": rate.k,
        "n": rate.n,
        "percent": percent_of_rate(rate),
        "interval": interval(rate),
        "bar": bar(rate),
        "is_few": rate.is_few,
        "address": address,
    }
