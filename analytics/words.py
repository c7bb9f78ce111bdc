"""The words people read for the keys of statistics."""

from collections.abc import Mapping
from typing import Any

from analytics.insight.question import UNKNOWN

SIMULATED = {
    "no": "people's games",
    "yes": "simulated games",
    "all": "people's and simulated games together",
}
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def label(dimension: str, key: str, boards: Mapping[str, str]) -> str:
    """What people read for a key of a dimension."""
    if dimension == "advanced":
        return "Advanced mode" if key == "yes" else "Base game"
    if dimension == "reason":
        return key.capitalize()
    if dimension == "board":
        return boards.get(key, key[:8])
    if dimension == "month":
        return month_label(key)
    return key


def month_label(month: str) -> str:
    """`March 2026`; games without a date are said to be so."""
    if month == UNKNOWN:
        return "date unknown"
    year, number = month.split("-")
    return f"{_MONTHS[int(number) - 1]} {year}"


def result_words(kind: Any, winner: str | None, reason: str | None) -> str:
    """A game's result in a few words."""
    if reason is None:
        return "unfinished"
    return f"{kind.roles[winner]} won ({reason})" if winner else "broken off"
