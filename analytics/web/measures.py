"""`/stats/<kind>/table/`: all measures by edition, mode or role, in one table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.insight.question import RoleQuestion
from analytics.insight.verdicts import VERDICTS
from analytics.reads import answers as answer_reads
from analytics.reads.measures import ROLE, Column, MeasureRow, columns_by, rows_of, splits_of_table
from analytics.requests.stats import StatsRequest
from analytics.requests.stats_filter import reject_values
from analytics.web.citing import cite_context
from analytics.web.compare import cell_context
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, column_people
from analytics.web.responses import bad_question, page_context, read

ORDER, NAME, DIFFERENCE = "order", "name", "difference"
DESCENDING = "-"


@require_safe
def measures_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?split=role&sort=-goryo`: the measures by role, sorted by a column, highest first."""
    stats = read(request, kind, also=("split", "sort"))
    if isinstance(stats, HttpResponse):
        return stats
    splits = splits_of_table(stats.kind)
    split = request.GET.get("split") or next(iter(splits))
    if split not in splits:
        return bad_question(request, reject_values("split", split, splits), kind=stats.kind)
    columns = columns_by(kind, stats.filters, split)
    sort = request.GET.get("sort", "")
    known = (ORDER, NAME, DIFFERENCE, *(column.key for column in columns))
    if sort and sort.removeprefix(DESCENDING) not in known:
        return bad_question(request, reject_values("sort", sort, known), kind=stats.kind)
    context = _context(stats, splits, split, sort, columns)
    context["citing"] = cite_context(request, stats, context)
    return render(request, "analytics/measures.html", context)


def _context(
    stats: StatsRequest, splits: dict[str, str], split: str, sort: str, columns: list[Column]
) -> dict[str, Any]:
    kind, path = stats.kind, reverse("stats-measures", args=[stats.kind.slug])
    boards = stats.sums.counted_board_labels(kind.slug)
    answer = answer_reads.ask_roles(RoleQuestion(kind.slug, stats.filters))
    context = page_context(stats, answer.overall.tally, answer.basis, boards)

    def link(**changes: str) -> str:
        return with_params(path, {**stats.params(), "split": split, "sort": sort, **changes})

    rows = sorted_rows(rows_of(kind.slug, columns), columns, sort)
    titles = {NAME: gettext("Measure")} | {column.key: column.label for column in columns}
    titles |= {DIFFERENCE: pgettext("column", "Difference")}
    return context | {
        "title": gettext("All statistics by {split}").format(split=splits[split].lower()),
        "games_address": games_address(answer.overall.params),
        "filter": filter_context(
            stats, boards=boards, address=path, extra={"split": split, "sort": sort},
            is_about_wins=True,
        ),
        "tabs": [
            {"title": title, "address": link(split=key, sort=""), "is_now": key == split}
            for key, title in splits.items()
        ],
        "heads": [_head(key, title, sort, link) for key, title in titles.items()],
        "rows": [_row(row) for row in rows],
        "people": []
        if split == ROLE
        else column_people(
            kind.slug, stats.filters, answer.basis, split, {c.key: c.label for c in columns}
        ),
        "methods": [gettext(VERDICTS), gettext(PEOPLE)],
        "is_by_role": split == ROLE,
        "kind_address": with_params(reverse("stats-kind", args=[kind.slug]), stats.params()),
        "plain_address": path,
        "simulated_address": link(simulated="yes"),
        "live_address": link(snapshot=""),
        "is_closed": stats.filters.is_by_result,
    }  # fmt: skip


def sorted_rows(rows: list[MeasureRow], columns: list[Column], sort: str) -> list[MeasureRow]:
    """Return the rows by a column; those without a value come last."""
    is_down, key = sort.startswith(DESCENDING), sort.removeprefix(DESCENDING)
    if key == NAME:
        return sorted(rows, key=lambda row: row.titles, reverse=is_down)
    if key == DIFFERENCE:
        return sorted(rows, key=lambda row: row.p, reverse=is_down)
    numbers = {column.key: number for number, column in enumerate(columns)}
    if key not in numbers:
        return rows

    def value(row: MeasureRow) -> tuple[bool, float]:
        item = row.items[numbers[key]]
        has_value = item is not None and bool(item.estimate.n)
        number = item.value if item and has_value else 0.0
        return not has_value, -number if is_down else number

    return sorted(rows, key=value)


def _head(key: str, title: str, sort: str, link: Any) -> dict[str, str]:
    """Return a column's title, the address that sorts by it, and how it is sorted now."""
    is_up, is_down = sort == key, sort == f"{DESCENDING}{key}"
    first_down = key not in (NAME, DIFFERENCE)
    following = key if is_down else f"{DESCENDING}{key}" if is_up or first_down else key
    order = "ascending" if is_up else "descending" if is_down else ""
    return {"title": title, "address": link(sort=following), "order": order}


def _row(row: MeasureRow) -> dict[str, Any]:
    return {
        "titles": row.titles,
        "page": row.page,
        "cells": [cell_context(item, a) for item, a in zip(row.items, row.addresses, strict=True)],
        "verdict": row.verdict,
    }
