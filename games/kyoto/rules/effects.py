"""What followed from an event, for telling. Names are the words of the log."""

from typing import NamedTuple


class Captured(NamedTuple):
    """A side captured an agent (6.4, 10.4)."""

    captor: str
    identity: str


class TurnBegan(NamedTuple):
    """A side's turn began (4.2)."""

    turn: int
    active: str


class GameEnded(NamedTuple):
    """The game ended: who won (None: nobody), why, and the rule that ended it."""

    winner: str | None
    reason: str
    rule: str


Effect = Captured | TurnBegan | GameEnded
