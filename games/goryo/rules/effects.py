"""What followed from an event, for telling. Every effect is public: none happens before its
cause is on the table.
"""

from typing import NamedTuple


class MistakesFound(NamedTuple):
    """The discovery found mistakes (6.1, 7.1, 7.2): in the plan and in the answers."""

    in_plan: int
    in_answers: int


class SpiritsFlipped(NamedTuple):
    """Spirit tokens were flipped: `rule` is 6.1 for mistakes, 6.4 for Samurai on the target."""

    spirits: int
    rule: str


class GongAdvanced(NamedTuple):
    """The gong advanced by `by` spaces to `to`, reaching `bags` bag spaces (6.3)."""

    by: int
    to: int
    bags: int


class StonePlaced(NamedTuple):
    """The target was broken (6.5); `type_broken` is the type whose tile turned, or None."""

    space: str
    type_broken: str | None


class TypeSealed(NamedTuple):
    """A token was drawn (6.6): its type and the spaces that took a seal."""

    type: str
    spaces: tuple[str, ...]


class PowerSpent(NamedTuple):
    """A power left the game (6.7): `sprint` or `false_trail`."""

    power: str


class RoundBegan(NamedTuple):
    """A new round began."""

    round: int


class GameEnded(NamedTuple):
    """The game ended: winner (None if nobody's), reason, and the rule that ended it."""

    winner: str | None
    reason: str
    rule: str


Effect = (
    MistakesFound
    | SpiritsFlipped
    | GongAdvanced
    | StonePlaced
    | TypeSealed
    | PowerSpent
    | RoundBegan
    | GameEnded
)
