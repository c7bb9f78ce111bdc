"""The phases of a game of Gorinto (rules page, 6.1)."""

from enum import StrEnum


class Phase(StrEnum):
    """The type of the next event."""

    KITSUNE = "kitsune"
    FILL = "fill"
    CHIT = "chit"
    PLACE = "place"
    BURROW = "burrow"
    REMOVE = "remove"
    COIN = "coin"
    OVER = "over"


KITSUNE, FILL, CHIT, PLACE, BURROW, REMOVE, COIN, OVER = Phase
"""The phases as module constants: reading an attribute of an enum costs ten times as much."""
