"""`/stats/`, `/stats/catalogue/`, `/stats/<kind>/`: overview, catalogue, and the page of a game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.charts import DARK, LIGHT
from analytics.forms.addresses import games_address
from analytics.forms.rate.role_figure import role_figure
from analytics.insight import definitions
from analytics.insight.answer import RoleAnswer
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.terms import translated
from analytics.reads import answers as answer_reads
from analytics.reads import counting
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.reads.sums import LIVE
from analytics.requests.stats import StatsRequest
from analytics.web.responses import page_context, read, reject_query_params
from games.registry import KINDS

from .board import board_context
from .metrics import lead_section, metric_links
from .present import overall_row, rebuild_question, split_of, stats_address, tabs

SPLITS = ("edition", "mode", "reason")
"""The tables that are always shown; there are too many boards and months."""


@require_safe
@reject_query_params
def overview(request: HttpRequest) -> HttpResponse:
    """`/stats/`: the numbers of games of each kind, and what counts."""
    context = {
        "kinds": [_kind_card(slug) for slug in KINDS],
        "basis": LIVE.basis(next(iter(KINDS))),
        "n_waiting": counting.count_uncounted(),
        "definitions": translated(definitions),
        "means": f"{gettext(MEAN_INTERVAL)} {gettext(QUARTILES)}",
    }
    return render(request, "analytics/overview.html", context)


@require_safe
@reject_query_params
def catalogue(request: HttpRequest) -> HttpResponse:
    """`/stats/catalogue/`: the meaning of every metric, and its page, data and picture."""
    kinds = [
        {"kind": kind, "entries": list(entries_of(kind)), "dimensions": dimensions_of(kind)}
        for kind in KINDS.values()
    ]
    context = {"kinds": kinds, "definitions": translated(definitions)}
    return render(request, "analytics/catalogue.html", context)


def _kind_card(slug: str) -> dict[str, Any]:
    """Return a game's counts, the win rates in human games where its sides are the same in every
    mode, and its metrics.
    """
    kind, question = KINDS[slug], RoleQuestion(slug, Filters())
    return {
        "kind": kind,
        "counts": LIVE.count_by_player(slug),
        "overall": overall_row(answer_reads.ask_roles(question)) if has_fixed_sides(kind) else None,
        "metrics": metric_links(kind, {}),
        "spaces": answer_reads.spaces_metric(slug),
    }


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/goryo/`: win rates, the board and the other metrics of the selected games."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if request.GET.keys() != stats.params().keys():  # some are empty or default
        return HttpResponseRedirect(stats_address(stats))
    return render(request, "analytics/kind.html", _context(stats))


@require_safe
def spaces_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/<kind>/spaces/`: redirect to the board on the game's page."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if stats.spaces is None:
        raise Http404
    return HttpResponseRedirect(stats_address(stats) + "#board")


def _context(stats: StatsRequest) -> dict[str, Any]:
    kind, possible = stats.kind, splits_of(stats.kind)
    splits = (stats.by or next(iter(possible), ""), *(by for by in SPLITS if by in possible))
    answers = answer_reads.ask_roles_by(kind.slug, stats.filters, dict.fromkeys(splits))
    answer, boards = answers[0], stats.sums.counted_board_labels(kind.slug)
    tally = answer.overall.tally
    context = page_context(stats, tally, answer.basis, boards)
    context |= {
        "games_address": games_address(answer.overall.params),
        "board": board_context(stats, boards) if tally.games else None,
        "metrics": metric_links(kind, stats.filters.params()),
    }
    if not has_fixed_sides(kind):
        return context | {"lead": lead_section(stats) if tally.games else None}
    return context | {
        "overall": overall_row(answer),
        "splits": [split_of(each, kind.identity.reasons) for each in answers],
        "chart": _chart(stats, answer) if tally.decided else None,
    }


def _chart(stats: StatsRequest, answer: RoleAnswer) -> dict[str, Any]:
    by = answer.question.by
    return {
        "title": gettext(definitions.RATE_TITLES[by]),
        "question": rebuild_question(
            answer.question.kind, "roles", {**answer.question.filters.params(), "by": by}
        ),
        "tabs": tabs(stats, "by", splits_of(stats.kind), by, "#rates"),
        "light": role_figure(answer, LIGHT),
        "dark": role_figure(answer, DARK),
    }
