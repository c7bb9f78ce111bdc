"""Changing statistics: the only code that writes their rows."""

from .balance import fit_balance
from .counting import CountResult, count_games, sweep_games, uncount_games
from .dump import make_dump
from .ratings import rate_waiting
from .recount import recount

__all__ = [
    "CountResult",
    "count_games",
    "fit_balance",
    "make_dump",
    "rate_waiting",
    "recount",
    "sweep_games",
    "uncount_games",
]
