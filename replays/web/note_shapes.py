"""Circles and arrows of notes: as lines on the board, as words, and as a person types them."""

from math import hypot
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from replays.models import AnnotationSet, Glyph

from .replay_data import in_html

RADIUS = 46
"""Of a circle, in board units; a cell is 100 wide."""
SHORT = 30
"""How far before the middle of its cell an arrow ends."""
HEAD = 26


def rows(scene: dict[str, Any], notes: AnnotationSet) -> list[dict[str, Any]]:
    """The notes of a set by their steps, with what the page shows of each."""
    middles = {cell["id"]: (cell["x"] + 50, cell["y"] + 50) for cell in scene["cells"]}
    return [
        {
            "step": note.step,
            "text": note.text,
            "glyph": note.glyph,
            "glyph_words": str(Glyph(note.glyph).label) if note.glyph else "",
            "shapes": " ".join(map(_typed, note.shapes)),
            "words": [_words(shape) for shape in note.shapes],
            "paths": [
                [shape["colour"], _path(shape, middles)]
                for shape in note.shapes
                if _path(shape, middles)
            ],
        }
        for note in notes.notes.all()
    ]


def nothing(step: int) -> dict[str, Any]:
    """What a step without a note shows."""
    empty = dict.fromkeys(("text", "glyph", "glyph_words", "shapes"), "")
    return {"step": step, **empty, "words": [], "paths": []}


def as_json(found: list[dict[str, Any]]) -> SafeString:
    """The notes for the script, as JSON that may stand in HTML."""
    return in_html(found)


def read_words(text: str) -> list[dict[str, str]]:
    """The shapes that somebody typed: `c3` or `c3:red` is a circle, `b4>c3:green` an arrow; blanks
    between them. What they stand on is not checked here.
    """
    return [_read(word) for word in text.split()]


def _read(word: str) -> dict[str, str]:
    place, _, colour = word.partition(":")
    start, arrow, end = place.partition(">")
    colour = colour or "green"
    if arrow:
        return {"form": "arrow", "from": start, "to": end, "colour": colour}
    return {"form": "circle", "cell": start, "colour": colour}


def _typed(shape: dict[str, str]) -> str:
    place = shape["cell"] if shape["form"] == "circle" else f"{shape['from']}>{shape['to']}"
    return f"{place}:{shape['colour']}"


def _words(shape: dict[str, str]) -> str:
    colour = gettext(shape["colour"])
    if shape["form"] == "circle":
        return gettext("circle on {cell}, {colour}").format(cell=shape["cell"], colour=colour)
    return gettext("arrow from {start} to {end}, {colour}").format(
        start=shape["from"], end=shape["to"], colour=colour
    )


def _path(shape: dict[str, str], middles: dict[str, tuple[float, float]]) -> str:
    """The path data of a shape; empty where the board has no such cell (any more)."""
    if shape["form"] == "circle":
        middle = middles.get(shape["cell"])
        return _circle(*middle) if middle else ""
    ends = middles.get(shape["from"]), middles.get(shape["to"])
    return "" if ends[0] is None or ends[1] is None else _arrow(*ends[0], *ends[1])


def _circle(x: float, y: float) -> str:
    r = RADIUS
    return f"M{x - r:g} {y:g}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    length = hypot(to_x - x, to_y - y)
    if not length:
        return _circle(x, y)
    along, across = (to_x - x) / length, (to_y - y) / length
    end_x, end_y = to_x - SHORT * along, to_y - SHORT * across
    back_x, back_y = end_x - HEAD * along, end_y - HEAD * across
    side_x, side_y = -across * HEAD / 2, along * HEAD / 2
    points = (x, y, end_x, end_y, back_x + side_x, back_y + side_y, end_x, end_y)
    last = (back_x - side_x, back_y - side_y)
    return "M{:.4g} {:.4g}L{:.4g} {:.4g}M{:.4g} {:.4g}L{:.4g} {:.4g}".format(
        *points
    ) + "L{:.4g} {:.4g}".format(*last)
