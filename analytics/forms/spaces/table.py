"""The table of a view of a board: every space with its numbers, ready for the template."""

from collections.abc import Mapping

from django.utils.translation import gettext

from analytics.forms.tables import Cell, Table, TableRow, interval
from analytics.insight.rounding import percent, percent_of, signed_percent, span, two_decimals

from .views import DIFFERENCE, LIFT, BoardView, SpaceValue


def board_table(view: BoardView, addresses: Mapping[str, str], titles: tuple[str, ...]) -> Table:
    """Return the spaces by value, most first, then by name."""
    ordered = sorted(view.values, key=lambda value: (value.value is None, -(value.value or 0)))
    rows = tuple(
        TableRow(
            value.count.space,
            value.strength < 1 and view.middle is not None,
            _cells(view, value, addresses[value.count.space]),
            value.count.about,
        )
        for value in ordered
    )
    caption = gettext("{what} by space, most frequent first").format(what=view.title)
    return Table(caption, _columns(view, titles), rows)


def _columns(view: BoardView, titles: tuple[str, ...]) -> tuple[str, ...]:
    interval_title, games = gettext("95 % interval"), gettext("Games")
    if view.show == LIFT:
        return gettext("Lift"), interval_title, gettext("Times"), games
    if view.show == DIFFERENCE:
        difference = gettext("{one} minus {other}").format(one=titles[0], other=titles[1])
        return difference, interval_title, games
    share = gettext("Share of {n}").format(n=view.answer.played)
    return gettext("Times"), games, share, interval_title


def _cells(view: BoardView, value: SpaceValue, address: str) -> tuple[Cell, ...]:
    count = value.count
    games = Cell(str(count.share.k), address if count.share.k else "")
    if view.show == LIFT:
        high = "∞" if value.high is None and value.low is not None else two_decimals(value.high)
        bounds = f"{two_decimals(value.low)}–{high}" if value.low is not None else "–"
        lift = Cell(two_decimals(value.value))
        return lift, Cell("", small=bounds), Cell(str(count.times)), games
    if view.show == DIFFERENCE:
        low, high = signed_percent(value.low).removesuffix(" %"), signed_percent(value.high)
        bounds = span(low, high) if value.low is not None else percent(None)
        return Cell(signed_percent(value.value)), Cell("", small=bounds), games
    return (
        Cell(str(count.times)),
        games,
        Cell(percent_of(count.share.k, count.share.n)),
        Cell("", small=interval(count.share)),
    )
