"""The board's part of the statistics page: pictures, tables, figures, tabs."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from analytics.charts import DARK, LIGHT
from analytics.forms.addresses import drilldown_address
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.picture import board_picture
from analytics.forms.spaces.table import board_table
from analytics.forms.spaces.views import DIFFERENCE, LIFT, BoardAnswer, BoardView, shows_of
from analytics.insight.comparing import many_words
from analytics.insight.differences import DIFFERENCE_INTERVAL, LIFT_INTERVAL
from analytics.insight.wilson import FEW
from analytics.reads import answers as answer_reads
from analytics.requests.stats import StatsRequest, board_question

from .present import games_address, rebuild_question, stats_address


def board_context(stats: StatsRequest, boards: dict[str, str]) -> dict[str, Any] | None:
    """What the template needs to draw the heatmap; None where no game is left."""
    question = board_question(stats)
    board = answer_reads.ask_board(question) if question else None
    if question is None or board is None:
        return None
    answer = board.answer
    words = answer.question.filters.params() | _words(stats)
    return {
        "answer": answer,
        "question": rebuild_question(
            question.kind,
            "spaces",
            {**question.filters.params(), "layer": question.layer, "show": question.show},
        ),
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(stats.filters.board),
        "layer": answer.metric.layers[answer.question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": _tabs(
            stats,
            "layer",
            ((key, title) for key, (title, _) in answer.metric.layers.items()),
            answer.question.layer,
        ),
        "shows": _tabs(stats, "show", shows_of(stats.kind).items(), stats.show),
        "is_few": answer.played < FEW,
        "panels": [_panel(board, number, view) for number, view in enumerate(board.views)],
        "missing": _missing(stats, board),
        "baseline": board.baseline,
        "games_address": games_address(answer.question.filters.games_params(stats.kind.slug)),
        "definition": " ".join((answer.metric.definition, *_methods(board))),
        "many": many_words(sum(len(view.values) for view in board.views)),
        "images": {
            form: f"{reverse('stats-image', args=[stats.kind.slug, 'spaces', form])}"
            f"?{urlencode(words)}"
            for form in ("svg", "png")
        },
    }


def _words(stats: StatsRequest) -> dict[str, str]:
    return {word: value for word, value in stats.params().items() if word in ("layer", "show")}


def _tabs(
    stats: StatsRequest, word: str, titles: Iterable[tuple[str, str]], now: str
) -> list[dict[str, Any]]:
    """Tabs of which the first goes without saying in the address."""
    return [
        {
            "title": title,
            "address": stats_address(stats, **{word: key if number else ""}) + "#board",
            "is_now": key == now,
        }
        for number, (key, title) in enumerate(titles)
    ]


def _panel(board: BoardAnswer, number: int, view: BoardView) -> dict[str, Any]:
    """A board with its table; of two side by side each has its own games."""
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
        "cells": [(cell, addresses[cell.value.count.space]) for cell in picture.cells],
        "table": board_table(view, addresses, board.titles),
        "light_id": f"{chart}-light",
        "light": board_figure(view, LIGHT),
        "dark_id": f"{chart}-dark",
        "dark": board_figure(view, DARK),
    }


def _methods(board: BoardAnswer) -> tuple[str, ...]:
    shows = {view.show for view in board.views}
    told = {DIFFERENCE: DIFFERENCE_INTERVAL, LIFT: LIFT_INTERVAL}
    return tuple(gettext(words) for show, words in told.items() if show in shows)


def _missing(stats: StatsRequest, board: BoardAnswer) -> Mapping[str, Any] | None:
    """Why there is no lift, and where there is one."""
    if board.views:
        return None
    links = [
        {
            "title": stats.kind.identity.rules_text(one.edition, one.mode),
            "address": stats_address(stats, edition=one.edition, mode=one.mode) + "#board",
        }
        for one in board.rulesets
    ]
    return {"rulesets": links}
