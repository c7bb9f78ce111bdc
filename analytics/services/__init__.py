"""What changes statistics: the only code that writes their rows."""

from .balance import fit_balance
from .baselines import make_baseline, tables_without_baseline
from .ratings import rate_waiting
from .recount import Difference, recount
from .settle import Settled, count_games, uncount_games
from .sweep import Swept, sweep_games

__all__ = [
    "Difference",
    "Settled",
    "Swept",
    "count_games",
    "fit_balance",
    "make_baseline",
    "rate_waiting",
    "recount",
    "sweep_games",
    "tables_without_baseline",
    "uncount_games",
]
