"""Changing statistics: the only code that writes their rows."""

from .counting import CountResult, count_games, sweep_games, uncount_games
from .dump import make_dump
from .hidden import count_hidden_games
from .recount import recount
from .results import fit_results
from .set_fits import fit_sets, request_set_fit
from .set_sums import store_set_sums

__all__ = [
    "CountResult",
    "count_games",
    "count_hidden_games",
    "fit_results",
    "fit_sets",
    "make_dump",
    "recount",
    "request_set_fit",
    "store_set_sums",
    "sweep_games",
    "uncount_games",
]
