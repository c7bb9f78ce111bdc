"""The board's part of the statistics page: pictures, tables, figures, tabs."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from analytics.charts import DARK, LIGHT
from analytics.forms.addresses import drilldown_address, games_address, with_params
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.picture import board_picture
from analytics.forms.spaces.table import board_table
from analytics.forms.spaces.views import DIFFERENCE, LIFT, BoardAnswer, BoardView, shows_of
from analytics.insight.comparing import comparison_text
from analytics.insight.differences import DIFFERENCE_INTERVAL, LIFT_INTERVAL
from analytics.insight.wilson import FEW
from analytics.reads import answers as answer_reads
from analytics.requests.stats import StatsRequest, board_question

from .present import rebuild_question, stats_address, tabs


def board_context(stats: StatsRequest, boards: dict[str, str]) -> dict[str, Any] | None:
    """Return the context of the heatmap; None without games."""
    question = board_question(stats)
    board = answer_reads.ask_board(question) if question else None
    if question is None or board is None:
        return None
    answer = board.answer
    params = {**question.filters.params(), "layer": question.layer, "show": question.show}
    layers = {key: title for key, (title, _) in answer.metric.layers.items()}
    selected = {name: stats.params().get(name, "") for name in ("layer", "show")}
    return {
        "answer": answer,
        "question": rebuild_question(question.kind, "spaces", params),
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(stats.filters.board),
        "layer": answer.metric.layers[answer.question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": _tabs(stats, "layer", layers, answer.question.layer),
        "shows": _tabs(stats, "show", shows_of(stats.kind), stats.show),
        "is_few": answer.played < FEW,
        "panels": [_panel(board, number, view) for number, view in enumerate(board.views)],
        "missing": _missing(stats, board),
        "baseline": board.baseline,
        "games_address": games_address(answer.question.filters.games_params(stats.kind.slug)),
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
        "light_id": f"{chart}-light",
        "light": board_figure(view, LIGHT),
        "dark_id": f"{chart}-dark",
        "dark": board_figure(view, DARK),
    }


def _methods(board: BoardAnswer) -> tuple[str, ...]:
    shows = {view.show for view in board.views}
    texts = {DIFFERENCE: DIFFERENCE_INTERVAL, LIFT: LIFT_INTERVAL}
    return tuple(gettext(text) for show, text in texts.items() if show in shows)


def _missing(stats: StatsRequest, board: BoardAnswer) -> Mapping[str, Any] | None:
    """Return the rulesets that have a lift, if there is none for all games together."""
    if board.views:
        return None
    links = [
        {
            "title": stats.kind.identity.rules_text(rules.edition, rules.mode),
            "address": stats_address(stats, edition=rules.edition, mode=rules.mode) + "#board",
        }
        for rules in board.rulesets
    ]
    return {"rulesets": links}
