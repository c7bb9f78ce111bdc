"""How a game ended for its players: sides in ranks, for records, ratings and balance."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.replay import Replay


class Side(NamedTuple):
    """Roles that won or lost together. `seat` is what the balance of a game compares: a role, or a
    position in the turn order. `rank` is 1 for the best; equal ranks are ties.
    """

    roles: tuple[str, ...]
    seat: str
    rank: int


def ranked_by_winner(replay: Replay) -> tuple[Side, ...]:
    """Return the winners, then the others, for games in which each role is a side and a seat. Empty
    if there is no winner.
    """
    winners = replay.outcome.winners
    if not winners:
        return ()
    roles = (player.role for player in replay.record.players)
    return tuple(Side((role,), role, 1 if role in winners else 2) for role in roles)


def no_habits(_replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """For games that do not describe how a role is played."""
    return {}


def no_partners(_mode: str) -> tuple[tuple[str, ...], ...]:
    """For games in which every role is a side."""
    return ()
