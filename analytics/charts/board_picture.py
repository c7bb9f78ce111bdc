"""The same heatmap as a drawing made on the server: seen at once, and without script.

Lengths are in the drawing's own units. SVG counts downward and boards upward: `_y` turns them
round, once.
"""

from dataclasses import dataclass

from analytics.insight.answer import SpaceAnswer, SpaceCount
from analytics.insight.rounding import percent, percent_of, span

from .heat import heat, ticks

SIDE = 64
MARGIN = 26
EDGE = 4


@dataclass(frozen=True, slots=True)
class PictureCell:
    """One space: the top left corner, how opaque its heat is (0 to 1), and what is said of it."""

    count: SpaceCount
    x: float
    y: float
    opacity: str
    is_hot: bool
    percent: str
    interval: str


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A wall, a bridge or a plank."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """A letter or number at the board's edge."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class ScaleStep:
    """A step of the legend."""

    x: float
    times: int
    opacity: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything the template draws."""

    width: float
    height: float
    side: int
    cells: tuple[PictureCell, ...]
    walls: tuple[PictureLine, ...]
    bridges: tuple[PictureLine, ...]
    labels: tuple[PictureLabel, ...]
    scale: tuple[ScaleStep, ...]


def board_picture(answer: SpaceAnswer) -> Picture:
    """The drawing of an answer, spaces in the order of their names."""
    shape = answer.grid
    most = max(count.times for count in answer.spaces)
    height = EDGE + len(shape.rows) * SIDE + MARGIN

    def _x(units: float) -> float:
        return round(MARGIN + units * SIDE, 2)

    def _y(units: float) -> float:
        return round(EDGE + (len(shape.rows) - units) * SIDE, 2)

    def line(x1: float, y1: float, x2: float, y2: float) -> PictureLine:
        return PictureLine(_x(x1), _y(y1), _x(x2), _y(y2))

    cells = []
    for count in answer.spaces:
        x, y = shape.cells[count.space]
        warmth = heat(count.times, most)
        share = count.share
        cells.append(
            PictureCell(
                count=count,
                x=_x(x),
                y=_y(y + 1),
                opacity=_opacity(warmth),
                is_hot=warmth > 0.75,
                percent=percent_of(share.k, share.n),
                interval=span(percent(share.low), percent(share.high)),
            )
        )
    columns = [PictureLabel(_x(x + 0.5), height - 7, name) for x, name in enumerate(shape.columns)]
    rows = [PictureLabel(MARGIN / 2, _y(y + 0.5) + 5, name) for y, name in enumerate(shape.rows)]
    scale = [
        ScaleStep(i * 52, mark, _opacity(heat(mark, most))) for i, mark in enumerate(ticks(most))
    ]
    return Picture(
        width=MARGIN + len(shape.columns) * SIDE + EDGE,
        height=height,
        side=SIDE,
        cells=tuple(cells),
        walls=tuple(line(*wall) for wall in shape.walls),
        bridges=tuple(line(*bridge) for bridge in shape.bridges),
        labels=(*columns, *rows),
        scale=tuple(scale),
    )


def _opacity(warmth: float) -> str:
    """Heat as opacity, written with a point whatever the language of the page."""
    return f"{0.9 * warmth:.3f}"
