"""Circles and arrows in the text of a note, as in PGN: `[%csl Gd4,Rc3]` and `[%cal Gd4e5]`."""

import re
from collections.abc import Container, Iterator

_COMMAND = re.compile(r"\[%(csl|cal) ([^\[\]]{0,400})\]")
_COLOURS = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
_MOST = 32

Shape = dict[str, str]


def has_drawings(text: str) -> bool:
    """Return whether a text contains circles or arrows."""
    return _COMMAND.search(text) is not None


def without_drawings(text: str) -> str:
    """Return a text without its circles and arrows."""
    return re.sub(r"[ \t]{2,}", " ", _COMMAND.sub("", text)).strip() if "[%" in text else text


def read_drawings(text: str, spaces: Container[str]) -> list[Shape]:
    """Return the circles and arrows in a text. Those on unknown spaces are left out."""
    return [shape for shape in _shapes(text, spaces) if shape][:_MOST]


def _shapes(text: str, spaces: Container[str]) -> Iterator[Shape | None]:
    for command, shapes in _COMMAND.findall(text):
        for code in shapes.replace(",", " ").split():
            colour, names = _COLOURS.get(code[0], ""), code[1:]
            if colour and command == "csl":
                yield _circle(names, colour, spaces)
            elif colour:
                yield _arrow(names, colour, spaces)


def _circle(space: str, colour: str, spaces: Container[str]) -> Shape | None:
    return {"form": "circle", "cell": space, "colour": colour} if space in spaces else None


def _arrow(names: str, colour: str, spaces: Container[str]) -> Shape | None:
    """Return an arrow; the names of its two spaces follow each other."""
    for n in range(1, len(names)):
        start, end = names[:n], names[n:]
        if start in spaces and end in spaces:
            return {"form": "arrow", "from": start, "to": end, "colour": colour}
    return None
