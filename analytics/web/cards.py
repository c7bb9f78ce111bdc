"""`/stats/<kind>/cards/`: win rates by when a card was in hand."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.rate.answer import RateGroup
from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.definitions import ROUNDING
from analytics.insight.differences import DIFFERENCE_INTERVAL, Compared
from analytics.insight.rounding import decimal, signed, span
from analytics.insight.strata import POOLED
from analytics.insight.verdicts import CLEAR, OPEN, few_games
from analytics.reads.cards import CardRow, CardsAnswer, ask_cards
from analytics.requests.stats import StatsRequest
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, metric_people_of
from analytics.web.responses import address_context, page_context, read, source_context
from games.core.metrics import DRAWN, EVER, NEVER_SEEN, OPENING

TIMES = (OPENING, DRAWN, EVER, NEVER_SEEN)
SELECTION = gettext_noop(
    "Games in which a card was seen are a selection: longer games see more cards, and players who "
    "play many cards draw many. So “at any time” minus “never” is not the effect of the card. The "
    "last difference compares only games that reached the same turns without the card: those in "
    "which it was drawn in these turns, and those in which it was not. Which card is drawn is "
    "chance; how many cards a player draws is not."
)
CORRECTED = gettext_noop(
    "The marks are corrected for all cards (Benjamini–Hochberg): at most 5 % of them are expected "
    "to be false."
)


@require_safe
def cards_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?mode=charisma`: the win rates of the games that match, by card."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    answer = ask_cards(kind, stats.filters)
    if answer is None:
        raise Http404
    return render(request, "analytics/cards.html", _context(stats, answer))


def _context(stats: StatsRequest, answer: CardsAnswer) -> dict[str, Any]:
    kind, params = stats.kind, stats.filters.params()
    path = reverse("stats-cards", args=[kind.slug])
    boards = stats.sums.counted_board_labels(kind.slug)
    texts = (SELECTION, DIFFERENCE_INTERVAL, POOLED, CORRECTED, ROUNDING, PEOPLE)
    groups = [group for row in answer.rows for group in row.rates.values()]
    context = page_context(stats, answer.tally, answer.basis, boards)
    context |= address_context(stats, "stats-cards")
    context |= source_context(context["open_data"], path, params, has_figure=False)
    return context | {
        "title": answer.metric.title,
        "filter": filter_context(stats, boards=boards, address=path, is_about_wins=True),
        "is_closed": stats.filters.is_by_result,
        "selection": gettext(SELECTION),
        "table": _table(answer) if answer.rows else None,
        "people": metric_people_of(kind.slug, stats.filters, answer.basis, groups),
        "methods": [answer.metric.definition, answer.draws.definition, *map(gettext, texts)],
        "turns": ", ".join(answer.metric.strata.values()),
        "by_turn_address": with_params(
            reverse("stats-metric", args=[kind.slug, answer.draws.key]), params
        ),
    }


def _table(answer: CardsAnswer) -> Table:
    columns = (
        answer.metric.group_title,
        gettext("Opening hand"),
        gettext("Drawn later"),
        gettext("In hand at any time"),
        gettext("Never in hand"),
        gettext("At any time minus never (points)"),
        gettext("Drawn minus not drawn, same turns (points)"),
        gettext("Verdict"),
    )
    rows = tuple(map(_row, answer.rows))
    return Table(answer.metric.title, columns, rows, is_wide=True)


def _row(row: CardRow) -> TableRow:
    cells = [_rate_cell(row.rates.get(when)) for when in TIMES]
    ever = row.rates.get(EVER)
    verdict = Cell(few_games())
    if row.q is not None:
        higher, lower = gettext("higher"), gettext("lower")
        text = higher if (row.drawn.value or 0.0) > 0 else lower
        text = text if row.is_marked else gettext("no clear difference")
        verdict = Cell(text, verdict=CLEAR if row.is_marked else OPEN)
    drawn = Cell(points_text(row.drawn), small=f"n={row.n}")
    is_few = ever is None or ever.is_few
    return TableRow(row.label, is_few, (*cells, Cell(points_text(row.difference)), drawn, verdict))


def _rate_cell(group: RateGroup | None) -> Cell:
    """Return a rate; its n leads to its games on the page of the metric."""
    if group is None:
        return Cell("–")
    small = (
        f"{group.item.interval} · n={group.rate.n}" if group.item.interval else f"n={group.rate.n}"
    )
    return Cell(group.item.text, group.source.games_address(), small, group.is_few)


def points_text(compared: Compared) -> str:
    """Return a difference of shares in percentage points with its interval; a dash without one."""
    if compared.value is None:
        return "–"
    value = signed(decimal(100 * compared.value))
    if compared.low is None or compared.high is None:
        return value
    low, high = (signed(decimal(100 * bound)) for bound in (compared.low, compared.high))
    return f"{value} ({span(low, high)})"
