"""`/stats/<kind>/trends/` and `/stats/<kind>/cross/`: one number by month, or by edition, mode and
board.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.lines import LineChart, item_chart
from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.answer import Basis
from analytics.insight.comparing import comparison_text
from analytics.insight.conclusions import Conclusion
from analytics.insight.definitions import ROUNDING
from analytics.insight.means import Mean
from analytics.insight.question import UNKNOWN
from analytics.insight.rest import Contrast
from analytics.insight.terms import label
from analytics.insight.verdicts import CLEAR, OPEN, Verdict, few_games
from analytics.reads.splits import (
    MONTH,
    RULES,
    Measure,
    Part,
    Split,
    measure_address,
    measures_of,
    split,
)
from analytics.requests.splits import MEASURE, read_measure
from analytics.requests.stats import BadQuestion, NoSuchPage, StatsRequest
from analytics.web.compare import cell_context
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, Counted, PeopleText, people_text
from analytics.web.responses import (
    address_context,
    bad_question,
    page_context,
    read,
    source_context,
)
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric
from games.registry import get_kind

REST = gettext_noop(
    "Each value is compared with that of all other games in the table. If nothing differed, about "
    "one of twenty comparisons would be marked by chance. After correction for the whole table "
    "(Benjamini–Hochberg), at most 5 % of the marks are expected to be false. Rates of fewer than "
    "10 games, or with an expected count below 5, use an exact test. Fewer than 5 games are not "
    "tested."
)
MIXED = gettext_noop(
    "Months differ in who played, and by which rules. So a difference is not an effect of time."
)
CROSSED = gettext_noop(
    "Boards and rules differ in who played them. So a difference is not an effect of the rules. "
    "Totals add up games of different rules or boards."
)
_EDITION_MODE = RULES[:2]
_BOARD = RULES[2:]


@require_safe
def trends_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?measure=roles/goryo`: a rate or mean by month, with its intervals."""
    found = _read(request, kind)
    if isinstance(found, HttpResponse):
        return found
    stats, measure = found
    (answer,) = split(kind, stats.filters, measure, MONTH)
    context = _context(stats, answer, "stats-trends")
    context |= {"title": gettext("Trend by month"), "chart": trend_chart(answer)}
    context |= {"conclusion": trend_conclusion(answer.parts), "table": trend_table(answer)}
    context["methods"] = _methods(answer, MIXED)
    return render(request, "analytics/trends.html", context)


