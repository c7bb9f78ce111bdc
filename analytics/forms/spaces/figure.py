"""A view of a board as a heatmap on its own geometry."""

from typing import Any

from django.utils.translation import gettext, gettext_noop

from analytics.charts import CONFIG, LIGHT, Theme, base_layout, heat_scale, message, plain
from analytics.forms.figures import category_axis
from games.core.metrics import Grid, Segment

from .views import BoardView, SpaceValue

SCALES = {
    "times": gettext_noop("count (√ scale)"),
    "share": gettext_noop("share of games"),
    "lift": gettext_noop("ratio to random play (log scale)"),
    "difference": gettext_noop("difference of shares"),
}
"""The titles of the colour scales."""


def board_figure(view: BoardView, theme: Theme = LIGHT) -> dict[str, Any]:
    """Return the heatmap: columns to the right, rows upward as on the board; both axes are
    categories; where there is no space there is no value. Uncertain values have weaker colours.
    """
    answer = view.answer
    shape = answer.grid
    columns, rows = list(shape.columns), list(shape.rows)
    layout = base_layout(theme, f"{plain(answer.board.name)}: {view.title}")
    layout |= {
        "height": 480,
        "margin": {"l": 28, "r": 8, "t": 8, "b": 28},
        "xaxis": _axis(columns, theme, constrain="domain"),
        "yaxis": _axis(rows, theme, scaleanchor="x", constrain="domain"),
        "shapes": [
            *(_line(wall, theme.text, 3) for wall in shape.walls),
            *(_line(bridge, theme.muted, 7) for bridge in shape.bridges),
        ],
        "annotations": [] if answer.played else [message(theme, gettext("No games"))],
    }
    return {"data": [_trace(view)], "layout": layout, "config": CONFIG}


def _trace(view: BoardView) -> dict[str, Any]:
    shape = view.answer.grid
    heats, shown, hover = _empty(shape, None), _empty(shape, ""), _empty(shape, "")
    for value in view.values:
        x, y = shape.cells[value.count.space]
        heats[y][x] = view.warmth(value.value) * value.strength
        shown[y][x] = value.text
        hover[y][x] = _hover(value, view)
    is_diverging = view.middle is not None
    ticks = view.ticks()
    return {
        "type": "heatmap",
        "x": list(shape.columns),
        "y": list(shape.rows),
        "z": heats,
        "zmin": -1 if is_diverging else 0,
        "zmax": 1,
        "text": shown,
        "texttemplate": "%{text}",
        "hovertext": hover,
        "hovertemplate": "%{hovertext}<extra></extra>",
        "hoverongaps": False,
        "xgap": 1,
        "ygap": 1,
        "colorscale": heat_scale(is_diverging=is_diverging),
        "showscale": view.maximum > 0,
        "colorbar": {
            "tickvals": [view.warmth(tick) for tick, _ in ticks],
            "ticktext": [label for _, label in ticks],
            "title": {"text": gettext(SCALES[view.show]), "side": "right"},
            "thickness": 12,
            "outlinewidth": 0,
            "len": 0.9,
        },
    }


def _hover(value: SpaceValue, view: BoardView) -> str:
    count = value.count
    name = f"{count.space}, {plain(count.about)}" if count.about else count.space
    parts = [part.strip() for part in value.description.replace("; ", ", ").split(", ")]
    return "<br>".join([name, view.title, *parts])


def _empty(shape: Grid, nothing: Any) -> list[list[Any]]:
    return [[nothing] * len(shape.columns) for _ in shape.rows]


def _axis(names: list[str], theme: Theme, **more: str) -> dict[str, Any]:
    """Return a category axis in this order. Corners of cells are at -0.5, 0.5, …"""
    return category_axis(names, theme) | {
        "range": [-0.55, len(names) - 0.45],
        "showline": False,
        "tickfont": {"color": theme.muted},
        **more,
    }


def _line(segment: Segment, colour: str, width: int) -> dict[str, Any]:
    x0, y0, x1, y1 = (end - 0.5 for end in segment)
    line = {"color": colour, "width": width}
    return {"type": "line", "x0": x0, "y0": y0, "x1": x1, "y1": y1, "line": line}
