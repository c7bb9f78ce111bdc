"""Playing an event on the board: which spaces a user taps, and in which order."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Taps(NamedTuple):
    """The spaces that make up an event: `first` in this order, then `rest` in any order. The first
    space holds the piece that acts, if there is one. A space can be tapped twice.
    """

    first: tuple[str, ...]
    rest: frozenset[str] = frozenset()


def no_taps(_position: Any, _plain: Mapping[str, Any]) -> Taps | None:
    """Return None: the game has no events that are played on the board."""
    return None
