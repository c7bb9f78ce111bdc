"""The filters that cells have: as a condition of a query, and applied to the key of a cell."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from analytics.insight.question import UNKNOWN, Filters
from replays.reads import games as game_reads


def cell_condition(filters: Filters) -> Q:
    """Return the condition on cells of the filters that they have."""
    exact: dict[str, Any] = {
        "edition": filters.edition,
        "mode": filters.mode,
        "board_digest": filters.board,
        "reason": filters.reason,
        "month__gte": filters.first,
        "month__lte": filters.last,
    }
    condition = Q(**{name: value for name, value in exact.items() if value})
    if filters.first or filters.last:
        condition &= ~Q(month="")
    if filters.month:
        condition &= Q(month="" if filters.month == UNKNOWN else filters.month)
    if filters.winner:
        condition &= game_reads.won_by(filters.winner)
    if filters.simulated != "all":
        condition &= Q(is_simulated=filters.simulated == "yes")
    return condition


def has_key(key: Mapping[str, Any], filters: Filters) -> bool:
    """Return whether games with a key match the filters that cells have, as `cell_condition`."""
    month, winner = key["month"], key["winner"]
    exact = {
        "edition": filters.edition,
        "mode": filters.mode,
        "board_digest": filters.board,
        "reason": filters.reason,
    }
    is_dated = not (filters.first or filters.last) or bool(month)
    return (
        all(not value or key[name] == value for name, value in exact.items())
        and is_dated
        and (not filters.first or month >= filters.first)
        and (not filters.last or month <= filters.last)
        and (not filters.month or month == ("" if filters.month == UNKNOWN else filters.month))
        and _is_won_by(winner, filters.winner)
        and (filters.simulated == "all" or key["is_simulated"] == (filters.simulated == "yes"))
    )


def _is_won_by(winner: str, side: str) -> bool:
    """Return whether a side won, alone or with others, as `won_by`."""
    if side == "none":
        return not winner
    return not side or winner == side or side in winner.split("+")
