"""`/stats/<kind>/compare/`: two sets of games, A and B, and how they differ."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.forms.roles import role_items
from analytics.forms.rows import Scale
from analytics.insight.answer import Basis
from analytics.insight.conclusions import Item, Pair, interval_of, pairs_of
from analytics.insight.differences import DIFFERENCE_INTERVAL, Compared
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.rounding import decimal, signed, span
from analytics.insight.terms import SIMULATED
from analytics.insight.verdicts import VERDICTS, few_players
from analytics.insight.wilson import Rate
from analytics.reads import answers as answer_reads
from analytics.reads.facets import count_players, facets_of
from analytics.reads.measures import MeasureRow, column_of, rows_of
from analytics.requests.stats import BadQuestion, NoSuchPage, StatsRequest, read_question
from analytics.web.citing import cite_context
from analytics.web.filters import Chip
from analytics.web.responses import bad_question, page_context, read
from games.core.contract import GameKind
from games.registry import KINDS
from replays.access.viewer import viewer_of

OWN = ("edition", "mode", "simulated")
"""The filters that A and B have each; B's begin with `b-`. Others are those of both."""
PREFIX = "b-"
DIFFERENCES = Scale(-0.6, 0.6)


def compare_address(kind: str, one: Filters, other: Filters) -> str:
    """Return the address that compares two sets of games."""
    params, second = one.params(), other.params()
    params |= {f"{PREFIX}{name}": second[name] for name in OWN if name in second}
    return with_params(reverse("stats-compare", args=[kind]), params)


