"""The heatmap as a drawing made on the server, for pages without script.

Lengths are in the drawing's own units. SVG counts downward and boards upward: `_y` converts.
"""

from dataclasses import dataclass

from .views import BoardView, SpaceValue

SIDE = 64
MARGIN = 26
EDGE = 4


@dataclass(frozen=True, slots=True)
class PictureCell:
    """A space: its value, its top left corner, the opacity of its colour (0 to 1), whether the
    value is less than neutral, and whether it is drawn faint.
    """

    value: SpaceValue
    x: float
    y: float
    opacity: str
    is_hot: bool
    is_less: bool
    is_faint: bool


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
    text: str
    opacity: str
    is_less: bool


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


def board_picture(view: BoardView) -> Picture:
    """Return the drawing of a view, spaces in the order of their names."""
    shape = view.answer.grid
    height = EDGE + len(shape.rows) * SIDE + MARGIN

    def _x(units: float) -> float:
        return round(MARGIN + units * SIDE, 2)

    def _y(units: float) -> float:
        return round(EDGE + (len(shape.rows) - units) * SIDE, 2)

    def line(x1: float, y1: float, x2: float, y2: float) -> PictureLine:
        return PictureLine(_x(x1), _y(y1), _x(x2), _y(y2))

    cells = []
    for value in view.values:
        x, y = shape.cells[value.count.space]
        heat = view.warmth(value.value)
        cells.append(
            PictureCell(
                value=value,
                x=_x(x),
                y=_y(y + 1),
                opacity=_opacity(abs(heat) * value.strength),
                is_hot=abs(heat) * value.strength > 0.75,
                is_less=heat < 0,
                is_faint=value.strength < 1,
            )
        )
    columns = [PictureLabel(_x(x + 0.5), height - 7, name) for x, name in enumerate(shape.columns)]
    rows = [PictureLabel(MARGIN / 2, _y(y + 0.5) + 5, name) for y, name in enumerate(shape.rows)]
    scale = [
        ScaleStep(i * 52, text, _opacity(abs(view.warmth(tick))), view.warmth(tick) < 0)
        for i, (tick, text) in enumerate(view.ticks())
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
    """Return heat as opacity, with a decimal point in every language."""
    return f"{0.9 * warmth:.3f}"
