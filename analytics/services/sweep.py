"""Finding the games that a lost message would have announced: stored but not counted, counted but
gone, counted by older rules.
"""

from typing import NamedTuple

from analytics.reads import counting

from .reanalysis import finish_reanalyses
from .settle import Settled, count_games

SWEEP_BATCH_SIZE = 500
"""Games of one sweep; the next one continues after them."""


class Swept(NamedTuple):
    """What a sweep did, and the primary key after which the next one continues; None where nothing
    is left.
    """

    settled: Settled
    after: int | None


def sweep_games(after: int = 0, limit: int = SWEEP_BATCH_SIZE) -> Swept:
    """Settle up to `limit` games that need it, in the order of their keys after `after`.

    Because of that order, a game that can't be counted (an internal error, logged) is tried once a
    round and never blocks the others.
    """
    ids = counting.games_to_settle(after, limit)
    settled = count_games(ids)
    last = ids[-1] if len(ids) == limit else None
    if last is None:
        finish_reanalyses()
    return Swept(settled, last)
