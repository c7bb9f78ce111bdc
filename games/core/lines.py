"""Lines: what was played in public, so that games can be compared move by move."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Plain = Mapping[str, Any]


class LineMove(NamedTuple):
    """A move that every view knows: the number of its event, from 1, its terms in the log, and from
    which space to which a piece moved (empty if none did). Without terms it is no decision: a
    movement that became known later.
    """

    number: int
    terms: str
    origin: str = ""
    to: str = ""


LineReader = Callable[[Plain, Sequence[Plain]], Iterator[LineMove]]
"""Returns the line of a log from its plain header and events."""


def no_lines(_header: Plain, _events: Sequence[Plain]) -> Iterator[LineMove]:
    """Return no moves: the lines of the game are not compared."""
    return iter(())
