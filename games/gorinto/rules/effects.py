"""What followed from an event, for telling. Elements, cells and sides are the words of the log."""

from typing import NamedTuple


class Gathered(NamedTuple):
    """A side's mat gained tiles from the Mountain (4.8, 11.5)."""

    side: str
    elements: tuple[str, ...]


class Given(NamedTuple):
    """One of the gathered tiles went to the partner (10.2)."""

    giver: str
    partner: str
    element: str


class Discarded(NamedTuple):
    """Tiles of the Path left the game: by a removal (5.1) or at a Season's end (6.4)."""

    elements: tuple[str, ...]
    rule: str


class TokenLaid(NamedTuple):
    """The Head or the Tail was put down or moved (11.3, 11.8)."""

    token: str
    cell: str


class KitsuneActed(NamedTuple):
    """The Kitsune's turn: which token acted, where, and by which element; `blank` where its cell
    was empty (11.6).
    """

    token: str
    cell: str
    element: str
    blank: bool


class SeasonScored(NamedTuple):
    """A Season was scored: what each side gained, Key Elements included after Winter (6.3, 8.1)."""

    season: int
    gained: tuple[tuple[str, int], ...]


class OrderMade(NamedTuple):
    """The turn order of the new Season (6.5, 9.2)."""

    order: tuple[str, ...]
    rule: str


class SeasonBegan(NamedTuple):
    """The Season marker moved on (6.4)."""

    season: int


class GameEnded(NamedTuple):
    """The game ended: winners (none where it was broken off), reason, and the rule that ended
    it.
    """

    winners: tuple[str, ...]
    reason: str
    rule: str


Effect = (
    Gathered
    | Given
    | Discarded
    | TokenLaid
    | KitsuneActed
    | SeasonScored
    | OrderMade
    | SeasonBegan
    | GameEnded
)
