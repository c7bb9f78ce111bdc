"""A view of a board for the template: an SVG for pages without scripts, and a table.

Lengths are in the units of the SVG, which counts downward; boards count upward.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from analytics.forms.tables import Cell, Table, TableRow, interval
from analytics.insight.rounding import percent, percent_of, signed_percent, span, two_decimals
from games.core.metrics import Segment

from .views import DIFFERENCE, LIFT, BoardView, SpaceValue

SIDE = 64
MARGIN = 26
EDGE = 4
STEPS = 10


def board_picture(view: BoardView) -> dict[str, Any]:
    """Return what the template draws: `cells` are the spaces with their values, `scale` are the
    steps of the legend. `step` is the colour; `is_less` are values below neutral.
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
        heat = view.warmth(value.value) * value.strength
        cell = {
            "value": value,
            **at(x, y + 1),
            "step": _step(heat),
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
        {"x": i * 52, "text": text, "step": _step(heat), "is_less": heat < 0}
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


def _step(heat: float) -> int:
    """Return the step of the colour scale, 0 to STEPS: each has its ink, which can be read on it.

    >>> _step(0.0), _step(-0.04), _step(0.01), _step(1.0)
    (0, 1, 1, 10)
    """
    return min(STEPS, max(round(STEPS * abs(heat)), int(heat != 0)))


def board_table(view: BoardView, addresses: Mapping[str, str], titles: tuple[str, ...]) -> Table:
    """Return the spaces by value, most first, then by name."""
    ordered = sorted(view.values, key=lambda value: (value.value is None, -(value.value or 0)))
    rows = tuple(
        TableRow(
            value.count.space,
            value.strength < 1 and view.middle is not None,
            _cells(view, value, addresses[value.count.space]),
            value.count.about,
        )
        for value in ordered
    )
    caption = gettext("{what} by space, most frequent first").format(what=view.title)
    return Table(caption, _columns(view, titles), rows)


def _columns(view: BoardView, titles: tuple[str, ...]) -> tuple[str, ...]:
    interval_title, games = gettext("95 % interval"), gettext("Games")
    if view.show == LIFT:
        return gettext("Lift"), interval_title, gettext("Times"), games
    if view.show == DIFFERENCE:
        difference = gettext("{one} minus {other}").format(one=titles[0], other=titles[1])
        return difference, interval_title, games
    share = gettext("Share of {n}").format(n=view.answer.played)
    return gettext("Times"), games, share, interval_title


def _cells(view: BoardView, value: SpaceValue, address: str) -> tuple[Cell, ...]:
    count = value.count
    games = Cell(str(count.share.k), address if count.share.k else "")
    if view.show == LIFT:
        high = "∞" if value.high is None and value.low is not None else two_decimals(value.high)
        bounds = f"{two_decimals(value.low)}–{high}" if value.low is not None else "–"
        lift = Cell(two_decimals(value.value))
        return lift, Cell("", small=bounds), Cell(str(count.times)), games
    if view.show == DIFFERENCE:
        low, high = signed_percent(value.low).removesuffix(" %"), signed_percent(value.high)
        bounds = span(low, high) if value.low is not None else percent(None)
        return Cell(signed_percent(value.value)), Cell("", small=bounds), games
    return (
        Cell(str(count.times)),
        games,
        Cell(percent_of(count.share.k, count.share.n)),
        Cell("", small=interval(count.share)),
    )
