"""Rows ↔ pandas frames: the one adaptor."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from analytics.models import KEY_FIELDS

if TYPE_CHECKING:
    import pandas as pd

COUNTS = ("games", "decided", "abandoned", "unfinished", "resigned")
RESIGNED = "resign"


def cells_frame(cells: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """One row a cell: its key, and in how many games somebody won, nobody did, or the log stopped
    before the end; and in how many of those won the other side resigned.
    """
    import pandas as pd

    frame = pd.DataFrame(list(cells), columns=[*KEY_FIELDS, "games"])
    won = frame["winner"] != ""
    frame["games"] = frame["games"].astype("int64")
    frame["decided"] = frame["games"].where(won, 0)
    frame["unfinished"] = frame["games"].where(~frame["is_finished"].astype(bool), 0)
    frame["abandoned"] = frame["games"] - frame["decided"] - frame["unfinished"]
    frame["resigned"] = frame["decided"].where(frame["reason"] == RESIGNED, 0)
    return frame
