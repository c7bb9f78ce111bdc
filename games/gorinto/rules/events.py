"""The events in a log of Gorinto: one class for each event type, with the fields of the log format.

Elements, cells and Path spaces are named as in the log. `space` is the log's `from`.
"""

from typing import NamedTuple


class Kitsune(NamedTuple):
    """The Kitsune tiles 1 to 5 are laid on Path spaces (11.2)."""

    tiles: tuple[str, ...]


class Fill(NamedTuple):
    """Tiles from the bag are laid on the Path (3.3): pairs of a space and an element."""

    path: tuple[tuple[str, str], ...]


class Chit(NamedTuple):
    """A Movement chit is drawn (11.3, 11.8)."""

    number: int


class Place(NamedTuple):
    """A player's whole turn (4): place a Path tile, gather tiles, and in partnership give one.

    `take` holds cells, or levels if the tile is earth. `tile` is None if the log does not name it.
    """

    player: str
    space: str
    to: str
    take: tuple[str | int, ...] = ()
    tile: str | None = None
    give: str | None = None


class Burrow(NamedTuple):
    """Burrow tokens are revealed. The tile of the last one is discarded (5.2)."""

    tokens: tuple[str, ...]


class Remove(NamedTuple):
    """A player discards a tile from the Path (5.3)."""

    player: str
    space: str
    tile: str | None = None


class Coin(NamedTuple):
    """The Kitsune's coin is flipped: `heads` or `tails` (11.5)."""

    side: str


class Score(NamedTuple):
    """A claim in the log: the Wisdom of each side after a scoring (6.3)."""

    wisdom: tuple[tuple[str, int | float], ...]


class Resign(NamedTuple):
    """A player resigns (8.3)."""

    role: str


class Abandon(NamedTuple):
    """The game is abandoned without a winner."""


Event = Kitsune | Fill | Chit | Place | Burrow | Remove | Coin | Score | Resign | Abandon

EVENT_NAMES: dict[type, str] = {
    event: event.__name__.lower()
    for event in (Kitsune, Fill, Chit, Place, Burrow, Remove, Coin, Score, Resign, Abandon)
}
"""The event type of each class, as the log has it."""
