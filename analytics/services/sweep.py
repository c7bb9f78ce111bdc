"""Finding what no message told us: games stored but not counted, counted but gone, counted by older
rules.
"""

from typing import NamedTuple

from analytics.reads import counting

from .reanalysis import finish_reanalyses
from .settle import Settled, count_games

A_SWEEP = 500
"""Games looked after in one sweep; the next goes on where this one stopped."""


class Swept(NamedTuple):
    """What a sweep did, and the primary key after which the next one goes on; None where nothing is
    left.
    """

    settled: Settled
    after: int | None


def sweep_games(after: int = 0, limit: int = A_SWEEP) -> Swept:
    """Settle up to `limit` games that need it, in the order of their keys from `after` on.

    Going on by key means that a game that can't be counted (our fault, logged) is met once a round
    and never holds up the rest.
    """
    ids = counting.games_to_settle(after, limit)
    settled = count_games(ids)
    after_this = ids[-1] if len(ids) == limit else None
    if after_this is None:
        finish_reanalyses()
    return Swept(settled, after_this)
