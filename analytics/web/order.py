"""`/stats/<kind>/order/`: how often each position in the order of play takes first place."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext
from django.views.decorators.http import require_safe

from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.definitions import ROUNDING
from analytics.insight.rounding import percent
from analytics.insight.verdicts import CLEAR, OPEN, few_games
from analytics.reads.order import Order, Position, ask_order
from analytics.requests.stats import StatsRequest
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, Counted, people_text
from analytics.web.responses import address_context, page_context, read, source_context
from games.core.contract import GameKind
from games.core.metrics import RateMetric

ORDER_METHOD = gettext_noop(
    "First places, alone or shared, divided by decided games. The fair share is that of equal "
    "sides without shared victories. Each rate is compared with it; after Holm's correction for "
    "the whole table, the chance of any false mark is at most 5 %. Fewer than 5 games are not "
    "tested. Players are not adjusted for: the page Balance does that."
)


@require_safe
def order_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?mode=3p-clockwise`: the first places of each position, by edition and mode."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    answer = ask_order(kind, stats.filters)
    if answer is None:
        raise Http404
    context = _context(stats, answer)
    context["citing"] = cite_context(request, stats, context)
    return render(request, "analytics/order.html", context)


def _context(stats: StatsRequest, answer: Order) -> dict[str, Any]:
    kind = stats.kind
    path = reverse("stats-order", args=[kind.slug])
    boards = stats.sums.counted_board_labels(kind.slug)
    definitions = {
        each.measure.definition
        for each in answer.positions
        if isinstance(each.measure.metric, RateMetric)
    }
    counted = [
        Counted(f"{_rules(kind, each)}: {each.title}", each.part.estimate, each.part.people)
        for each in answer.positions
        if each.part.people
    ]
    n_marked = sum(each.is_marked for each in answer.positions)
    context = page_context(stats, answer.tally, answer.basis, boards)
    context |= address_context(stats, "stats-order")
    params = stats.filters.params()
    context |= source_context(context["open_data"], path, params, has_figure=False)
    return context | {
        "title": gettext("Order of play"),
        "filter": filter_context(stats, boards=boards, address=path, is_about_wins=True),
        "is_closed": stats.filters.is_by_result,
        "lead": _lead(n_marked),
        "table": _table(kind, answer) if answer.positions else None,
        "people": people_text(kind.slug, stats.filters, answer.basis, counted),
        "methods": [*sorted(definitions), *map(gettext, (ORDER_METHOD, ROUNDING, PEOPLE))],
    }


def _lead(n_marked: int) -> str:
    if not n_marked:
        return gettext("No position differs clearly from a fair share.")
    text = ngettext(
        "{n} position differs from a fair share.",
        "{n} positions differ from a fair share.",
        n_marked,
    )
    return text.format(n=n_marked)


def _rules(kind: GameKind, each: Position) -> str:
    return kind.identity.rules_text(*each.part.key)


def _table(kind: GameKind, answer: Order) -> Table:
    columns = (
        gettext("Rules"),
        gettext("Position"),
        gettext("First place"),
        gettext("95 % interval"),
        gettext("Fair share"),
        gettext("Decided games"),
        gettext("Players"),
        gettext("Verdict"),
    )
    rows = tuple(
        TableRow(_rules(kind, each), each.part.estimate.is_few, _cells(each))
        for each in answer.positions
    )
    return Table(gettext("Order of play"), columns, rows, is_wide=True)


def _cells(each: Position) -> tuple[Cell, ...]:
    item, people = each.part.item, each.part.people
    text = few_games()
    if each.p is not None:
        text = gettext("no clear difference")
    if each.is_marked:
        is_higher = (each.rate.value or 0.0) > float(each.even)
        text = gettext("higher") if is_higher else gettext("lower")
    verdict = "" if each.p is None else CLEAR if each.is_marked else OPEN
    return (
        Cell(each.title),
        Cell(item.text),
        Cell(item.interval or "–"),
        Cell(percent(float(each.even))),
        Cell(str(each.rate.n), each.part.address),
        Cell(str(people.clusters) if people else "–"),
        Cell(text, verdict=verdict),
    )
