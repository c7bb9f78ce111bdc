"""Rows ↔ pandas frames: the one adaptor."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from analytics.models import KEY_FIELDS

COUNTS = ("games", "decided", "abandoned", "unfinished")


def cells_frame(cells: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """One row a cell: its key, and in how many games somebody won, nobody did, or the log stopped before the end."""
    frame = pd.DataFrame(list(cells), columns=[*KEY_FIELDS, "games"])
    won = frame["winner"] != ""
    frame["games"] = frame["games"].astype("int64")
    frame["decided"] = frame["games"].where(won, 0)
    frame["unfinished"] = frame["games"].where(~frame["is_finished"].astype(bool), 0)
    frame["abandoned"] = frame["games"] - frame["decided"] - frame["unfinished"]
    return frame


def spaces_frame(sums: Iterable[Mapping[str, Any]], layer: str) -> pd.DataFrame:
    """One row a space and cell: how often (`times`) and in how many games (`games`) it happened there. Index: the space."""
    rows = [
        (space, *pair)
        for one in sums
        for space, pair in one["spaces"].get(layer, {}).items()
    ]
    frame = pd.DataFrame(rows, columns=["space", "times", "games"])
    return (
        frame.groupby("space", sort=True, dropna=False)[["times", "games"]]
        .sum()
        .astype("int64")
    )
