"""How wide text is in the font of the pictures, and what of it the font can draw."""

import json
import re
from functools import cache
from importlib import resources

FAMILY = "DejaVu Sans Condensed"
STACK = f"'{FAMILY}', Arial, 'Liberation Sans', 'Noto Sans', sans-serif"
"""The family, then some that are about as wide, for who opens an SVG without it."""
UNKNOWN = "□"
"""Stands for a letter that the font does not have, where the font alone draws."""
LONGEST = 400
"""Letters of one text that are looked at; nothing drawn is longer."""


@cache
def widths(is_bold: bool = False) -> dict[str, float]:
    """The width of every letter of the font, in sizes."""
    held = json.loads((resources.files(__package__) / "fonts" / "widths.json").read_text("utf-8"))
    letters = [chr(code) for first, last in held["runs"] for code in range(first, last + 1)]
    advances = held["bold" if is_bold else "regular"]
    return {c: a / held["units"] for c, a in zip(letters, advances, strict=True)}


def width(text: str, size: float, is_bold: bool = False) -> float:
    """How wide a text is. A letter that the font does not have counts as square."""
    known = widths(is_bold)
    return size * sum(known.get(letter, 1.0) for letter in text)


def fitted(text: str, size: float, room: float, is_bold: bool = False) -> str:
    """The text, or as much of it as there is room for, with a mark that it goes on."""
    text = " ".join(text[:LONGEST].split())
    if width(text, size, is_bold) <= room:
        return text
    while text and width(text + "…", size, is_bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines(text: str, size: float, room: float, most: int, is_bold: bool = False) -> list[str]:
    """The text in lines that fit, at most so many; a word that is wider than a line is cut."""
    found: list[str] = []
    line = ""
    for word in text[:LONGEST].split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, is_bold) > room:
            found.append(line)
            line = word
        else:
            line = longer
    found = [*found, line] if line else found
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return [fitted(each, size, room, is_bold) for each in found]


def drawable(text: str) -> str:
    """The text with a sign for every letter that the font does not have."""
    known = widths()
    return re.sub(r"\S", lambda m: m[0] if m[0] in known else UNKNOWN, text)
