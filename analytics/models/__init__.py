"""The tables of statistics: what each game adds, its sums, players, ratings and snapshots."""

from .hidden import HiddenContribution, SetFit, SetSums
from .players import (
    PLAYER_COUNTS,
    PLAYER_KEY_FIELDS,
    POOL_FIELDS,
    SUMS_MODELS,
    BalanceFit,
    PlayerCell,
    ResultsFit,
    Standing,
)
from .snapshots import Reanalysis, Snapshot, SumsRow
from .sums import KEY_FIELDS, Baseline, Cell, Contribution, Ledger, Tree

__all__ = [
    "KEY_FIELDS",
    "PLAYER_COUNTS",
    "PLAYER_KEY_FIELDS",
    "POOL_FIELDS",
    "SUMS_MODELS",
    "BalanceFit",
    "Baseline",
    "Cell",
    "Contribution",
    "HiddenContribution",
    "Ledger",
    "PlayerCell",
    "Reanalysis",
    "ResultsFit",
    "SetFit",
    "SetSums",
    "Snapshot",
    "Standing",
    "SumsRow",
    "Tree",
]
