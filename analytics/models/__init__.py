"""The tables of statistics: what each game adds, its sums, who played, what is kept as it was."""

from .cells import KEY_FIELDS, Baseline, Cell, Contribution, Ledger, Sums, Tree, Way
from .kept import (
    Reanalysis,
    Snapshot,
    SnapshotCell,
    SnapshotFit,
    SnapshotPlayerCell,
    SnapshotStanding,
    SnapshotTree,
)
from .players import (
    PLAYER_COUNTS,
    PLAYER_KEY_FIELDS,
    POOL_FIELDS,
    BalanceFit,
    Fit,
    PlayerCell,
    PlayerSums,
    RatingPoint,
    RatingPool,
    Standing,
)

__all__ = [
    "KEY_FIELDS",
    "PLAYER_COUNTS",
    "PLAYER_KEY_FIELDS",
    "POOL_FIELDS",
    "BalanceFit",
    "Baseline",
    "Cell",
    "Contribution",
    "Fit",
    "Ledger",
    "PlayerCell",
    "PlayerSums",
    "RatingPoint",
    "RatingPool",
    "Reanalysis",
    "Snapshot",
    "SnapshotCell",
    "SnapshotFit",
    "SnapshotPlayerCell",
    "SnapshotStanding",
    "SnapshotTree",
    "Standing",
    "Sums",
    "Tree",
    "Way",
]