@require_safe
def compare_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?edition=2019&b-edition=2024`: the games of 2019 compared with those of 2024."""
    first = read(request, kind, also=tuple(f"{PREFIX}{name}" for name in OWN))
    if isinstance(first, HttpResponse):
        return first
    try:
        second = _read_second(request, kind)
    except BadQuestion as error:
        # what both sets share was valid in the request of A
        problems = [
            {**each, "parameter": f"{PREFIX}{each['parameter']}"} for each in error.problems
        ]
        return bad_question(request, problems, kind=KINDS[kind])
    context = _context(first, second)
    context["citing"] = cite_context(request, first, context)
    return render(request, "analytics/compare.html", context)


def _read_second(request: HttpRequest, kind: str) -> StatsRequest:
    """Return the request of B: its filters, and those of both."""
    params = {name: v for name, v in request.GET.items() if name not in OWN}
    own = {name.removeprefix(PREFIX): v for name, v in params.items() if name.startswith(PREFIX)}
    shared = {name: v for name, v in params.items() if not name.startswith(PREFIX)}
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in {**shared, **own}.items()})
    try:
        return read_question(kind, data, viewer=viewer_of(request))
    except NoSuchPage as error:  # A's request was valid
        raise AssertionError(kind) from error


def _context(first: StatsRequest, second: StatsRequest) -> dict[str, Any]:
    kind, one, other = first.kind, first.filters, second.filters
    boards = first.sums.counted_board_labels(kind.slug)
    answers = [answer_reads.ask_roles(RoleQuestion(kind.slug, each)) for each in (one, other)]
    tally = answers[0].overall.tally
    context = page_context(first, tally, answers[0].basis, boards)
    is_full = one.simulated != other.simulated
    titles = [set_title(kind, each, is_full=is_full) for each in (one, other)]
    columns = [column_of(kind.slug, f, t) for f, t in zip((one, other), titles, strict=True)]
    rows = rows_of(kind.slug, columns)
    sets = [
        _set(first, letter, each, one, other, answer.overall.tally.games)
        for letter, each, answer in zip("AB", (one, other), answers, strict=True)
    ]
    return context | {
        "title": _title(*titles),
        "panel": compare_panel(kind, one, other, [answer.basis for answer in answers]),
        "sets": sets,
        "rows": [_row(row) for row in rows if _is_enough(row)],
        "few_rows": [_row(row) for row in rows if not _is_enough(row)],
        "methods": [gettext(VERDICTS), gettext(DIFFERENCE_INTERVAL)],
        "kind_address": with_params(reverse("stats-kind", args=[kind.slug]), one.params()),
        "swap_address": compare_address(kind.slug, other, one),
        "is_simulated": one.simulated != "no" or other.simulated != "no",
        "is_mixed": one.simulated != other.simulated,
        "is_closed": bool(one.winner or one.reason),
    }


def _title(one: str, other: str) -> str:
    if one == other:
        return gettext("Compare two sets of games")
    return gettext("{one} or {other}?").format(one=one, other=other)


def set_title(kind: GameKind, filters: Filters, *, is_full: bool = False) -> str:
    """Return the name of a set of games. Human games are named as such only if it `is_full`."""
    rules = kind.identity.rules_text(filters.edition, filters.mode) if filters.mode else ""
    rules = rules or filters.edition or gettext("All rules")
    if filters.simulated == "no" and not is_full:
        return rules
    return f"{rules}, {gettext(SIMULATED[filters.simulated])}"


def _set(
    stats: StatsRequest, letter: str, filters: Filters, one: Filters, other: Filters, n: int
) -> dict[str, Any]:
    """Return A or B with its chips."""
    kind = stats.kind

    def link(**changes: str) -> str:
        changed = filters.but(**changes)
        pair = (changed, other) if letter == "A" else (one, changed)
        return compare_address(kind.slug, *pair)

    facets = facets_of(stats.sums, kind.slug, filters)
    players = {
        "no": pgettext("played by", "Humans"),
        "yes": pgettext("played by", "Bots"),
    }
    by_rules = [
        Chip(
            kind.identity.rules_text(edition, mode),
            count,
            link(edition=edition, mode=mode),
            (edition, mode) == (filters.edition, filters.mode),
        )
        for (edition, mode), count in facets.rulesets.items()
    ]
    everything = Chip(
        gettext("All rules"),
        facets.n_all_rulesets,
        link(edition="", mode=""),
        not (filters.edition or filters.mode),
    )
    return {
        "letter": letter,
        "title": set_title(kind, filters),
        "n": n,
        "n_players": count_players(stats.sums, kind.slug, filters),
        "address": games_address(filters.games_params(kind.slug)),
        "players": [
            Chip(text, facets.played_by[key], link(simulated=key), key == filters.simulated)
            for key, text in players.items()
        ],
        "rules": [everything, *by_rules],
    }


def compare_panel(
    kind: GameKind, one: Filters, other: Filters, bases: Sequence[Basis]
) -> dict[str, Any] | None:
    """Return the win rates of two sets of games and their difference; None where the sides change,
    or the games are chosen by their result. `bases` are those of the sets.
    """
    if not has_fixed_sides(kind) or one.winner or one.reason:
        return None
    items, sides = [], []
    for letter, filters, basis in zip("AB", (one, other), bases, strict=True):
        answer = answer_reads.ask_roles(RoleQuestion(kind.slug, filters), basis)
        (item,) = role_items(answer, is_split=False)
        items.append(replace(item, key=letter, label=set_title(kind, filters)))
        sides.append(
            {
                "letter": letter,
                "title": set_title(kind, filters),
                "item": items[-1],
                "address": games_address(answer.overall.params),
            }
        )
    pairs = pairs_of(items)
    side = next(iter(kind.identity.sides.values()))
    return {
        "side": side,
        "sets": sides,
        "pair": pairs[0] if pairs else None,
        "difference": _difference(pairs[0]) if pairs else None,
        "address": compare_address(kind.slug, one, other),
    }


def _difference(pair: Pair) -> dict[str, str]:
    value, low, high = pair.compared
    at = DIFFERENCES.at
    return {
        "value": at(value),
        "low": at(low),
        "high": at(high),
        "zero": at(0.0),
        "text": signed(decimal(100 * (value or 0.0))),
        "interval": few_players()
        if low is None or high is None
        else span(signed(decimal(100 * low)), signed(decimal(100 * high))),
    }


def _is_enough(row: MeasureRow) -> bool:
    """Return whether both sets have enough games of a measure to compare."""
    return all(item and not item.estimate.is_few for item in row.items)


def _row(row: MeasureRow) -> dict[str, Any]:
    return {
        "titles": row.titles,
        "cells": [cell_context(item, a) for item, a in zip(row.items, row.addresses, strict=True)],
        "difference": compared_text(row.compared, row.items),
        "verdict": row.verdict,
    }


def compared_text(compared: Compared, items: tuple[Item | None, ...]) -> str:
    """Return a difference of rates (in points) or means with its interval; a dash without one."""
    if compared.value is None or compared.low is None or compared.high is None:
        return "–"
    is_share = any(item and isinstance(item.estimate, Rate) for item in items)
    factor = 100 if is_share else 1
    value, low, high = (signed(decimal(factor * x)) for x in compared)  # type: ignore[operator]
    return f"{value} ({span(low, high)})"


def cell_context(item: Item | None, address: str) -> dict[str, Any] | None:
    """Return a measure for the template; None without games."""
    if item is None or not item.estimate.n:
        return None
    return {
        "text": item.text,
        "interval": interval_of(item.estimate),
        "n": item.estimate.n,
        "is_few": item.estimate.is_few,
        "address": address,
    }
