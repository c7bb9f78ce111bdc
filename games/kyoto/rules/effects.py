"""What follows from an event, for descriptions. Names are those of the log."""

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
    """The game ended: the winner (None: no winner), the reason and the rule that ended it."""

    winner: str | None
    reason: str
    rule: str


Effect = Captured | TurnBegan | GameEnded
