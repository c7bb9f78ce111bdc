"""Text in the font of the pictures: its width, line breaks, and missing letters."""

import json
import re
from functools import cache
from importlib import resources

FAMILY = "DejaVu Sans Condensed"
STACK = f"'{FAMILY}', Arial, 'Liberation Sans', 'Noto Sans', sans-serif"
"""The family, then similarly wide ones for viewers of an SVG that lack it."""
UNKNOWN = "□"
"""Replaces letters that the font does not have in PNG."""
MAX_LETTERS = 400
"""Longer texts are cut; none fits into a picture."""


@cache
def widths(is_bold: bool = False) -> dict[str, float]:
    """Return the width of every letter of the font relative to the font size."""
    data = json.loads((resources.files(__package__) / "fonts" / "widths.json").read_text("utf-8"))
    letters = [chr(code) for first, last in data["runs"] for code in range(first, last + 1)]
    advances = data["bold" if is_bold else "regular"]
    return {c: a / data["units"] for c, a in zip(letters, advances, strict=True)}


def width(text: str, size: float, is_bold: bool = False) -> float:
    """Return the width of a text. Letters that the font does not have count as squares."""
    known = widths(is_bold)
    return size * sum(known.get(letter, 1.0) for letter in text)


def fitted(text: str, size: float, room: float, is_bold: bool = False) -> str:
    """Return the text, cut with an ellipsis if it is wider than `room`."""
    text = " ".join(text[:MAX_LETTERS].split())
    if width(text, size, is_bold) <= room:
        return text
    while text and width(text + "…", size, is_bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines(text: str, size: float, room: float, limit: int, is_bold: bool = False) -> list[str]:
    """Break the text into at most `limit` lines; a word wider than a line is cut."""
    broken: list[str] = []
    line = ""
    for word in text[:MAX_LETTERS].split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, is_bold) > room:
            broken.append(line)
            line = word
        else:
            line = longer
    broken += [line] if line else []
    if len(broken) > limit:
        broken = [*broken[: limit - 1], " ".join(broken[limit - 1 :])]
    return [fitted(line, size, room, is_bold) for line in broken]


def drawable(text: str) -> str:
    """Replace every letter that the font does not have."""
    known = widths()
    return re.sub(r"\S", lambda m: m[0] if m[0] in known else UNKNOWN, text)
