"""Circles and arrows of notes: as paths on the board, as text, and as typed by users."""

from collections.abc import Mapping
from math import hypot
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from replays.models import Annotation, AnnotationSet, Glyph
from replays.services.notes import COLOURS
from replays.text import drawings

COLOUR_NAMES = {
    "green": gettext_lazy("green"),
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "yellow": gettext_lazy("yellow"),
}
RADIUS = 46
"""Of a circle, in board units; a cell is 100 wide."""
ARROW_GAP = 30
"""Distance from the end of an arrow to the centre of its cell."""
ARROW_HEAD = 26
Centres = Mapping[str, tuple[float, float]]


def rows(scene: dict[str, Any], notes: AnnotationSet) -> list[dict[str, Any]]:
    """Return the notes of a set by step, as the page shows them."""
    centres = _centres(scene)
    return [_row(note, centres) for note in notes.notes.all()]


def _row(note: Annotation, centres: Centres) -> dict[str, Any]:
    """Return a note. What its text draws is added to its shapes."""
    shapes = [*note.shapes, *drawings.read_drawings(note.shown_text, centres)]
    return {
        "step": note.step,
        "text": drawings.without_drawings(note.shown_text),
        "glyph": note.glyph,
        "glyph_label": str(Glyph(note.glyph).label) if note.glyph else "",
        "shapes": " ".join(map(_typed, shapes)),
        "descriptions": [_description(shape) for shape in shapes],
        "paths": _paths(shapes, centres),
    }


def drawn_frames(scene: dict[str, Any], frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return frames with what the notes of the log draw, and these notes without it."""
    if not any(drawings.has_drawings((frame["move"] or {}).get("note", "")) for frame in frames):
        return frames
    centres = _centres(scene)
    return [_drawn_frame(frame, centres) for frame in frames]


def _drawn_frame(frame: dict[str, Any], centres: Centres) -> dict[str, Any]:
    note = (frame["move"] or {}).get("note", "")
    if not drawings.has_drawings(note):
        return frame
    move = {**frame["move"], "note": drawings.without_drawings(note)}
    shapes = _paths(drawings.read_drawings(note, centres), centres)
    return {**frame, "move": move, "shapes": shapes}


def _centres(scene: dict[str, Any]) -> Centres:
    return {cell["id"]: (cell["x"] + 50, cell["y"] + 50) for cell in scene["cells"]}


def _paths(shapes: list[dict[str, str]], centres: Centres) -> list[list[str]]:
    return [[shape["colour"], path] for shape in shapes if (path := _path(shape, centres))]


def paths(scene: dict[str, Any], shapes: list[dict[str, str]]) -> list[list[str]]:
    """Return shapes as pairs of a colour and a path on the board of a scene."""
    return _paths(shapes, _centres(scene))


def colours() -> list[tuple[str, str]]:
    """Return the colours of shapes with their names, the default first."""
    return [(colour, str(COLOUR_NAMES[colour])) for colour in COLOURS]


def empty_row(step: int) -> dict[str, Any]:
    """Return the row of a step without a note."""
    texts = dict.fromkeys(("text", "glyph", "glyph_label", "shapes"), "")
    return {"step": step, **texts, "descriptions": [], "paths": []}


def parse_shapes(text: str) -> list[dict[str, str]]:
    """Return the shapes in a text: `c3` or `c3:red` is a circle, `b4>c3:green` an arrow, separated
    by spaces. Their cells are not checked.
    """
    return [_shape(part) for part in text.split()]


def _shape(text: str) -> dict[str, str]:
    cells, _, colour = text.partition(":")
    start, arrow, end = cells.partition(">")
    colour = colour or "green"
    if arrow:
        return {"form": "arrow", "from": start, "to": end, "colour": colour}
    return {"form": "circle", "cell": start, "colour": colour}


def _typed(shape: dict[str, str]) -> str:
    cells = shape["cell"] if shape["form"] == "circle" else f"{shape['from']}>{shape['to']}"
    return f"{cells}:{shape['colour']}"


def _description(shape: dict[str, str]) -> str:
    colour = gettext(shape["colour"])
    if shape["form"] == "circle":
        return gettext("circle on {cell}, {colour}").format(cell=shape["cell"], colour=colour)
    return gettext("arrow from {start} to {end}, {colour}").format(
        start=shape["from"], end=shape["to"], colour=colour
    )


def _path(shape: dict[str, str], centres: Centres) -> str:
    """Return the path data of a shape; empty if the board has no such cell."""
    names = ("cell",) if shape["form"] == "circle" else ("from", "to")
    points = [centres[shape[name]] for name in names if shape[name] in centres]
    if len(points) < len(names):
        return ""
    return _circle(*points[0]) if points[0] == points[-1] else _arrow(*points[0], *points[1])


def _circle(x: float, y: float) -> str:
    r = RADIUS
    return f"M{x - r:g} {y:g}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    length = hypot(to_x - x, to_y - y)
    along, across = (to_x - x) / length, (to_y - y) / length
    end_x, end_y = to_x - ARROW_GAP * along, to_y - ARROW_GAP * across
    back_x, back_y = end_x - ARROW_HEAD * along, end_y - ARROW_HEAD * across
    side_x, side_y = -across * ARROW_HEAD / 2, along * ARROW_HEAD / 2
    points = (
        ("M", x, y),
        ("L", end_x, end_y),
        ("M", back_x + side_x, back_y + side_y),
        ("L", end_x, end_y),
        ("L", back_x - side_x, back_y - side_y),
    )
    return "".join(f"{command}{px:.4g} {py:.4g}" for command, px, py in points)
