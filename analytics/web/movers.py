"""`/stats/<kind>/movers/`: the numbers that changed most between two snapshots."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.answer import Basis
from analytics.insight.conclusions import Item
from analytics.insight.definitions import ROUNDING
from analytics.insight.differences import DIFFERENCE_INTERVAL
from analytics.insight.question import RoleQuestion
from analytics.insight.rounding import NOTHING, decimal, signed
from analytics.insight.verdicts import CLEAR, OPEN
from analytics.insight.wilson import Rate
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.reads.movers import Mover, Movers, find_movers
from analytics.requests.movers import AFTER, BEFORE, States, read_states
from analytics.requests.stats import BadQuestion, StatsRequest
from analytics.web.compare import compared_text
from analytics.web.filters import filter_context
from analytics.web.responses import (
    address_context,
    bad_question,
    page_context,
    read,
    source_context,
)
from analytics.web.splits import contrast_text

MAX_ROWS = 100
"""Rows of the page; the API has all."""
MOVERS = gettext_noop(
    "The change of a value depends on how many games were added. So the added games are compared "
    "with the earlier ones: the difference and its interval are those of the two groups of games. "
    "After correction for all rows (Benjamini–Hochberg), at most 5 % of the marks are expected to "
    "be false. There is no comparison if games were also removed or counted again."
)
WITH_PEOPLE = gettext_noop(
    "Who played the added games is not known, only who played all of them. So the interval of the "
    "difference is as much wider than that of games as the interval of all games is with players "
    "as clusters. With fewer than 5 players there is no comparison."
)
WITHOUT_PEOPLE = gettext_noop(
    "These intervals treat games as independent: snapshots and bot games have no people, and for "
    "more than 6,000 games they are not computed. If few people played the added games, a mark "
    "says little."
)


@require_safe
def movers_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?before=2026-01&after=2026-02`: the numbers that changed between two snapshots."""
    stats = read(request, kind, also=(BEFORE, AFTER))
    if isinstance(stats, HttpResponse):
        return stats
    try:
        states = read_states(stats, request.GET)
    except BadQuestion as error:
        return bad_question(request, error.problems, kind=stats.kind)
    movers = None
    if states.before:
        movers = find_movers(kind, stats.filters, states.before, states.after)
    return render(request, "analytics/movers.html", _context(stats, states, movers))


def movers_address(stats: StatsRequest) -> str:
    """Return the address of the page with the filters of a request that it has."""
    filters = stats.filters.but(snapshot="", player="", rating="", rated="")
    params = filters.params()
    return with_params(reverse("stats-movers", args=[stats.kind.slug]), params)


def _context(stats: StatsRequest, states: States, movers: Movers | None) -> dict[str, Any]:
    kind, params = stats.kind, stats.filters.params()
    path = reverse("stats-movers", args=[kind.slug])
    boards = stats.sums.counted_board_labels(kind.slug)
    answer = answer_reads.ask_roles(RoleQuestion(kind.slug, stats.filters))
    extra = {BEFORE: states.before, AFTER: states.after}
    context = page_context(stats, answer.overall.tally, answer.basis, boards)
    context |= address_context(stats, "stats-movers", extra) | {
        "title": gettext("Biggest changes"),
        "states": states,
        "choose": {"action": path, "hidden": params},
        "filter": filter_context(
            stats, boards=boards, address=path, extra=extra, is_about_wins=True, has_people=False
        ),
        "live_address": with_params(path, params),
        "is_closed": stats.filters.is_by_result,
        "movers": movers,
    }
    if movers is None:
        return context
    has_people = any(row.people for row in movers.rows)
    dumps = {dump.name for dump in archive.open_data()}
    files = {states.before, states.after} <= dumps
    open_data = {"name": states.after, "earlier": states.before, "is_this": True}
    context |= source_context(
        open_data if files else None, path, {**params, **extra}, has_figure=False
    )
    return context | {
        "table": _table(movers),
        "n_more": max(0, len(movers.rows) - MAX_ROWS),
        "n_marked": sum(row.contrast.is_marked for row in movers.rows),
        "warning": "" if has_people else gettext(WITHOUT_PEOPLE),
        "methods": [
            *map(gettext, (MOVERS, DIFFERENCE_INTERVAL, *([WITH_PEOPLE] if has_people else []))),
            gettext(ROUNDING),
        ],
    }


def _table(movers: Movers) -> Table:
    columns = (
        gettext("Measure"),
        _state(movers.before),
        _state(movers.after),
        gettext("Players"),
        gettext("Change"),
        gettext("Added games"),
        gettext("Added minus earlier"),
        gettext("Verdict"),
    )
    rows = tuple(map(_row, movers.rows[:MAX_ROWS]))
    return Table(gettext("Biggest changes"), columns, rows, is_wide=True)


def _state(basis: Basis) -> str:
    return basis.snapshot or gettext("now")


def _row(row: Mover) -> TableRow:
    title = f"{row.measure.title}: {row.measure.label}"
    is_share = isinstance(row.after.estimate, Rate)
    factor, unit = (100, gettext("points")) if is_share else (1, row.measure.value)
    contrast = row.contrast
    verdict = Cell("–")
    if contrast.q is not None:
        key = CLEAR if contrast.is_marked else OPEN
        verdict = Cell(contrast_text(contrast), verdict=key)
    players = Cell(str(row.people.clusters) if row.people else "–")
    cells = (
        _cell(row.before),
        _cell(row.after, row.address),
        players,
        Cell(signed(decimal(factor * row.change)), small=unit),
        _cell(row.new) if row.new else Cell("–"),
        _with_unit(compared_text(contrast.compared, (row.new, row.before)), unit),
        verdict,
    )
    return TableRow(title, row.after.estimate.is_few, cells)


def _with_unit(text: str, unit: str) -> Cell:
    return Cell(text, small="" if text == NOTHING else unit)


def _cell(item: Item, address: str = "") -> Cell:
    return Cell(item.text, address, small=f"n={item.estimate.n}")
