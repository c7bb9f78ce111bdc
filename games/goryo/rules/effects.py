"""The effects of events that statistics and marks need. Every effect is public: none happens before
its cause is revealed.
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


class PowerSpent(NamedTuple):
    """A power left the game (6.7): `sprint` or `false_trail`."""

    power: str


Effect = MistakesFound | SpiritsFlipped | PowerSpent
