"""The spaces to tap for an event of Gorinto."""

from collections.abc import Mapping
from typing import Any

from games.core.taps import Taps
from games.gorinto.rules.state import State


def taps(_position: State, plain: Mapping[str, Any]) -> Taps | None:
    """Return the spaces of an event: the Path space of a tile, the cell where it is placed, and
    the cells whose top tiles are gathered. Levels of a stack are chosen from a list.
    """
    if plain["type"] == "place":
        cells = (entry for entry in plain.get("take", ()) if isinstance(entry, str))
        return Taps((plain["from"], plain["to"]), frozenset(cells))
    if plain["type"] == "remove":
        return Taps((plain["from"],))
    return None
