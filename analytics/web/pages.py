"""`/stats/`, `/stats/catalogue/`, `/stats/<kind>/`: overview, catalogue, and the page of a game."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import drilldown_address, games_address, with_params
from analytics.forms.rate.figure import role_figure
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.picture import board_picture, board_table
from analytics.forms.spaces.views import DIFFERENCE, LIFT, BoardAnswer, BoardView, shows_of
from analytics.insight import definitions
from analytics.insight.answer import RoleAnswer
from analytics.insight.comparing import comparison_text
from analytics.insight.differences import DIFFERENCE_INTERVAL, LIFT_INTERVAL
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.terms import translated
from analytics.insight.wilson import FEW
from analytics.reads import answers as answer_reads
from analytics.reads import counting
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.reads.sums import LIVE
from analytics.requests.stats import StatsRequest, ask_board
from analytics.web.responses import page_context, read, reject_query_params
from games.registry import KINDS

from .metrics import lead_section, metric_links
from .present import charts, overall_row, rebuild_question, split_of, stats_address, tabs

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
    question, by = answer.question, answer.question.by
    params = {**question.filters.params(), "by": by}
    return {
        "title": gettext(definitions.RATE_TITLES[by]),
        "question": rebuild_question(question.kind, "roles", params),
        "tabs": tabs(stats, "by", splits_of(stats.kind), by, "#rates"),
        **charts("rates", partial(role_figure, answer)),
    }


def board_context(stats: StatsRequest, boards: dict[str, str]) -> dict[str, Any] | None:
    """Return the context of the heatmap; None without games."""
    board = ask_board(stats)
    if board is None:
        return None
    answer, question = board.answer, board.answer.question
    params = {**question.filters.params(), "layer": question.layer, "show": question.show}
    layers = {key: title for key, (title, _) in answer.metric.layers.items()}
    selected = {name: stats.params().get(name, "") for name in ("layer", "show")}
    return {
        "answer": answer,
        "question": rebuild_question(question.kind, "spaces", params),
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(stats.filters.board),
        "layer": answer.metric.layers[question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": _tabs(stats, "layer", layers, question.layer),
        "shows": _tabs(stats, "show", shows_of(stats.kind), stats.show),
        "is_few": answer.played < FEW,
        "panels": [_panel(board, number, view) for number, view in enumerate(board.views)],
        "missing": None if board.views else {"rulesets": _rulesets(stats, board)},
        "baseline": board.baseline,
        "games_address": games_address(question.filters.games_params(stats.kind.slug)),
        "definition": " ".join((answer.metric.definition, *_methods(board))),
        "many": comparison_text(sum(len(view.values) for view in board.views)),
        "images": {
            form: with_params(
                reverse("stats-image", args=[stats.kind.slug, "spaces", form]),
                question.filters.params() | selected,
            )
            for form in ("svg", "png")
        },
    }


def _tabs(
    stats: StatsRequest, param: str, titles: Mapping[str, str], current: str
) -> list[dict[str, Any]]:
    """Return the tabs of a parameter. Its first value is the default, which links omit."""
    default, *others = tabs(stats, param, titles, current, "#board")
    return [default | {"address": stats_address(stats, **{param: ""}) + "#board"}, *others]


def _panel(board: BoardAnswer, number: int, view: BoardView) -> dict[str, Any]:
    """Return a board with its table; each of two side by side has its own games."""
    question, addresses = view.answer.question, {}
    params = {**question.filters.params(), "layer": question.layer}
    for count in view.answer.spaces:
        has_games = count.share.k or view.show in (LIFT, DIFFERENCE)
        address = drilldown_address(question.kind, {**params, "space": count.space})
        addresses[count.space] = address if has_games else ""
    chart = f"board-{number}" if number else "board"
    picture = board_picture(view)
    return {
        "view": view,
        "chart": chart,
        "title": board.titles[number] if len(board.views) > 1 else "",
        "played": view.answer.played,
        "picture": picture,
        "cells": [(cell, addresses[cell["value"].count.space]) for cell in picture["cells"]],
        "table": board_table(view, addresses, board.titles),
        **charts(chart, partial(board_figure, view)),
    }


def _methods(board: BoardAnswer) -> tuple[str, ...]:
    shows = {view.show for view in board.views}
    texts = {DIFFERENCE: DIFFERENCE_INTERVAL, LIFT: LIFT_INTERVAL}
    return tuple(gettext(text) for show, text in texts.items() if show in shows)


def _rulesets(stats: StatsRequest, board: BoardAnswer) -> list[dict[str, str]]:
    """Return links to the rulesets that have a lift."""
    return [
        {
            "title": stats.kind.identity.rules_text(rules.edition, rules.mode),
            "address": stats_address(stats, edition=rules.edition, mode=rules.mode) + "#board",
        }
        for rules in board.rulesets
    ]
