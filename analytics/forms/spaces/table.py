"""The table of a view of a board: every space with its numbers, ready for the template."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from analytics.forms.tables import interval
from analytics.insight.rounding import percent, percent_of, signed_percent, span, times_words

from .views import DIFFERENCE, LIFT, BoardView, SpaceValue


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A text, and the address of its games (if any)."""

    text: str
    address: str = ""
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A space; `is_faint`: the value may be neutral."""

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
    """Return the spaces by value, most first, then by name."""
    ordered = sorted(view.values, key=lambda value: (value.value is None, -(value.value or 0)))
    rows = tuple(
        BoardRow(
            value.space,
            value.about,
            _cells(view, value, addresses[value.space]),
            value.strength < 1 and view.middle is not None,
        )
        for value in ordered
    )
    caption = gettext("{what} by space, most frequent first").format(what=view.title)
    return BoardTable(caption, _columns(view, titles), rows)


def _columns(view: BoardView, titles: tuple[str, ...]) -> tuple[str, ...]:
    interval_title, games = gettext("95 % interval"), gettext("Games")
    if view.show == LIFT:
        return gettext("Lift"), interval_title, gettext("Times"), games
    if view.show == DIFFERENCE:
        difference = gettext("{one} minus {other}").format(one=titles[0], other=titles[1])
        return difference, interval_title, games
    share = gettext("Share of {n}").format(n=view.answer.played)
    return gettext("Times"), games, share, interval_title


def _cells(view: BoardView, value: SpaceValue, address: str) -> tuple[BoardCell, ...]:
    count = value.count
    games = BoardCell(str(count.share.k), address if count.share.k else "")
    if view.show == LIFT:
        high = "∞" if value.high is None and value.low is not None else times_words(value.high)
        bounds = f"{times_words(value.low)}–{high}" if value.low is not None else "–"
        lift = BoardCell(times_words(value.value))
        return lift, BoardCell(bounds, is_small=True), BoardCell(str(count.times)), games
    if view.show == DIFFERENCE:
        low, high = signed_percent(value.low).removesuffix(" %"), signed_percent(value.high)
        bounds = span(low, high) if value.low is not None else percent(None)
        return BoardCell(signed_percent(value.value)), BoardCell(bounds, is_small=True), games
    return (
        BoardCell(str(count.times)),
        games,
        BoardCell(percent_of(count.share.k, count.share.n)),
        BoardCell(interval(count.share), is_small=True),
    )
