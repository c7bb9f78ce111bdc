"""What the JSON reader and the text reader return: a game as raw data, with its places in the
file.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int | None, int | None]
"""Line and column from 1, or (None, None)."""
NOWHERE: Place = (None, None)


def nowhere(event: int | None, key: str | None) -> Place:  # noqa: ARG001 - the signature of a locator
    """Locate parts of input that has no text."""
    return NOWHERE


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why and where a game cannot be read: from an event on, or not at all (`event` None)."""

    event: int | None
    code: str
    message: str
    line: int | None = None
    column: int | None = None


@dataclass(slots=True)
class RawGame:
    """One game of a file: decoded JSON, or the same data from text, and what could not be read.

    `locate` returns the place of an event (None: the header) and a key in it. `size` is the number
    of characters in the file. `header_problems` were found while reading text tags. `tag_names`
    maps header keys to the names that the file uses.
    """

    value: Any
    unreadable: Unreadable | None = None
    locate: Callable[[int | None, str | None], Place] = nowhere
    header_problems: list[Any] = field(default_factory=list)
    tag_names: Mapping[str, str] = field(default_factory=dict)
    label: str = ""
    size: int = 0


class Lines:
    """Turns offsets into lines and columns, both from 1. A line ends with LF, CRLF or CR."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        if self._starts is None:
            self._starts = [0]
            text = self._text
            at = 0
            while True:
                lf, cr = text.find("\n", at), text.find("\r", at)
                if lf < 0 and cr < 0:
                    break
                if cr >= 0 and (lf < 0 or cr < lf):
                    at = cr + 2 if lf == cr + 1 else cr + 1
                else:
                    at = lf + 1
                self._starts.append(at)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
