"""Games of two roles as a CSV of results, and what the command prints of them."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from analytics.results_model.reading import read_results
from analytics.results_model.report import fit_results

COLUMNS = ("game", "played_at", "group", "seat", "player", "place", "uploader")


def fitted(logs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the results of logs that end with a resignation, all by one ruleset on one board."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for number, log in enumerate(logs):
        loser = log["events"][-1]["role"]
        for player in log["players"]:
            name = " ".join(player.get("name", "").split()).casefold()
            place = 2 if player["role"] == loser else 1
            when = log.get("played_at", "")
            table.writerow([number, when, "2024/board", player["role"], name, place, ""])
    return fit_results(read_results(text.getvalue().encode()))
