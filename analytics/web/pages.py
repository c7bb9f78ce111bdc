"""`/stats/`, `/stats/<kind>/`: statistics for people."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.charts import DARK, LIGHT
from analytics.forms.rate.role_figure import role_figure
from analytics.insight import definitions
from analytics.insight.answer import RoleAnswer
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.terms import translated
from analytics.reads import answers as answer_reads
from analytics.reads import counting
from analytics.reads.sums import LIVE
from analytics.requests.stats import StatsRequest
from analytics.web.responses import page_context, read, reject_query_params
from games.registry import KINDS

from .board import board_context
from .metrics import lead_section, metric_links
from .present import games_address, overall_row, rebuild_question, split_of, stats_address

SPLITS = ("edition", "mode", "reason")
"""The tables that are always there; boards and months are many, and come on request."""


@require_safe
@reject_query_params
def overview(request: HttpRequest) -> HttpResponse:
    """`/stats/`: every game, with how much is counted and what counts."""
    context = {
        "kinds": [_kind_card(slug) for slug in KINDS],
        "basis": LIVE.basis(next(iter(KINDS))),
        "n_waiting": counting.count_uncounted(),
        "definitions": translated(definitions),
        "means": f"{gettext(MEAN_INTERVAL)} {gettext(QUARTILES)}",
    }
    return render(request, "analytics/overview.html", context)


def _kind_card(slug: str) -> dict[str, Any]:
    """A game's counts, the win rates of people's games where its sides are the same in every mode,
    and what its other numbers are.
    """
    kind, answer = KINDS[slug], answer_reads.ask_roles(RoleQuestion(slug, Filters()))
    return {
        "kind": kind,
        "counts": LIVE.count_by_player(slug),
        "overall": overall_row(answer) if has_fixed_sides(kind) else None,
        "metrics": metric_links(kind, {}),
        "spaces": answer_reads.spaces_metric(slug),
    }


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/goryo/`: who wins, the board and the other metrics, for the games the address
    chooses.
    """
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if request.GET.keys() != stats.params().keys():  # an address without what is empty or default
        return HttpResponseRedirect(stats_address(stats))
    return render(request, "analytics/kind.html", _context(stats))


@require_safe
def spaces_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/<kind>/spaces/`: the board stands on the game's page, with the same words."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if stats.spaces is None:
        raise Http404
    return HttpResponseRedirect(stats_address(stats) + "#board")


def _context(stats: StatsRequest) -> dict[str, Any]:
    kind, possible = stats.kind, splits_of(stats.kind)
    wanted = (stats.by or next(iter(possible), ""), *(by for by in SPLITS if by in possible))
    answers = answer_reads.ask_roles_by(kind.slug, stats.filters, dict.fromkeys(wanted))
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
        "splits": [split_of(one, kind.identity.reasons) for one in answers],
        "chart": _chart(stats, answer) if tally.decided else None,
    }


def _chart(stats: StatsRequest, answer: RoleAnswer) -> dict[str, Any]:
    by = answer.question.by
    return {
        "title": gettext(definitions.DIMENSION_WORDS[by]),
        "question": rebuild_question(
            answer.question.kind, "roles", {**answer.question.filters.params(), "by": by}
        ),
        "tabs": [
            {
                "title": title,
                "address": stats_address(stats, by=key) + "#rates",
                "is_now": key == by,
            }
            for key, title in splits_of(stats.kind).items()
        ],
        "light": role_figure(answer, LIGHT),
        "dark": role_figure(answer, DARK),
    }
