"""The tables of statistics: what each game adds, its sums, who played, what is kept as it was."""

from analytics.models.snapshots import (
    Reanalysis,
    Snapshot,
    SnapshotCell,
    SnapshotFit,
    SnapshotPlayerCell,
    SnapshotStanding,
    SnapshotTree,
)
from analytics.models.sums import KEY_FIELDS, Baseline, Cell, Contribution, Ledger, Sums, Tree, Way

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
