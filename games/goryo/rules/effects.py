"""The effects of events, for display. Every effect is public: none happens before its cause is
revealed.
"""

from typing import NamedTuple


class MistakesFound(NamedTuple):
    """The discovery found mistakes (6.1, 7.1, 7.2) in the plan or the answers."""

    in_plan: int
    in_answers: int


class SpiritsFlipped(NamedTuple):
    """Spirit tokens were flipped: `rule` is 6.1 for mistakes, 6.4 for Samurai on the target."""

    spirits: int
    rule: str


class GongAdvanced(NamedTuple):
    """The gong mallet advanced by `by` spaces to `to` and reached `bags` bag icons (6.3)."""

    by: int
    to: int
    bags: int


class StonePlaced(NamedTuple):
    """The target was broken (6.5); `type_broken` is the type whose tile was flipped, or None."""

    space: str
    type_broken: str | None


class TypeSealed(NamedTuple):
    """A token was drawn (6.6): its type, and the spaces that were sealed."""

    type: str
    spaces: tuple[str, ...]


class PowerSpent(NamedTuple):
    """A power left the game (6.7): `sprint` or `false_trail`."""

    power: str


class RoundBegan(NamedTuple):
    """A new round began."""

    round: int


class GameEnded(NamedTuple):
    """The game ended: winner (None if there is none), reason, and the rule that ended it."""

    winner: str | None
    reason: str
    rule: str


Found = MistakesFound | SpiritsFlipped | GongAdvanced | StonePlaced | PowerSpent
Effect = Found | TypeSealed | RoundBegan | GameEnded
