"""Changing statistics: the only code that writes their rows."""

from .balance import fit_balance
from .baselines import make_baseline, tables_without_baseline
from .dump import DumpOvertaken, dump_if_due, make_dump, take_down
from .ratings import rate_waiting
from .rebuild import with_dump
from .recount import Difference, recount
from .settle import Settled, count_games, rename_seats, uncount_games
from .sweep import Swept, sweep_games

__all__ = [
    "Difference",
    "DumpOvertaken",
    "Settled",
    "Swept",
    "count_games",
    "dump_if_due",
    "fit_balance",
    "make_baseline",
    "make_dump",
    "rate_waiting",
    "recount",
    "rename_seats",
    "sweep_games",
    "tables_without_baseline",
    "take_down",
    "uncount_games",
    "with_dump",
]
