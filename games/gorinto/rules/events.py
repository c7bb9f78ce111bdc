"""What a log of Gorinto can say: one class an event type, with the fields of the log-format page.

Elements, cells and Path spaces stay the words of the log; `space` is the log's `from`.
"""

from typing import NamedTuple


class Kitsune(NamedTuple):
    """The Kitsune tiles 1 to 5 go onto Path spaces (11.2)."""

    tiles: tuple[str, ...]


class Fill(NamedTuple):
    """Tiles from the bag go onto the Path (3.3): pairs of a space and an element."""

    path: tuple[tuple[str, str], ...]


class Chit(NamedTuple):
    """A Movement chit is drawn (11.3, 11.8)."""

    number: int


class Place(NamedTuple):
    """A player's whole turn (4): a Path tile is moved, tiles are gathered, in partnership one of
    them is given.

    `take` holds cells, or levels where the tile is earth; `tile` is None where the log does not
    name it.
    """

    player: str
    space: str
    to: str
    take: tuple[str | int, ...] = ()
    tile: str | None = None
    give: str | None = None


class Burrow(NamedTuple):
    """Burrow tokens are revealed; the last one's tile is discarded (5.2)."""

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
    """A claim of the log: what Wisdom stood at after a scoring (6.3)."""

    wisdom: tuple[tuple[str, float], ...]


class Resign(NamedTuple):
    """A player gives up (8.3)."""

    role: str


class Abandon(NamedTuple):
    """The game is broken off; nobody wins."""


Event = Kitsune | Fill | Chit | Place | Burrow | Remove | Coin | Score | Resign | Abandon

EVENT_NAMES: dict[type, str] = {
    Kitsune: "kitsune",
    Fill: "fill",
    Chit: "chit",
    Place: "place",
    Burrow: "burrow",
    Remove: "remove",
    Coin: "coin",
    Score: "score",
    Resign: "resign",
    Abandon: "abandon",
}
"""The word of the log for each class."""
