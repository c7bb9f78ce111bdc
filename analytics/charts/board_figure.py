"""Counts by space as a heatmap on the board's own geometry."""

from typing import Any

from django.utils.translation import gettext, ngettext

from analytics.insight.answer import SpaceAnswer, SpaceCount
from analytics.insight.rounding import percent_of
from games.core.metrics import Grid, Segment

from .heat import heat, ticks
from .text import CONFIG, base_layout, interval_words, message, plain
from .theme import Theme

Matrix = list[list[Any]]


def board_figure(answer: SpaceAnswer, theme: Theme) -> dict[str, Any]:
    """The heatmap: columns to the right, rows upward as on the board; both axes are categories; no
    space, no value.
    """
    shape = answer.grid
    columns, rows = list(shape.columns), list(shape.rows)
    layout = base_layout(theme, f"{plain(answer.board.name)}: {answer.title}")
    layout |= {
        "height": 480,
        "margin": {"l": 28, "r": 8, "t": 8, "b": 28},
        "xaxis": _axis(columns, theme, {"constrain": "domain"}),
        "yaxis": _axis(rows, theme, {"scaleanchor": "x", "constrain": "domain"}),
        "shapes": [
            *(_line(wall, theme.text, 3) for wall in shape.walls),
            *(_line(bridge, theme.muted, 7) for bridge in shape.bridges),
        ],
        "annotations": [] if answer.played else [message(theme, gettext("No games"))],
    }
    return {
        "data": [_trace(answer, theme)],
        "layout": layout,
        "config": CONFIG,
    }


def _trace(answer: SpaceAnswer, theme: Theme) -> dict[str, Any]:
    shape, most = answer.grid, max(count.times for count in answer.spaces)
    heats, shown, hover = _empty(shape, None), _empty(shape, ""), _empty(shape, "")
    for count in answer.spaces:
        x, y = shape.cells[count.space]
        heats[y][x] = heat(count.times, most)
        shown[y][x] = f"{count.times}"
        hover[y][x] = _hover(count, answer)
    marks = ticks(most)
    return {
        "type": "heatmap",
        "x": list(shape.columns),
        "y": list(shape.rows),
        "z": heats,
        "zmin": 0,
        "zmax": 1,
        "text": shown,
        "texttemplate": "%{text}",
        "hovertext": hover,
        "hovertemplate": "%{hovertext}<extra></extra>",
        "hoverongaps": False,
        "xgap": 1,
        "ygap": 1,
        "colorscale": [[0, theme.cold], [0.5, theme.warm], [1, theme.hot]],
        "showscale": most > 0,
        "colorbar": {
            "tickvals": [heat(mark, most) for mark in marks],
            "ticktext": [str(mark) for mark in marks],
            "title": {"text": "times (√ scale)", "side": "right"},
            "thickness": 12,
            "outlinewidth": 0,
            "len": 0.9,
        },
    }


def _hover(count: SpaceCount, answer: SpaceAnswer) -> str:
    share = count.share
    name = f"{count.space}, {plain(count.about)}" if count.about else count.space
    return "<br>".join(
        (
            name,
            ngettext("{what}: {n} time", "{what}: {n} times", count.times).format(
                what=answer.title, n=count.times
            ),
            gettext("in {k} of {n} games, {percent}").format(
                k=share.k, n=share.n, percent=percent_of(share.k, share.n)
            ),
            interval_words(share),
        )
    )


def _empty(shape: Grid, nothing: Any) -> Matrix:
    return [[nothing] * len(shape.columns) for _ in shape.rows]


def _axis(names: list[str], theme: Theme, more: dict[str, Any]) -> dict[str, Any]:
    """A category axis in the order given, upward or to the right. Corners of cells lie at -0.5,
    0.5, …
    """
    return {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": names,
        "range": [-0.55, len(names) - 0.45],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"color": theme.muted},
        **more,
    }


def _line(segment: Segment, colour: str, width: int) -> dict[str, Any]:
    x0, y0, x1, y1 = (end - 0.5 for end in segment)
    line = {"color": colour, "width": width}
    return {"type": "line", "x0": x0, "y0": y0, "x1": x1, "y1": y1, "line": line}
