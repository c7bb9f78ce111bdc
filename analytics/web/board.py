"""The board's part of the statistics page: picture, table, figures, tabs."""

from typing import Any

from django.utils.translation import gettext

from analytics import selectors
from analytics.asking import Asked, board_question
from analytics.charts import DARK, LIGHT, figure
from analytics.charts.board_picture import board_picture
from analytics.charts.heat import SCALE_WORDS

from .present import games_address, space_rows, stats_address


def board_context(asked: Asked, boards: dict[str, str]) -> dict[str, Any] | None:
    """What the template needs to draw the heatmap; None where no game is left."""
    question = board_question(asked)
    answer = selectors.ask_spaces(question) if question else None
    if answer is None:
        return None
    rows = space_rows(answer)
    addresses = {row.count.space: row.address for row in rows}
    picture = board_picture(answer)
    return {
        "answer": answer,
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(asked.filters.board),
        "layer": answer.metric.layers[answer.question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": [
            {
                "title": title,
                "address": stats_address(
                    asked, layer="" if layer == answer.metric.usual_layer else layer
                )
                + "#board",
                "is_now": layer == answer.question.layer,
            }
            for layer, (title, _) in answer.metric.layers.items()
        ],
        "picture": picture,
        "cells": [(cell, addresses[cell.count.space]) for cell in picture.cells],
        "rows": rows,
        "games_address": games_address(answer.question.filters.games_words(asked.kind.slug)),
        "scale_words": gettext(SCALE_WORDS),
        "definition": answer.metric.definition,
        "light": figure(answer, LIGHT),
        "dark": figure(answer, DARK),
    }
