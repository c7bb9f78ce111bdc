"""How a game ended for those who sat at its table: sides in ranks, from which statistics of players
(records, ratings, the balance of places) are made.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.replay import Replay


class Side(NamedTuple):
    """Who won or lost together. `place` is what the balance of a game compares: a role, or a place
    in the turn order. `rank` is 1 for the best; equal ranks are ties.
    """

    roles: tuple[str, ...]
    place: str
    rank: int


def ranked_by_winner(replay: Replay) -> tuple[Side, ...]:
    """For games in which each role is a side and a place of its own: those who won, then the
    others. Empty where nobody won.
    """
    winners = replay.outcome.winners
    if not winners:
        return ()
    roles = (player.role for player in replay.record.players)
    return tuple(Side((role,), role, 1 if role in winners else 2) for role in roles)


def no_habits(_replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """For games that tell nothing of how a role is played."""
    return {}


def no_partners(_mode: str) -> tuple[tuple[str, ...], ...]:
    """For games in which every role is a side of its own."""
    return ()
