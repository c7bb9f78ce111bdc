"""The board's part of the statistics page: pictures, tables, figures, tabs."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from analytics.charts import DARK, LIGHT, figure
from analytics.charts.board_picture import board_picture
from analytics.insight.board_views import DIFFERENCE, LIFT, BoardAnswer, BoardView
from analytics.insight.comparing import many_words
from analytics.insight.differences import DIFFERENCE_INTERVAL, LIFT_INTERVAL
from analytics.insight.options import shows_of
from analytics.insight.wilson import FEW
from analytics.reads import answers as answer_reads
from analytics.requests.stats import Asked, board_question

from .board_table import board_table
from .present import games_address, rebuild_question, stats_address


def board_context(asked: Asked, boards: dict[str, str]) -> dict[str, Any] | None:
    """What the template needs to draw the heatmap; None where no game is left."""
    question = board_question(asked)
    board = answer_reads.ask_board(question) if question else None
    if question is None or board is None:
        return None
    answer = board.answer
    words = answer.question.filters.words() | _words(asked)
    return {
        "answer": answer,
        "question": rebuild_question(
            question.kind,
            "spaces",
            {**question.filters.words(), "layer": question.layer, "show": question.show},
        ),
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(asked.filters.board),
        "layer": answer.metric.layers[answer.question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": _tabs(
            asked,
            "layer",
            ((key, title) for key, (title, _) in answer.metric.layers.items()),
            answer.question.layer,
        ),
        "shows": _tabs(asked, "show", shows_of(asked.kind).items(), asked.show),
        "is_few": answer.played < FEW,
        "panels": [_panel(board, number, view) for number, view in enumerate(board.views)],
        "missing": _missing(asked, board),
        "baseline": board.baseline,
        "games_address": games_address(answer.question.filters.games_words(asked.kind.slug)),
        "definition": " ".join((answer.metric.definition, *_methods(board))),
        "many": many_words(sum(len(view.values) for view in board.views)),
        "images": {
            form: f"{reverse('stats-image', args=[asked.kind.slug, 'spaces', form])}"
            f"?{urlencode(words)}"
            for form in ("svg", "png")
        },
    }


def _words(asked: Asked) -> dict[str, str]:
    return {word: value for word, value in asked.words().items() if word in ("layer", "show")}


def _tabs(
    asked: Asked, word: str, titles: Iterable[tuple[str, str]], now: str
) -> list[dict[str, Any]]:
    """Tabs of which the first goes without saying in the address."""
    return [
        {
            "title": title,
            "address": stats_address(asked, **{word: key if number else ""}) + "#board",
            "is_now": key == now,
        }
        for number, (key, title) in enumerate(titles)
    ]


def _panel(board: BoardAnswer, number: int, view: BoardView) -> dict[str, Any]:
    """A board with its table; of two side by side each has its own games."""
    listed, addresses = reverse("stats-games", args=[view.answer.question.kind]), {}
    words = {**view.answer.question.filters.words(), "layer": view.answer.question.layer}
    for count in view.answer.spaces:
        is_there = count.share.k or view.show in (LIFT, DIFFERENCE)
        address = f"{listed}?{urlencode({**words, 'space': count.space})}"
        addresses[count.space] = address if is_there else ""
    chart = f"board-{number}" if number else "board"
    picture = board_picture(view)
    return {
        "view": view,
        "chart": chart,
        "title": board.titles[number] if len(board.views) > 1 else "",
        "played": view.answer.played,
        "picture": picture,
        "cells": [(cell, addresses[cell.value.space]) for cell in picture.cells],
        "table": board_table(view, addresses, board.titles),
        "light_id": f"{chart}-light",
        "light": figure(view, LIGHT),
        "dark_id": f"{chart}-dark",
        "dark": figure(view, DARK),
    }


def _methods(board: BoardAnswer) -> tuple[str, ...]:
    shows = {view.show for view in board.views}
    told = {DIFFERENCE: DIFFERENCE_INTERVAL, LIFT: LIFT_INTERVAL}
    return tuple(gettext(words) for show, words in told.items() if show in shows)


def _missing(asked: Asked, board: BoardAnswer) -> Mapping[str, Any] | None:
    """Why there is no lift, and where there is one."""
    if board.views:
        return None
    links = [
        {
            "title": asked.kind.identity.rules_text(one.edition, one.mode),
            "address": stats_address(asked, edition=one.edition, mode=one.mode) + "#board",
        }
        for one in board.rulesets
    ]
    return {"rulesets": links}
