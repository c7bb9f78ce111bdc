"""What the JSON reader and the text reader return: a game as raw data, with its places in the
file.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.findings import Fix, Problem

if TYPE_CHECKING:
    from games.log.writing import TextWriting

_LINE_END = re.compile(r"\r\n?|\n")
Place = tuple[int | None, int | None]
"""Line and column from 1, or (None, None)."""
NOWHERE: Place = (None, None)


def nowhere(event: int | None, key: str | None) -> Place:  # noqa: ARG001 - the signature of a locator
    """Locate parts of input that has no text."""
    return NOWHERE


class Fault(NamedTuple):
    """Why and where a game cannot be read: a code, a message, line and column, and a correction."""

    code: str
    message: str
    line: int | None = None
    column: int | None = None
    fix: Fix | None = None


class UnreadEvent(NamedTuple):
    """An event of a text log that cannot be read: what is wrong, the offset of the wrong word, the
    event as it was probably meant (None: unknown), and a correction.
    """

    problem: Problem
    at: int
    meant: dict[str, Any] | None = None
    fix: Fix | None = None


@dataclass(slots=True)
class RawGame:
    """One game of a file: decoded JSON, or the same data from text, and what could not be read.

    With `faults` the game is unreadable; `value` is then what could be read all the same, or None.
    `locate` returns the place of an event (None: the header) and a key in it. `size` is the number
    of characters in the file, from the offset `start` on (None: unknown). `header_problems` were
    found while reading text tags. `tag_names` maps header keys to the names that the file uses.
    `writing` locates the words of a text log. `remarks` are warnings.
    """

    value: Any
    faults: Sequence[Fault] = ()
    locate: Callable[[int | None, str | None], Place] = nowhere
    header_problems: list[Problem] = field(default_factory=list)
    tag_names: Mapping[str, str] = field(default_factory=dict)
    label: str = ""
    size: int = 0
    start: int | None = None
    remarks: Sequence[Fault] = ()
    writing: "TextWriting | None" = None


class Lines:
    """Turns offsets into lines and columns, both from 1. A line ends with LF, CRLF or CR."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        if self._starts is None:
            ends = _LINE_END.finditer(self._text)
            self._starts = [0, *(match.end() for match in ends)]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
