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


def label(dimension: str, key: str, names: Mapping[str, str]) -> str:
    """What people read for a key of a dimension; `names` are those of its boards or modes."""
    if dimension in ("mode", "reason"):
        return sentence(names.get(key, key))
    if dimension == "board":
        return names.get(key, key[:8])
    if dimension == "month":
        return month_label(key)
    return key


def sentence(words: str) -> str:
    """Words of a game as people read them: `fewest_tiles` → `Fewest tiles`."""
    return f"{words[:1].upper()}{words[1:]}".replace("_", " ")


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
    how = reason.replace("_", " ")
    return f"{kind.winner_words(winner)} won ({how})" if winner else "broken off"
