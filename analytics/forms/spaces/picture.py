"""The heatmap as an SVG made on the server, for pages without scripts.

Lengths are in the drawing's own units. SVG counts downward and boards upward.
"""

from typing import Any

from games.core.metrics import Segment

from .views import BoardView

SIDE = 64
MARGIN = 26
EDGE = 4


def board_picture(view: BoardView) -> dict[str, Any]:
    """Return what the template draws: `cells` are the spaces with their values, `scale` are the
    steps of the legend. `is_less` are values below neutral.
    """
    shape = view.answer.grid
    height = EDGE + len(shape.rows) * SIDE + MARGIN

    def at(x: float, y: float) -> dict[str, float]:
        top = EDGE + (len(shape.rows) - y) * SIDE
        return {"x": round(MARGIN + x * SIDE, 2), "y": round(top, 2)}

    def line(segment: Segment) -> tuple[dict[str, float], dict[str, float]]:
        x1, y1, x2, y2 = segment
        return at(x1, y1), at(x2, y2)

    cells = []
    for value in view.values:
        x, y = shape.cells[value.count.space]
        heat = view.warmth(value.value)
        cell = {
            "value": value,
            **at(x, y + 1),
            "opacity": _opacity(abs(heat) * value.strength),
            "is_hot": abs(heat) * value.strength > 0.75,
            "is_less": heat < 0,
            "is_faint": value.strength < 1,
        }
        cells.append(cell)
    columns = [
        {"x": at(x + 0.5, 0)["x"], "y": height - 7, "text": name}
        for x, name in enumerate(shape.columns)
    ]
    rows = [
        {"x": MARGIN / 2, "y": at(0, y + 0.5)["y"] + 5, "text": name}
        for y, name in enumerate(shape.rows)
    ]
    scale = [
        {"x": i * 52, "text": text, "opacity": _opacity(abs(heat)), "is_less": heat < 0}
        for i, (heat, text) in enumerate((view.warmth(tick), text) for tick, text in view.ticks())
    ]
    return {
        "width": MARGIN + len(shape.columns) * SIDE + EDGE,
        "height": height,
        "side": SIDE,
        "cells": cells,
        "walls": list(map(line, shape.walls)),
        "bridges": list(map(line, shape.bridges)),
        "labels": [*columns, *rows],
        "scale": scale,
    }


def _opacity(warmth: float) -> str:
    """Return heat as opacity, with a decimal point in every language."""
    return f"{0.9 * warmth:.3f}"
