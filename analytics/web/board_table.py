"""The table beside a board: every space with its numbers, ready for the template."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from analytics.insight.board_views import DIFFERENCE, LIFT, BoardView, SpaceValue
from analytics.insight.rounding import percent, percent_of, signed_percent, span, times_words

from .present import interval


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A text, perhaps leading to games."""

    text: str
    address: str = ""
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A space; `is_faint`: the value may be nothing at all."""

    space: str
    about: str
    cells: tuple[BoardCell, ...]
    is_faint: bool


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table; the first column is the spaces'."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[BoardRow, ...]


def board_table(
    view: BoardView, addresses: Mapping[str, str], titles: tuple[str, ...]
) -> BoardTable:
    """The spaces by value, most first, then by name."""
    rows = tuple(
        BoardRow(
            value.space,
            value.about,
            _cells(view, value, addresses[value.space]),
            value.strength < 1 and view.middle is not None,
        )
        for value in sorted(view.values, key=lambda one: (one.value is None, -(one.value or 0)))
    )
    caption = gettext("{what} by space, most first").format(what=view.title)
    return BoardTable(caption, _columns(view, titles), rows)


def _columns(view: BoardView, titles: tuple[str, ...]) -> tuple[str, ...]:
    match view.show:
        case str() as show if show == LIFT:
            return (gettext("Lift"), gettext("95 % interval"), gettext("Times"), gettext("Games"))
        case str() as show if show == DIFFERENCE:
            return (
                gettext("{one} less {other}").format(one=titles[0], other=titles[1]),
                gettext("95 % interval"),
                gettext("Games"),
            )
        case _:
            return (
                gettext("Times"),
                gettext("Games"),
                gettext("Share of {n}").format(n=view.answer.played),
                gettext("95 % interval"),
            )


def _cells(view: BoardView, value: SpaceValue, address: str) -> tuple[BoardCell, ...]:
    count = value.count
    games = BoardCell(str(count.share.k), address if count.share.k else "")
    match view.show:
        case str() as show if show == LIFT:
            high = "∞" if value.high is None and value.low is not None else times_words(value.high)
            bounds = f"{times_words(value.low)}–{high}" if value.low is not None else "–"
            found = BoardCell(times_words(value.value))
            return (found, BoardCell(bounds, "", True), BoardCell(str(count.times)), games)
        case str() as show if show == DIFFERENCE:
            low, high = signed_percent(value.low).removesuffix(" %"), signed_percent(value.high)
            return (
                BoardCell(signed_percent(value.value)),
                BoardCell(span(low, high) if value.low is not None else percent(None), "", True),
                games,
            )
        case _:
            share = count.share
            return (
                BoardCell(str(count.times)),
                games,
                BoardCell(percent_of(share.k, share.n)),
                BoardCell(interval(share), "", True),
            )