@require_safe
def cross_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?measure=roles/goryo`: a rate or mean by edition and mode, and by board."""
    found = _read(request, kind)
    if isinstance(found, HttpResponse):
        return found
    stats, measure = found
    answers = split(kind, stats.filters, measure, RULES, _EDITION_MODE, _BOARD, ())
    context = _context(stats, answers[0], "stats-cross")
    context |= {
        "title": gettext("By edition, mode and board"),
        "cross": _cross(stats.kind, answers),
    }
    context |= {"conclusion": _cross_conclusion(answers[0].parts)}
    context["methods"] = _methods(answers[0], CROSSED)
    return render(request, "analytics/cross.html", context)


def _read(request: HttpRequest, kind: str) -> tuple[StatsRequest, Measure] | HttpResponse:
    stats = read(request, kind, also=(MEASURE,))
    if isinstance(stats, HttpResponse):
        return stats
    try:
        return stats, read_measure(stats, request.GET)
    except BadQuestion as error:
        return bad_question(request, error.problems, kind=stats.kind)
    except NoSuchPage as error:
        raise Http404 from error


def split_address(route: str, kind: str, params: dict[str, str], measure: Measure) -> str:
    """Return the address of a page of one number; `route` is its name."""
    return with_params(reverse(route, args=[kind]), {**params, MEASURE: measure.key})


def trend_context(stats: StatsRequest, measure: Measure, basis: Basis) -> dict[str, Any] | None:
    """Return the line of a number over the months, for the page of its metric; None with fewer than
    two months.
    """
    (answer,) = split(stats.kind.slug, stats.filters, measure, MONTH, basis=basis)
    chart, params = trend_chart(answer), stats.filters.params()
    if chart is None:
        return None
    return {
        "chart": chart,
        "measure": measure,
        "address": split_address("stats-trends", stats.kind.slug, params, measure),
        "cross_address": split_address("stats-cross", stats.kind.slug, params, measure),
    }


def _context(stats: StatsRequest, answer: Split, route: str) -> dict[str, Any]:
    """Return what both pages show."""
    kind, measure, params = stats.kind, answer.measure, stats.filters.params()
    path, boards = reverse(route, args=[kind.slug]), stats.sums.counted_board_labels(kind.slug)
    extra = {MEASURE: measure.key}
    context = page_context(stats, answer.tally, answer.basis, boards)
    has_figure = route == "stats-trends"
    context |= address_context(stats, route, extra)
    context |= source_context(
        context["open_data"], path, {**params, **extra}, has_figure=has_figure
    )
    return context | {
        "measure": measure,
        "choices": _choices(kind, measure),
        "choose": {"action": path, "hidden": params},
        "filter": filter_context(
            stats, boards=boards, address=path, extra=extra, is_about_wins=measure.counts_wins
        ),
        "is_closed": answer.is_closed,
        "parts": answer.parts,
        "people": _people(answer),
    }


def _choices(kind: GameKind, chosen: Measure) -> list[dict[str, Any]]:
    """Return the numbers to choose from. Each has the title of its metric, as a closed list shows
    only the chosen one.
    """
    measures = {chosen.key: chosen, **measures_of(kind)}
    return [
        {"key": key, "label": f"{each.title}: {each.label}", "is_now": key == chosen.key}
        for key, each in measures.items()
    ]


def _people(answer: Split) -> PeopleText | None:
    counted = [
        Counted(", ".join(part.labels), part.estimate, part.people)
        for part in answer.parts
        if part.people
    ]
    return people_text(answer.kind, answer.filters, answer.basis, counted)


def _methods(answer: Split, note: str) -> list[str]:
    texts = [answer.measure.definition, *map(gettext, (note, REST, ROUNDING))]
    if any(part.people for part in answer.parts):
        texts.append(gettext(PEOPLE))
    many = comparison_text(len(answer.parts))
    return [*texts, *([many] if many else [])]


# ----------------------------------------------------------------------------------------- by month


def trend_chart(answer: Split) -> LineChart | None:
    """Return the line over the months; None with fewer than two."""
    items = [part.item for part in answer.parts if part.key != (UNKNOWN,)]
    if len(items) < 2:
        return None
    return item_chart([(answer.measure.label, items)], gettext("Month"), answer.measure.value)


def trend_conclusion(parts: Sequence[Part]) -> Conclusion:
    """Return whether any month differs from the others."""
    texts = (
        gettext("No month differs clearly from the others."),
        gettext("{label} differs from the other months: {value}."),
        gettext("{n} months differ from the others, {label} most clearly: {value}."),
    )
    return _conclusion(parts, *texts)


def _cross_conclusion(parts: Sequence[Part]) -> Conclusion:
    texts = (
        gettext("No combination of rules and board differs clearly from the others."),
        gettext("{label} differs from the others: {value}."),
        gettext("{n} combinations differ from the others, {label} most clearly: {value}."),
    )
    return _conclusion(parts, *texts)


def _conclusion(parts: Sequence[Part], nothing: str, one: str, several: str) -> Conclusion:
    tested = [part for part in parts if part.contrast.q is not None]
    marked = [part for part in tested if part.contrast.is_marked]
    n = sum(part.estimate.n for part in parts)
    if not marked:
        return Conclusion(nothing, Verdict(OPEN, "", max(1, len(tested))), n)
    most = min(marked, key=lambda part: part.contrast.q or 0.0)
    text = one if len(marked) == 1 else several
    text = text.format(n=len(marked), label=", ".join(most.labels), value=most.item.text)
    return Conclusion(text, Verdict(CLEAR, "", len(tested)), n)


def trend_table(answer: Split) -> Table:
    """Return a row for each month. Its linked number is that of the listed games."""
    measure = answer.measure
    is_mean = isinstance(measure.metric, DistributionMetric)
    columns = (
        gettext("Month"),
        gettext("Mean {what}").format(what=measure.value) if is_mean else gettext("Rate"),
        gettext("95 % interval"),
        *([] if measure.metric else [gettext("Won")]),
        gettext("Of {unit}").format(unit=measure.unit),
        *([gettext("Games")] if is_mean else []),
        gettext("Players"),
        gettext("Compared with the rest"),
    )
    rows = tuple(
        TableRow(part.labels[0], part.estimate.is_few, _cells(answer, part))
        for part in answer.parts
    )
    return Table(measure.title, columns, rows)


def _cells(answer: Split, part: Part) -> tuple[Cell, ...]:
    estimate, item, people = part.estimate, part.item, part.people
    n = [Cell(str(estimate.n), part.address)]
    if isinstance(estimate, Mean):
        n = [Cell(str(estimate.n)), Cell(str(estimate.games), part.address)]
    elif answer.measure.metric is None:
        won = dict(zip(answer.dimensions, part.key, strict=True))
        won |= {"winner": answer.measure.group}
        address = measure_address(get_kind(answer.kind), answer.filters, answer.measure, won)
        n = [Cell(str(estimate.k), address if estimate.k else ""), Cell(str(estimate.n))]
    players = Cell(str(people.clusters) if people else "–")
    return Cell(item.text), Cell(item.interval or "–"), *n, players, _verdict(part)


def _verdict(part: Part) -> Cell:
    return Cell(contrast_text(part.contrast), verdict=_verdict_key(part.contrast))


def _verdict_key(contrast: Contrast) -> str:
    if contrast.q is None:
        return ""
    return CLEAR if contrast.is_marked else OPEN


def contrast_text(contrast: Contrast) -> str:
    """Return whether a part is higher or lower than the rest."""
    if contrast.q is None:
        return few_games()
    if not contrast.is_marked:
        return gettext("no clear difference")
    return gettext("higher") if contrast.is_higher else gettext("lower")


# -------------------------------------------------------------------------- by rules, and by board


def _cross(kind: GameKind, answers: Sequence[Split]) -> dict[str, Any]:
    """Return the two-way table: a row for each edition and mode, a column for each board, and the
    totals of both.
    """
    cells = {part.key: part for part in answers[0].parts}
    rules = {part.key: part for part in answers[1].parts}
    boards = {part.key: part for part in answers[2].parts}
    whole = answers[3].parts[0] if answers[3].parts else None
    order = sorted(boards, key=lambda key: (-boards[key].estimate.n, key))
    modes = [*kind.identity.modes]
    by_rules = sorted(
        rules, key=lambda key: (key[0], modes.index(key[1]) if key[1] in modes else -1)
    )
    rows = [
        {
            "title": kind.identity.rules_text(*key) or label("mode", key[1], kind.identity.modes),
            "cells": [_cell(cells.get((*key, *board))) for board in order],
            "total": _cell(rules[key]),
        }
        for key in by_rules
    ]
    return {
        "columns": [boards[key].labels[0] for key in order],
        "rows": rows,
        "totals": [_cell(boards[key], has_mark=False) for key in order],
        "whole": _cell(whole, has_mark=False),
        "has_several": len(order) > 1,
        "n_tested": sum(part.contrast.q is not None for part in answers[0].parts),
    }


def _cell(part: Part | None, *, has_mark: bool = True) -> dict[str, Any] | None:
    cell = cell_context(part.item, part.address) if part else None
    if part is None or cell is None:
        return None
    is_marked = has_mark and part.contrast.is_marked
    return cell | {
        "mark": contrast_text(part.contrast) if is_marked else "",
        "players": part.people.clusters if part.people else None,
    }
