"""Changing statistics: the only code that writes their rows."""

from .counting import CountResult, count_games, sweep_games, uncount_games
from .dump import make_dump
from .recount import recount
from .results import fit_results

__all__ = [
    "CountResult",
    "count_games",
    "fit_results",
    "make_dump",
    "recount",
    "sweep_games",
    "uncount_games",
]
