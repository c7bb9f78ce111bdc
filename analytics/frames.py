"""Rows ↔ pandas frames: the one adaptor."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from analytics.models import KEY_FIELDS

COUNTS = ("games", "decided", "abandoned", "unfinished")


def cells_frame(cells: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """One row a cell: its key, and in how many games somebody won, nobody did, or the log stopped
    before the end.
    """
    frame = pd.DataFrame(list(cells), columns=[*KEY_FIELDS, "games"])
    won = frame["winner"] != ""
    frame["games"] = frame["games"].astype("int64")
    frame["decided"] = frame["games"].where(won, 0)
    frame["unfinished"] = frame["games"].where(~frame["is_finished"].astype(bool), 0)
    frame["abandoned"] = frame["games"] - frame["decided"] - frame["unfinished"]
    return frame


def counts_by_space(sums: Iterable[Mapping[str, Any]], layer: str) -> dict[str, tuple[int, int]]:
    """How often something happened on a space, and in how many games, over all these sums."""
    rows = [(space, *pair) for one in sums for space, pair in one["spaces"].get(layer, {}).items()]
    frame = pd.DataFrame(rows, columns=["space", "times", "games"])
    summed = frame.groupby("space", dropna=False)[["times", "games"]].sum().astype("int64")
    times, games = summed["times"].to_dict(), summed["games"].to_dict()
    return {str(space): (times[space], games[space]) for space in times}
